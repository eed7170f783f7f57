package chat

import "context"

// A BoardKey names a game in a channel, where it has one live board.
type BoardKey struct{ Game, Channel string }

// An Order lets changes of a live board through one at a time, and none that would
// show an older version of the game than one before: a late edit never covers a
// newer board.
type Order struct {
	turn    chan struct{} // holds a value while the board is changed
	version uint64        // the newest that a change has begun to show; guarded by turn
}

// NewOrder returns the order of a board that has yet to be shown.
func NewOrder() *Order { return &Order{turn: make(chan struct{}, 1)} }

// Begin waits until no other change is at it. It reports false if a newer version
// is shown, or the context ends; otherwise end must be called after the change.
func (o *Order) Begin(ctx context.Context, version uint64) (end func(), ok bool) {
	select {
	case o.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, false
	}
	if version < o.version {
		<-o.turn
		return nil, false
	}
	o.version = version
	return func() { <-o.turn }, true
}
