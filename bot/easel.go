package bot

import (
	"context"
	"fmt"
	"sync"
)

// An Easel paints what has been answered without a picture. It is for an
// adapter, whose answers never wait for it: an answer goes out, and the picture
// takes its place when it is done.
//
// For each key, such as a board in a channel, there is one painting at a time,
// and of those that wait only the newest counts. Since a picture is sent while
// the next answer may be on its way, it can arrive after that and cover it. So
// whoever follows puts things right: it paints its own, or if that fails shows
// its answer once more.
type Easel[K comparable] struct {
	turn chan struct{} // holds a value for each picture that is being drawn
	most int

	mu    sync.Mutex
	queue map[K]*Sitting // by key, what comes next; nil under a key that is at it
}

// A Sitting is what is to be painted.
type Sitting struct {
	// Paint draws the picture and returns what sends it; nil: there is none to
	// be painted, only to be put right. Drawing takes turns, sending does not.
	Paint func(ctx context.Context) (send func(ctx context.Context) error, err error)
	// Restore shows the answer once more, for a picture of an earlier one may
	// have covered it.
	Restore func(ctx context.Context) error
	// Failed is told why there is no picture.
	Failed func(error)
}

// NewEasel returns an easel that draws so many pictures at once and works on at
// most so many keys. What is beyond stays without a picture.
func NewEasel[K comparable](atOnce, most int) *Easel[K] {
	return &Easel[K]{turn: make(chan struct{}, atOnce), most: most, queue: map[K]*Sitting{}}
}

// Put asks for a picture. If it returns work, that is to be run beside the
// caller; else it is done by somebody who is at it, or not at all.
func (e *Easel[K]) Put(key K, s Sitting) (work func(ctx context.Context)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, busy := e.queue[key]; busy {
		e.queue[key] = &s
		return nil
	}
	if s.Paint == nil || len(e.queue) >= e.most {
		return nil
	}
	e.queue[key] = nil
	return func(ctx context.Context) { e.work(ctx, key, s) }
}

// work paints until nothing follows.
func (e *Easel[K]) work(ctx context.Context, key K, s Sitting) {
	for covered := false; ; covered = true {
		err := e.paint(ctx, key, s)
		if err != nil {
			s.Failed(err)
		}
		if covered && (err != nil || s.Paint == nil) {
			if err := s.Restore(ctx); err != nil {
				s.Failed(err)
			}
		}
		next := e.next(key)
		if next == nil {
			return
		}
		s = *next
	}
}

// next takes what has come meanwhile. If nothing has, the key is free.
func (e *Easel[K]) next(key K) *Sitting {
	e.mu.Lock()
	defer e.mu.Unlock()
	next := e.queue[key]
	if next == nil {
		delete(e.queue, key)
	} else {
		e.queue[key] = nil
	}
	return next
}

// paint draws when it is its turn, and sends. What has been overtaken by then is
// left out.
func (e *Easel[K]) paint(ctx context.Context, key K, s Sitting) error {
	if s.Paint == nil {
		return nil
	}
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	send, err := e.draw(ctx, key, s)
	if err != nil || send == nil {
		return err
	}
	return send(ctx)
}

// draw draws and gives the turn away. A panic is this picture's only.
func (e *Easel[K]) draw(ctx context.Context, key K, s Sitting) (send func(context.Context) error, err error) {
	defer func() {
		<-e.turn
		if p := recover(); p != nil {
			send, err = nil, fmt.Errorf("panic: %v", p)
		}
	}()
	if e.overtaken(key) {
		return nil, nil
	}
	return s.Paint(ctx)
}

func (e *Easel[K]) overtaken(key K) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.queue[key] != nil
}
