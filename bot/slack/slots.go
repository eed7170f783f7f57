package slack

import "context"

// slots bound how much is done at once. Each one taken is a value in the
// channel.
type slots chan struct{}

// take takes a slot if there is one.
func (s slots) take() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

func (s slots) leave() { <-s }

// fill takes all slots: then nothing is under way, and nothing can begin. It
// returns how many it got before the context ended.
func (s slots) fill(ctx context.Context) (taken int, err error) {
	for ; taken < cap(s); taken++ {
		select {
		case s <- struct{}{}:
		case <-ctx.Done():
			return taken, ctx.Err()
		}
	}
	return taken, nil
}

// idle waits until nothing is under way.
func (s slots) idle(ctx context.Context) error {
	taken, err := s.fill(ctx)
	for range taken {
		s.leave()
	}
	return err
}
