package chat

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A Message is a message of the bot that shows a board.
type Message interface {
	// ID names the message among those of its channel.
	ID() string
	// Line puts a line in place of the board: it has moved. Without a way to the
	// message it does nothing.
	Line(ctx context.Context, lang string) error
}

// Boards show replies, and let a game have one live board in a channel: when it is shown
// in another message, the message before becomes a line. This only keeps channels tidy:
// after a restart, an old board stays as it is, and its buttons say that it is old. Boards
// are safe for concurrent use.
type Boards struct {
	log   *slog.Logger
	lines *InFlight // edits that turn boards into lines; beyond the limit, a board stays as it is
	known *Cache[boardKey, *board]
}

type boardKey struct{ game, channel string }

// A board is a game in a channel.
type board struct {
	turn  chan struct{} // holds a value while a message is edited
	begun uint64        // the newest version that an edit has begun to show; guarded by turn

	replies atomic.Uint64 // counts them; the later of two with the same version stays

	mu      sync.Mutex
	live    Message // nil: not known
	version uint64  // that it shows
	shown   uint64  // the number of the reply that it shows
}

// NewBoards returns boards that remember at most this many messages.
func NewBoards(log *slog.Logger, lines *InFlight, most int) *Boards {
	return &Boards{log: log, lines: lines, known: NewCache[boardKey, *board](most)}
}

// A Way shows a reply in a channel by one call of the platform.
type Way struct {
	Request string // its id, for the log
	Channel string
	Reply   bot.Reply
	Picture *Picture // nil: none

	// Send makes the call, with the picture or without. It returns the message that
	// shows the reply; nil if its id isn't known.
	Send func(ctx context.Context, p *Picture) (Message, error)
	// Plain reports whether the platform may accept a refused reply in a plainer form,
	// without its picture. Show then calls Send once more.
	Plain func(err error) bool

	Edits bool                            // Send edits a message
	Wait  time.Duration                   // how long to wait for an earlier edit; 0: until it ends
	Newer func(ctx context.Context) error // called instead of an edit that would cover a newer board; nil: nothing
}

// Show shows a reply in one way: with its picture, or without if the platform refuses
// that. Edits of a board are made one at a time, and a late one never covers a newer
// board. The error is the platform's.
func (b *Boards) Show(ctx context.Context, w Way) error {
	if w.Reply.Board == nil || w.Reply.Ref.Game == "" {
		_, err := b.send(ctx, w)
		return err
	}
	shown := b.known.Own(boardKey{w.Reply.Ref.Game, w.Channel}, func() *board { return &board{turn: make(chan struct{}, 1)} })
	number := shown.replies.Add(1)
	if w.Edits {
		end, newer, err := shown.begin(ctx, w.Reply.Ref.Version, w.Wait)
		switch {
		case err != nil:
			return err
		case newer && w.Newer != nil:
			return w.Newer(ctx)
		case newer:
			return nil
		}
		defer end()
	}
	m, err := b.send(ctx, w)
	if err != nil || w.Edits && m == nil { // it could be the very message that would become a line
		return err
	}
	if old := shown.put(m, w.Reply.Ref.Version, number); old != nil {
		b.Retire(old, w.Reply.Lang)
	}
	return nil
}

// send makes the call.
func (b *Boards) send(ctx context.Context, w Way) (Message, error) {
	m, err := w.Send(ctx, w.Picture)
	if err != nil && w.Plain != nil && w.Plain(err) {
		b.log.Warn("could not show a picture, so the answer has none", "request", bot.Mark(w.Request), "error", err)
		return w.Send(ctx, nil)
	}
	return m, err
}

// Live returns the message that shows a game in a channel; nil if none is known.
func (b *Boards) Live(game, channel string) Message {
	shown, ok := b.known.Get(boardKey{game, channel})
	if !ok {
		return nil
	}
	shown.mu.Lock()
	defer shown.mu.Unlock()
	return shown.live
}

// Behind returns the message that shows an older state of a game in a channel; nil if none
// is known.
func (b *Boards) Behind(ref bot.BoardRef, channel string) Message {
	shown, ok := b.known.Get(boardKey{ref.Game, channel})
	if !ok {
		return nil
	}
	shown.mu.Lock()
	defer shown.mu.Unlock()
	if shown.version >= ref.Version {
		return nil
	}
	return shown.live
}

// Retire turns a message into a line. It doesn't wait for the edit.
func (b *Boards) Retire(m Message, lang string) {
	b.lines.Go(func() {
		if err := m.Line(context.Background(), lang); err != nil {
			b.log.Debug("could not shorten an old board", "error", err)
		}
	})
}

// begin waits for the turn to edit, and reports whether a newer version is shown already.
// If not, the caller must call end after the edit. The error is the context's.
func (b *board) begin(ctx context.Context, version uint64, wait time.Duration) (end func(), newer bool, err error) {
	waiting, cancel := ctx, context.CancelFunc(func() {})
	if wait > 0 {
		waiting, cancel = context.WithTimeout(ctx, wait)
	}
	defer cancel()
	select {
	case b.turn <- struct{}{}:
	case <-waiting.Done():
		return func() {}, false, ctx.Err()
	}
	if version < b.begun {
		<-b.turn
		return nil, true, nil
	}
	b.begun = version
	return func() { <-b.turn }, false, nil
}

// put remembers where the board is shown, and returns the message to become a line:
// the one before, or this one if a later board was put in the meantime.
func (b *board) put(m Message, version, number uint64) (old Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old = m
	if cmp.Or(cmp.Compare(version, b.version), cmp.Compare(number, b.shown)) >= 0 {
		old, b.live, b.version, b.shown = b.live, m, version, number
	}
	if old != nil && b.live != nil && old.ID() == b.live.ID() {
		return nil
	}
	return old
}
