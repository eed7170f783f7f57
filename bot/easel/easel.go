// Package easel paints replies for adapters that can show pictures. An answer
// goes out without one and never waits for it: the picture takes its place when
// it is done, or if anything fails the answer stands as it is.
package easel

import (
	"context"
	"fmt"
	"sync"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// An Easel paints. For each message there is one picture under way at a time,
// and of those that wait only the newest counts. Since a picture is sent while
// the next answer may be on its way, it can arrive after that and cover it. So
// whoever follows puts things right: it sends its own picture, or if there is
// none shows its answer once more.
//
// It is safe for concurrent use. A nil Easel paints nothing.
type Easel struct {
	draw func(bot.Reply, *locale.Speaker) (Painting, error)
	turn chan struct{} // holds a value while a picture is drawn

	mu    sync.Mutex
	queue map[string]*Sitting     // by message, what comes next; nil under one that is at it
	shown map[string]bot.BoardRef // by message, the newest state that was answered
}

// How much is done at once: pictures are drawn one by one, and of so many
// messages one may be under way. What is beyond stays without.
const (
	drawnAtOnce  = 1
	mostMessages = 64
)

// mostShown is how many messages are remembered. What is forgotten only makes
// it less sure that an answer that is told of late is left out.
const mostShown = 4096

// New returns an easel for a painter; nil if that is nil.
func New(p *picture.Painter) *Easel {
	if p == nil {
		return nil
	}
	return &Easel{draw: artist{p}.draw, turn: make(chan struct{}, drawnAtOnce), queue: map[string]*Sitting{}, shown: map[string]bot.BoardRef{}}
}

// A Painting is a picture that is to be sent.
type Painting struct {
	Name string // of the file
	Data []byte
	Alt  string // tells it to those who can't see it; never empty
}

// A Sitting is an answer that has just gone out.
type Sitting struct {
	Reply bot.Reply
	Words *locale.Speaker
	// Covered says that a picture of an earlier answer was under way when this
	// one went out, see Busy.
	Covered bool
	// Send puts the picture in the answer's place.
	Send func(ctx context.Context, p Painting) error
	// Restore shows the answer once more, for an earlier one's picture may have
	// covered it.
	Restore func(ctx context.Context) error
	// Failed is told why there is no picture.
	Failed func(error)
}

// Put tells what has been answered in a message, whether it is to be painted or
// not. If it returns work, the caller has to run that beside what it does; else
// there is nothing to do, or somebody is at it who will.
func (e *Easel) Put(message string, s Sitting) (work func(ctx context.Context)) {
	if e == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.outdated(message, s.Reply.Ref) {
		return nil
	}
	if _, busy := e.queue[message]; busy {
		e.queue[message] = &s
		return nil
	}
	if !Paints(s.Reply) && !s.Covered || len(e.queue) >= mostMessages {
		return nil
	}
	e.queue[message] = nil
	return func(ctx context.Context) { e.work(ctx, message, s) }
}

// outdated reports whether a later state of the game was answered in a message
// already, and told of sooner. If not, this one is remembered.
func (e *Easel) outdated(message string, ref bot.BoardRef) bool {
	before, ok := e.shown[message]
	if ok && before.Game == ref.Game && ref.Version < before.Version {
		return true
	}
	if len(e.shown) >= mostShown {
		clear(e.shown)
	}
	e.shown[message] = ref
	return false
}

// Busy reports whether a picture is under way to a message.
func (e *Easel) Busy(message string) bool {
	if e == nil {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	_, busy := e.queue[message]
	return busy
}

// Drop gives up the work that Put has returned, where it can't be run.
func (e *Easel) Drop(message string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.queue, message)
}

// work paints until nothing follows.
func (e *Easel) work(ctx context.Context, message string, s Sitting) {
	for covered := s.Covered; ; covered = true {
		sent, err := e.paint(ctx, message, s)
		if err != nil {
			s.Failed(err)
		}
		if covered && !sent {
			if err := s.Restore(ctx); err != nil {
				s.Failed(err)
			}
		}
		next := e.next(message)
		if next == nil {
			return
		}
		s = *next
	}
}

// next takes what has come meanwhile. If nothing has, the message is free.
func (e *Easel) next(message string) *Sitting {
	e.mu.Lock()
	defer e.mu.Unlock()
	next := e.queue[message]
	if next == nil {
		delete(e.queue, message)
	} else {
		e.queue[message] = nil
	}
	return next
}

// paint draws when it is its turn, and sends. What has been overtaken by then
// counts as sent: whoever follows puts things right.
func (e *Easel) paint(ctx context.Context, message string, s Sitting) (sent bool, err error) {
	if !Paints(s.Reply) {
		return false, nil
	}
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	p, err := e.drawInTurn(message, s)
	if err != nil || p.Data == nil {
		return err == nil, err
	}
	err = s.Send(ctx, p)
	return err == nil, err
}

// drawInTurn draws and gives the turn away. A panic is this picture's only.
func (e *Easel) drawInTurn(message string, s Sitting) (p Painting, err error) {
	defer func() {
		<-e.turn
		if fault := recover(); fault != nil {
			p, err = Painting{}, fmt.Errorf("panic: %v", fault)
		}
	}()
	if e.overtaken(message) {
		return Painting{}, nil
	}
	return e.draw(s.Reply, s.Words)
}

func (e *Easel) overtaken(message string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.queue[message] != nil
}
