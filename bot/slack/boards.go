package slack

import (
	"context"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A boardKey names the place of a game's one live board.
type boardKey struct{ user, channel, game string }

// A liveBoard is how the board in a place can still be reached. In the
// conversation with the bot that is its message, in a channel the response_url
// of the last tap on it.
type liveBoard struct {
	mu      sync.Mutex // held while the board is changed, so that none overtakes a newer one
	ts      string
	version uint64 // that it shows
	url     string
	until   time.Time // when the url ends
}

// urlTime is how long a response_url is good for, with some room.
const urlTime = 29 * time.Minute

func (a *Adapter) liveBoard(d delivery, r bot.Reply) *liveBoard {
	key := boardKey{d.user(), d.req.Place.Channel, r.Ref.Game}
	return a.boards.own(key, func() *liveBoard { return &liveBoard{} })
}

// reached remembers how to reach the board that was just tapped in a channel.
func (a *Adapter) reached(d delivery, r bot.Reply) {
	if r.Board == nil {
		return
	}
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.url, b.until = d.url, a.Now().Add(urlTime)
}

// moved shrinks the board that stood in a channel to a line, now that it was
// posted anew.
func (a *Adapter) moved(d delivery, r bot.Reply) {
	if r.Board == nil || d.direct() {
		return
	}
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.url != "" && a.Now().Before(b.until) {
		a.shrink(b.url)
	}
	b.url = ""
}

// shrink leaves a line in place of a message.
func (a *Adapter) shrink(url string) {
	a.run(a.errands, func(ctx context.Context) {
		p := a.note("slack.moved", a.revision(delivery{}))
		if err := a.post(ctx, url, p.response(true, true)); err != nil {
			a.Log.DebugContext(ctx, "slack: an old board stays", "error", reason(err))
		}
	})
}
