package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// A cut is the loss of the store's connection during use.
type cut struct {
	message  int    // the message to the database at which it happens, counted from 1
	answered bool   // whether the database still handles it, and only the answer is lost
	then     func() // called when the connection is lost
}

// TestConnectionCut loses each message of a call in turn, before or after the database
// gets it. A change is still written once, and the caller learns that it was.
func TestConnectionCut(t *testing.T) {
	database := postgrestest.Database(t)
	next := persist.Change{Record: persist.Record{Version: 1, Current: "next"}}
	tap := next
	tap.Record.Deliveries, tap.Delivery = tap.Record.Deliveries.Add("tap", time.Unix(1_800_000_000, 0), []byte("moved")), "tap"
	results := tap
	results.Results = []persist.Result{{ID: "g1"}, {ID: "g2"}}
	stale := persist.Change{Record: persist.Record{Version: 7}, Delivery: "tap"} // without a delivery the store couldn't know
	for name, call := range map[string]struct {
		change persist.Change
		test   func(*testing.T, cutStore, persist.Change, cut)
	}{
		"delivery":          {tap, testCommitCut},
		"no delivery":       {next, testCommitCut},
		"results":           {results, testCommitCut},
		"overtaken":         {tap, testCutAndOvertaken},
		"overtaken unknown": {next, testCutAndOvertaken},
		"conflict":          {stale, testConflictCut},
		"forget":            {persist.Change{Forget: true}, testCommitCut},
		"load":              {persist.Change{}, testLoadCut},
	} {
		t.Run(name, func(t *testing.T) {
			var n network
			o := patient()
			o.Dial = n.dial
			s := cutStore{mustOpen(t, postgrestest.Schema(t, database), o), n.arm, new(bool)}
			for _, answered := range []bool{false, true} {
				*s.cut = true
				for n := 1; *s.cut; n++ {
					c := call.change
					c.Player = persisttest.Player(fmt.Sprintf("message %d, carried out: %v", n, answered))
					persisttest.Commit(t, s.Store, persist.Change{Player: c.Player, Record: persist.Record{Current: "first"}})
					*s.cut = false
					t.Run(c.Player.User, func(t *testing.T) { call.test(t, s, c, cut{message: n, answered: answered}) })
					if n == 1 && !*s.cut {
						t.Error("no message was lost")
					}
				}
			}
		})
	}
}

// A cutStore loses its connection in the function during.
type cutStore struct {
	*postgres.Store
	arm func(cut) (disarm func() bool)
	cut *bool // whether it was lost
}

func (s cutStore) during(at cut, do func() error) error {
	disarm := s.arm(at)
	err := do()
	*s.cut = disarm()
	return err
}

func (s cutStore) commitDuring(at cut, c persist.Change) error {
	return s.during(at, func() error { return s.Commit(context.Background(), c) })
}

// wantStored expects a player's record to be this one, with its next version.
func wantStored(t *testing.T, s cutStore, p persist.Player, want persist.Record) {
	t.Helper()
	got, err := s.Load(context.Background(), p)
	want.Version++
	encoded, _ := persist.EncodeRecord(want)
	if stored, _ := persist.EncodeRecord(got); err != nil || !bytes.Equal(stored, encoded) {
		t.Errorf("Load = %+v, %v; want %+v", got, err, want)
	}
}

func testCommitCut(t *testing.T, s cutStore, c persist.Change, at cut) {
	if err := s.commitDuring(at, c); err != nil {
		t.Fatalf("Commit: %v", err)
	}
	results, err := s.Results(context.Background(), c.Player)
	sameID := func(a, b persist.Result) bool { return a.ID == b.ID }
	if err != nil || !slices.EqualFunc(c.Results, results, sameID) {
		t.Errorf("Results = %v, %v; want %v", results, err, c.Results)
	}
	if c.Forget {
		if _, err := s.Load(context.Background(), c.Player); !errors.Is(err, persist.ErrNotFound) {
			t.Errorf("Load: %v; want ErrNotFound", err)
		}
		return
	}
	wantStored(t, s, c.Player, c.Record)
	again := persist.ErrConflict
	if c.Delivery != "" {
		again = persist.ErrRepeated
	}
	if err := s.Commit(context.Background(), c); !errors.Is(err, again) {
		t.Errorf("Commit again: %v; want: %v", err, again)
	}
}

// Another copy of the bot continues from what may have been written.
func testCutAndOvertaken(t *testing.T, s cutStore, c persist.Change, at cut) {
	at.then = func() {
		r, err := s.Load(context.Background(), c.Player)
		if err == nil {
			r.Current = "another's"
			err = s.Commit(context.Background(), persist.Change{Player: c.Player, Record: r})
		}
		if err != nil {
			t.Errorf("the other copy: %v", err)
		}
	}
	err := s.commitDuring(at, c)
	r, loading := s.Load(context.Background(), c.Player)
	if loading != nil {
		t.Fatal(loading)
	}
	_, written := r.Deliveries.Find("tap")
	switch {
	case !*s.cut:
		if err != nil {
			t.Errorf("Commit: %v", err)
		}
	case c.Delivery == "" && at.answered: // the store can't know, and must not deny it
		if err == nil || errors.Is(err, persist.ErrConflict) || errors.Is(err, persist.ErrBusy) {
			t.Errorf("Commit: %v; want the outcome left open", err)
		}
	case c.Delivery == "":
		if err == nil {
			t.Error("Commit returned that the change was written")
		}
	case written != errors.Is(err, persist.ErrRepeated), !written != errors.Is(err, persist.ErrConflict):
		t.Errorf("Commit: %v; the change is there: %v", err, written)
	}
}

func testConflictCut(t *testing.T, s cutStore, c persist.Change, at cut) {
	if err := s.commitDuring(at, c); !errors.Is(err, persist.ErrConflict) {
		t.Errorf("Commit: %v; want ErrConflict", err)
	}
	wantStored(t, s, c.Player, persist.Record{Current: "first"})
}

func testLoadCut(t *testing.T, s cutStore, c persist.Change, at cut) {
	var r persist.Record
	err := s.during(at, func() (err error) {
		r, err = s.Load(context.Background(), c.Player)
		return err
	})
	if err != nil || r.Version != 1 || r.Current != "first" {
		t.Errorf("Load = %v, %v", r, err)
	}
}

// A network can cut its connections at a certain message.
type network struct {
	mu  sync.Mutex
	cut *cut // nil if none is armed
}

func (n *network) arm(c cut) (disarm func() bool) {
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

// due counts a message, and returns the cut if it is due at this one.
func (n *network) due() *cut {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cut == nil {
		return nil
	}
	if n.cut.message--; n.cut.message > 0 {
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

// farewell is sent at any time on connections that nobody uses any more.
const farewell = "X\x00\x00\x00\x04"

// A wire is a connection to the database. One write is one message, or several that
// belong together.
type wire struct {
	net.Conn
	network *network
}

func (w *wire) Write(b []byte) (int, error) {
	if string(b) == farewell {
		return w.Conn.Write(b)
	}
	now := w.network.due()
	if now == nil {
		return w.Conn.Write(b)
	}
	if now.answered {
		_, _ = w.Conn.Write(b)
		_, _ = w.Conn.Read(make([]byte, 1)) // the answer comes when it is done
	}
	_ = w.Conn.Close()
	if now.then != nil {
		now.then()
	}
	if now.answered {
		return len(b), nil
	}
	return 0, io.ErrClosedPipe
}
