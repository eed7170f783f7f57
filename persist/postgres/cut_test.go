package postgres_test

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

func TestConnectionCut(t *testing.T) {
	database := postgrestest.Database(t)
	persisttest.RunCut(t, func(tb testing.TB) (persisttest.Open, func(persisttest.Cut) func() bool) {
		var n network
		o := patient()
		o.Dial = n.dial
		url := postgrestest.Schema(tb, database)
		open := func() (persist.Store, error) { return mustOpen(tb, url, o), nil }
		return open, n.arm
	})
}

// A network whose connections can be cut at a message.
type network struct {
	mu  sync.Mutex
	cut *persisttest.Cut // nil: none is armed
}

func (n *network) arm(c persisttest.Cut) (disarm func() bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut = &c
	return func() (came bool) {
		n.mu.Lock()
		defer n.mu.Unlock()
		came = n.cut == nil
		n.cut = nil
		return came
	}
}

// due counts a message, and returns the cut when it is this one's turn.
func (n *network) due() *persisttest.Cut {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cut == nil {
		return nil
	}
	if n.cut.Message--; n.cut.Message > 0 {
		return nil
	}
	due := n.cut
	n.cut = nil
	return due
}

func (n *network) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	return &wire{Conn: conn, network: n}, err
}

// farewell is said on connections that nobody uses any more, at any time.
const farewell = "X\x00\x00\x00\x04"

// A wire is a connection to the database. One write is one message, or some
// that belong together.
type wire struct {
	net.Conn
	network *network
}

func (w *wire) Write(b []byte) (int, error) {
	if string(b) == farewell {
		return w.Conn.Write(b)
	}
	cut := w.network.due()
	if cut == nil {
		return w.Conn.Write(b)
	}
	if cut.Answered {
		_, _ = w.Conn.Write(b)
		_, _ = w.Conn.Read(make([]byte, 1)) // it answers when it is done
	}
	_ = w.Conn.Close()
	if cut.Then != nil {
		cut.Then()
	}
	if cut.Answered {
		return len(b), nil
	}
	return 0, io.ErrClosedPipe
}
