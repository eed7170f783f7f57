package slack

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// noting is a store that notes its commits.
type noting struct {
	persist.Store
	note func(what string)
}

func (n noting) Commit(ctx context.Context, c persist.Change) error {
	n.note("commit")
	return n.Store.Commit(ctx, c)
}

// Slack shows that a tap has failed which a crash has lost.
func TestTapsAreAcknowledgedOnceTheyAreStored(t *testing.T) {
	slack := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"ok":true}`))
	}))
	defer slack.Close()
	for name, container := range map[string]slackgo.Container{
		"in a channel": {Type: "message", ChannelID: "C1", MessageTs: "1.1"},
		"in the Home":  {Type: "view"},
	} {
		a := newAdapter(t)
		a.api = slackgo.New("xoxb-x", slackgo.OptionAPIURL(slack.URL+"/"))
		var mu sync.Mutex
		var order []string
		note := func(what string) {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, what)
		}
		a.Bot.Store = noting{a.Bot.Store, note}
		tap := slackgo.InteractionCallback{
			Type: slackgo.InteractionTypeBlockActions, User: slackgo.User{ID: "U1"}, TriggerID: "1", Container: container,
			ActionCallback: slackgo.ActionCallbacks{BlockActions: []*slackgo.BlockAction{{ActionID: actionID(bot.BoardRef{}, 0), Value: "new"}}},
		}
		if !a.accept(tap, func(*message) error { note("acknowledged"); return nil }) {
			t.Fatal("the tap was turned away")
		}
		_ = a.work.Wait(context.Background())
		if want := []string{"commit", "acknowledged"}; !slices.Equal(order, want) {
			t.Errorf("%s: got %q, want %q", name, order, want)
		}
	}
}
