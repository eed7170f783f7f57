package chat

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
)

// A note is a message that records whether it became a line.
type note struct {
	id   string
	line atomic.Bool
	wait time.Duration
}

func (n *note) ID() string { return n.id }

func (n *note) Line(context.Context, string) error {
	time.Sleep(n.wait)
	n.line.Store(true)
	return nil
}

func newBoards(lines int) *Boards {
	return NewBoards(slog.New(slog.DiscardHandler), NewInFlight(lines), 10)
}

// shows is a way to show a version of a game; it takes some time.
func shows(version uint64, took time.Duration, m Message) Way {
	return Way{
		Channel: "c", Reply: bot.Reply{Board: &game.View{}, Ref: bot.BoardRef{Game: "g", Version: version}},
		Send: func(context.Context, *Picture) (Message, error) { time.Sleep(took); return m, nil },
	}
}

// edits is one that edits a message.
func edits(version uint64, took time.Duration, m Message) Way {
	w := shows(version, took, m)
	w.Edits = true
	return w
}

// An edit of an older version is skipped, even if it waited for its turn while a newer
// one was made. An edit with a limited wait is made after that.
func TestLateEditsNeverCoverANewerBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoards(0)
		go func() { _ = b.Show(t.Context(), edits(3, time.Minute, &note{id: "m"})) }()
		synctest.Wait()
		sent, newer := false, false
		late := edits(2, 0, &note{id: "m"})
		late.Send = func(context.Context, *Picture) (Message, error) { sent = true; return nil, nil }
		late.Newer = func(context.Context) error { newer = true; return nil }
		if err := b.Show(t.Context(), late); err != nil || sent || !newer {
			t.Errorf("the older version: sent %v, answered otherwise %v, %v", sent, newer, err)
		}
		go func() { _ = b.Show(t.Context(), edits(3, time.Minute, &note{id: "m"})) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := b.Show(ctx, edits(3, 0, &note{id: "m"})); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("two edits at once: %v", err)
		}
		impatient := edits(4, 0, &note{id: "m"})
		impatient.Wait = time.Second
		begin := time.Now()
		if err := b.Show(t.Context(), impatient); err != nil || time.Since(begin) != time.Second {
			t.Errorf("it waited %v, %v", time.Since(begin), err)
		}
		time.Sleep(time.Hour)
	})
}

// The previous message becomes a line. Of two answers, the earlier one does, even if it
// comes last. Editing the same message, or one that can't be named, makes no line.
func TestOnlyTheNewestBoardStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoards(0)
		first, second, third := &note{id: "1"}, &note{id: "2"}, &note{id: "3"}
		lines := func() [3]bool {
			synctest.Wait()
			return [3]bool{first.line.Load(), second.line.Load(), third.line.Load()}
		}
		_ = b.Show(t.Context(), shows(1, 0, first))
		_ = b.Show(t.Context(), edits(2, 0, first))
		_ = b.Show(t.Context(), edits(3, 0, nil))
		if lines() != [3]bool{} || b.Live("g", "c") != Message(first) {
			t.Fatalf("edits: lines %v", lines())
		}
		for _, late := range []uint64{4, 5} { // an older version, and the same one
			second.line.Store(false)
			go func() { _ = b.Show(t.Context(), shows(late, time.Minute, second)) }()
			synctest.Wait()
			_ = b.Show(t.Context(), shows(5, 0, third))
			time.Sleep(time.Hour)
			if lines() != [3]bool{true, true, false} || b.Live("g", "c") != Message(third) {
				t.Errorf("lines %v", lines())
			}
		}
		_ = b.Show(t.Context(), shows(6, 0, nil)) // nothing refers to it, but it is there
		if !lines()[2] || b.Live("g", "c") != nil || b.Live("g", "elsewhere") != nil {
			t.Errorf("lines %v", lines())
		}
	})
}

// While the platform doesn't answer, only a limited number of boards wait to become
// lines; afterwards boards become lines as before.
func TestBoardsBecomeLinesWithinALimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoards(2)
		old := []*note{{id: "a", wait: time.Minute}, {id: "b", wait: time.Minute}, {id: "c"}, {id: "d"}}
		for _, n := range old[:3] {
			b.Retire(n, "en")
		}
		time.Sleep(time.Hour)
		b.Retire(old[3], "en")
		synctest.Wait()
		for i, want := range []bool{true, true, false, true} {
			if got := old[i].line.Load(); got != want {
				t.Errorf("board %s is a line: %v", old[i].id, got)
			}
		}
	})
}

// If a message is refused with its picture, it is sent without, provided that can help.
func TestRefusedPicturesAreLeftOut(t *testing.T) {
	large, gone := errors.New("too large"), errors.New("gone")
	for refusal, want := range map[error]error{large: nil, gone: gone} {
		w := shows(1, 0, nil)
		w.Picture = &Picture{}
		w.Plain = func(err error) bool { return errors.Is(err, large) }
		w.Send = func(_ context.Context, p *Picture) (Message, error) {
			if p != nil {
				return nil, refusal
			}
			return nil, nil
		}
		if err := newBoards(0).Show(t.Context(), w); !errors.Is(err, want) {
			t.Errorf("%v ends in %v", refusal, err)
		}
	}
}
