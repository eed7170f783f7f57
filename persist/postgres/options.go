package postgres

import (
	"cmp"
	"context"
	"net"
	"time"
)

// Options change how a store is opened. The zero value is the default.
type Options struct {
	// Conns is how many connections there may be at once: 16, or what the URL
	// says as pool_max_conns.
	Conns int

	// Patience is how long a call may wait for a connection while all are in
	// use, before it gets [persist.ErrBusy]: 1 s.
	Patience time.Duration

	// Timeout is how long a call may take in all, with what it tries again
	// after a lost connection or a collision: 5 s.
	Timeout time.Duration

	// Committed, if set, is called after each change that was committed, with 1 and
	// how long it took.
	Committed func(changes int, took time.Duration)

	// ReadOnly opens tables that are there already, to be read. Nothing is changed:
	// they are neither laid out nor brought to this program's schema, and the
	// database itself refuses to write for this store.
	ReadOnly bool

	// Dial opens a connection: net.Dialer's by default. Tests inject faults here.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

func (o Options) withDefaults() Options {
	o.Patience = cmp.Or(o.Patience, time.Second)
	o.Timeout = cmp.Or(o.Timeout, 5*time.Second)
	if o.Committed == nil {
		o.Committed = func(int, time.Duration) {}
	}
	return o
}
