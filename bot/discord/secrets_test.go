package discord_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// Whatever fails, no log line has a token, a name, a message text or a card.
func TestLogsHoldNoSecrets(t *testing.T) {
	t.Parallel()
	var logged logs
	store := &broken{Memory: persisttest.NewMemory()}
	st := setup{
		gateway: true, store: store, fake: discordfake.Options{Patience: time.Second, IdentifyWindow: -1},
		config: func(c *discord.Config) { c.Log = logged.logger() },
	}.open(t)
	zoe := st.Person("77007700", "Zoe Zebra", "en-GB")
	tokens := []string{st.Token(), "Zebra", "77007700", "xyzzy", "♥", "♠", "##"}
	st.Decorate(func(in map[string]any) { tokens = append(tokens, in["token"].(string)) })
	zoe.Slash("solitaire new")
	for _, kind := range []discordfake.FaultKind{discordfake.Dropped, discordfake.LimitedHTML} {
		before := strings.Count(logged.text(), "an interaction failed")
		st.Fail(discordfake.Fault{Route: discordfake.RouteCallback, Kind: kind, Times: 3})
		if _, err := zoe.TrySlash("move", "from:xyzzy"); err == nil {
			t.Fatal("it was answered")
		}
		eventually(t, func() bool { return strings.Count(logged.text(), "an interaction failed") > before })
	}
	st.Gateway.Drop()
	eventually(t, func() bool { return strings.Count(logged.text(), "connected to Discord") > 1 })
	store.err = errors.New("input/output error")
	zoe.Slash("solitaire show")
	if got := zoe.Autocomplete("move", "from:"); len(got) != 0 {
		t.Errorf("suggestions out of a broken store: %v", got)
	}
	store.err = nil
	for _, token := range tokens {
		if text := logged.text(); strings.Contains(text, token) {
			t.Errorf("%q is in the logs:\n%s", token, text)
		}
	}
}

type broken struct {
	*persisttest.Memory
	err error
}

// errPanic makes a broken store panic.
var errPanic = errors.New("panic")

func (s *broken) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	if errors.Is(s.err, errPanic) {
		panic("out of order")
	}
	if s.err != nil {
		return persist.Record{}, s.err
	}
	return s.Memory.Load(ctx, p)
}

// No payload has more than it needs: a tap carries the game's id, its version and the
// command.
func TestTapsHoldNoCards(t *testing.T) {
	st := setup{bot: fixed}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new", "deal:7")
	for range 5 {
		ann.Click("Draw")
	}
	for _, b := range ann.Last().Buttons() {
		if !json.Valid([]byte(`"`+b.CustomID+`"`)) || !strings.HasPrefix(b.CustomID, "1|GAME0000000000000000000001|6|") {
			t.Errorf("custom_id %q", b.CustomID)
		}
	}
}
