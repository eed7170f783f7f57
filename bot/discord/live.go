package discord

import (
	"context"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A game has one live board in a channel. When it is posted anew, the board
// before becomes a line. This is for tidiness: what is forgotten here, as by a
// restart, leaves an old board whose buttons say that it is old.

// maxLive is how many boards are remembered before those that can't be edited
// any more are forgotten, and if that is not enough all of them.
const maxLive = 10_000

// liveBoards remembers where boards are. The zero value is ready for use.
type liveBoards struct {
	mu     sync.Mutex
	boards map[liveKey]liveBoard
}

type liveKey struct{ game, channel string }

// A liveBoard is a message that shows a game, and how it can be edited: by the
// token of the last interaction it was part of, while that is good.
type liveBoard struct {
	origin  string // the interaction that posted the message
	version uint64 // of the game, as shown
	token   string
	until   time.Time
}

// put remembers a board and returns the one to become a line: the one before,
// or this one if a later state of the game was shown in the meantime.
func (l *liveBoards) put(k liveKey, b liveBoard, now time.Time) (old liveBoard, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.boards == nil {
		l.boards = make(map[liveKey]liveBoard)
	}
	before, known := l.boards[k]
	if known && before.version > b.version && before.origin != b.origin {
		return b, true
	}
	if !known && len(l.boards) >= maxLive {
		l.sweep(now)
	}
	l.boards[k] = b
	return before, known && before.origin != b.origin && now.Before(before.until)
}

func (l *liveBoards) sweep(now time.Time) {
	for k, b := range l.boards {
		if !now.Before(b.until) {
			delete(l.boards, k)
		}
	}
	if len(l.boards) >= maxLive {
		clear(l.boards)
	}
}

// posted remembers the board that an interaction posted or put in the place of
// the tapped message, and turns the one before into a line, which nobody waits
// for.
func (a *Adapter) posted(ctx context.Context, in *interaction, ref bot.BoardRef, replaced bool) {
	if ref.Game == "" {
		return
	}
	b := liveBoard{origin: in.ID, version: ref.Version, token: in.Token, until: in.received.Add(tokenLife)}
	if replaced {
		b.origin = in.Message.origin()
	}
	old, ok := a.live.put(liveKey{ref.Game, in.ChannelID}, b, time.Now())
	if !ok {
		return
	}
	a.work.Go(func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), editLimit)
		defer cancel()
		if err := a.edit(ctx, old.token, a.notice(in.Locale, "discord.moved")); err != nil {
			a.log.Debug("an old board was not turned into a line", "error", err)
		}
	})
}

// origin names a message by the interaction that posted it, where Discord says
// so.
func (t *tapped) origin() string {
	if t.Origin != nil && t.Origin.ID != "" {
		return t.Origin.ID
	}
	return t.ID
}
