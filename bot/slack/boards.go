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
	turn sync.Mutex // in a channel held while the tapped message is changed

	mu      sync.Mutex // in the conversation with the bot held while the board is changed, so that none overtakes a newer one
	ts      string
	version uint64        // that it shows
	pending *pendingBoard // to be shown after a rate limit; nil: none
	url     string
	until   time.Time // when the url ends
}

// urlTime is how long a response_url is good for, with some room.
const urlTime = 29 * time.Minute

func (a *Adapter) liveBoard(d delivery, r bot.Reply) *liveBoard {
	key := boardKey{d.user(), d.req.Place.Channel, r.Ref.Game}
	return a.boards.Own(key, func() *liveBoard { return &liveBoard{} })
}

// tapped notes the version that a tapped message in a channel is about to show, and
// how to reach it. It reports false if a newer version is there.
func (b *liveBoard) tapped(version uint64, url string, until time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if version < b.version {
		return false
	}
	b.version, b.url, b.until = version, url, until
	return true
}

// before returns the url of the board that a reply is about to take the place
// of in a channel; empty if it can't be reached.
func (a *Adapter) before(d delivery, r bot.Reply) (url string) {
	if r.Board == nil || d.direct() {
		return ""
	}
	b := a.liveBoard(d, r)
	b.mu.Lock()
	defer b.mu.Unlock()
	if a.Now().Before(b.until) {
		url = b.url
	}
	b.url, b.version = "", r.Ref.Version
	return url
}

// shrink leaves a line in place of a board, if there is one.
func (a *Adapter) shrink(url, lang string) {
	if url == "" {
		return
	}
	a.run(a.errands, func(ctx context.Context) {
		if err := a.post(ctx, patiently, url, a.note("slack.moved", lang).response(true, true)); err != nil {
			a.Log.DebugContext(ctx, "slack: an old board stays", "error", reason(err))
		}
	})
}
