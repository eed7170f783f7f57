package slack

import (
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
)

// In a channel, a late answer to a tap doesn't replace a newer board from another tap.
func TestLateAnswersNeverCoverANewerBoard(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	var posts atomic.Int64
	slack := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { posts.Add(1) }))
	defer slack.Close()
	defer a.http.CloseIdleConnections()
	a.APIURL = slack.URL + "/api/"
	for i, tap := range []struct {
		version uint64
		posts   int64 // so far
	}{{6, 1}, {5, 1}, {6, 2}} {
		r := &answerer{Adapter: a, delivery: delivery{
			req: bot.Request{Tap: true, Own: true, Place: bot.Place{Channel: "C1", Shared: true}},
			url: a.responseURL(slack.URL + "/" + string(rune('a'+i))), tapped: tapped{ts: "1.2", private: true},
		}}
		reply := bot.Reply{Board: &game.View{}, Private: true, Replace: true, Ref: bot.BoardRef{Game: "g", Version: tap.version}}
		if err := r.Answer(t.Context(), reply); err != nil || posts.Load() != tap.posts {
			t.Errorf("version %d: %d posts, want %d, %v", tap.version, posts.Load(), tap.posts, err)
		}
	}
}
