package slack

import (
	"context"
	"sync"
)

// slots bound how much is done at once. Several may wait until nothing is: who
// stops the bot does, and so does the connection that is to be closed.
type slots struct {
	most int

	mu   sync.Mutex
	n    int
	shut bool
	none chan struct{} // closed when nothing is under way; nil if nobody waits
}

func newSlots(most int) *slots { return &slots{most: most} }

// take takes a slot if there is one.
func (s *slots) take() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.shut || s.n == s.most {
		return false
	}
	s.n++
	return true
}

func (s *slots) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n--; s.n == 0 && s.none != nil {
		close(s.none)
		s.none = nil
	}
}

// taken is how much is under way.
func (s *slots) taken() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}

// drain lets nothing begin any more, and waits until nothing is under way.
func (s *slots) drain(ctx context.Context) error {
	s.mu.Lock()
	s.shut = true
	s.mu.Unlock()
	return s.idle(ctx)
}

// idle waits until nothing is under way. The error is the context's, which ended
// before.
func (s *slots) idle(ctx context.Context) error {
	none := s.empty()
	if none == nil {
		return nil
	}
	select {
	case <-none:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// empty returns what is closed when nothing is under way any more; nil if nothing is.
func (s *slots) empty() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n > 0 && s.none == nil {
		s.none = make(chan struct{})
	}
	return s.none
}
