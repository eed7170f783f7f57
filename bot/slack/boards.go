package slack

import (
	"context"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
)

// A liveBoard is how the board in a place can still be reached. In the
// conversation with the bot that is its message, in a channel the response_url
// of the last tap on it.
type liveBoard struct {
	*chat.Order // of the changes of a tapped message in a channel

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
	key := chat.BoardKey{Game: r.Ref.Game, Channel: d.req.Place.Channel}
	return a.boards.Own(key, func() *liveBoard { return &liveBoard{Order: chat.NewOrder()} })
}

// reachable notes how to reach the board that was tapped in a channel.
func (b *liveBoard) reachable(url string, until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.url, b.until = url, until
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
	b.url = ""
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
