package persisttest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// A Cut is the loss of a store's connection while it is in use.
type Cut struct {
	Message  int    // which message to the database from now on, the first being 1
	Answered bool   // whether the database carries it out before, and only the answer is lost
	Then     func() // called when the connection is lost
}

// A Fresh returns what opens a store in a place that nothing is stored in yet,
// and what arms a cut of its connection. That returns how to disarm it, which
// tells whether the cut came.
type Fresh func(tb testing.TB) (open Open, arm func(Cut) (disarm func() bool))

// RunCut tests a store that is connected to where it keeps its data. Whatever
// message is lost, a change is written once, and the caller is told so.
func RunCut(t *testing.T, fresh Fresh) {
	for name, c := range map[string]persist.Change{
		"delivery":    delivery("tap"),
		"no delivery": {Record: marked(1, "next")},
		"results":     withMore(delivery("tap")),
	} {
		t.Run(name, func(t *testing.T) { everyCut(t, fresh, c, testCommitCut) })
	}
	t.Run("overtaken", func(t *testing.T) { everyCut(t, fresh, delivery("tap"), testCutAndOvertaken) })
	t.Run("overtaken unknown", func(t *testing.T) {
		everyCut(t, fresh, persist.Change{Record: marked(1, "next")}, testCutAndOvertaken)
	})
	t.Run("conflict", func(t *testing.T) { everyCut(t, fresh, persist.Change{Record: marked(7, "stale")}, testConflictCut) })
	t.Run("forget", func(t *testing.T) { everyCut(t, fresh, persist.Change{Forget: true}, testForgetCut) })
	t.Run("load", func(t *testing.T) { everyCut(t, fresh, persist.Change{}, testLoadCut) })
}

// delivery is a change to a record of version 1.
func delivery(id string) persist.Change {
	r := marked(1, "next")
	r.Deliveries = r.Deliveries.Add(id, time.Unix(1_800_000_000, 0), []byte("moved"))
	return persist.Change{Record: r, Delivery: id}
}

func withMore(c persist.Change) persist.Change {
	c.Results = []persist.Result{result("g1", 1), result("g2", 2)}
	return c
}

// everyCut tests a change with each of its messages lost, before and after the
// database gets it.
func everyCut(t *testing.T, fresh Fresh, c persist.Change, test func(*testing.T, cutStore, persist.Change, Cut)) {
	open, arm := fresh(t)
	s := cutStore{opened(t, open), arm, new(bool)}
	for _, answered := range []bool{false, true} {
		*s.cut = true
		for n := 1; *s.cut; n++ {
			*s.cut = false
			c.Player = persist.Player{Platform: "terminal", User: fmt.Sprintf("message %d, carried out: %v", n, answered)}
			store(t, s, c.Player, marked(0, "first"))
			t.Run(c.Player.User, func(t *testing.T) { test(t, s, c, Cut{Message: n, Answered: answered}) })
			if n == 1 && !*s.cut {
				t.Error("no message was lost")
			}
		}
	}
}

// A cutStore's connection is lost within during.
type cutStore struct {
	persist.Store
	arm func(Cut) (disarm func() bool)
	cut *bool // whether it was lost
}

func (s cutStore) during(cut Cut, do func() error) error {
	disarm := s.arm(cut)
	err := do()
	*s.cut = disarm()
	return err
}

func (s cutStore) commitDuring(cut Cut, c persist.Change) error {
	return s.during(cut, func() error { return s.Commit(context.Background(), c) })
}

func testCommitCut(t *testing.T, s cutStore, c persist.Change, cut Cut) {
	if err := s.commitDuring(cut, c); err != nil {
		t.Fatalf("Commit: %v", err)
	}
	want := c.Record
	want.Version = 2
	holds(t, s, c.Player, want, c.Results...)
	again := persist.ErrConflict
	if c.Delivery != "" {
		again = persist.ErrRepeated
	}
	refused(t, s, c, again)
}

// Another copy of the bot goes on from what may have been written.
func testCutAndOvertaken(t *testing.T, s cutStore, c persist.Change, cut Cut) {
	cut.Then = func() {
		r, err := s.Load(context.Background(), c.Player)
		if err == nil {
			r.Current = "another's"
			err = s.Commit(context.Background(), persist.Change{Player: c.Player, Record: r})
		}
		if err != nil {
			t.Errorf("the other copy: %v", err)
		}
	}
	err := s.commitDuring(cut, c)
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
	case c.Delivery == "" && cut.Answered: // the store can't know, and mustn't deny
		if err == nil || errors.Is(err, persist.ErrConflict) || errors.Is(err, persist.ErrBusy) {
			t.Errorf("Commit: %v; want the outcome left open", err)
		}
	case c.Delivery == "":
		if err == nil {
			t.Error("Commit told that the change was written")
		}
	case written != errors.Is(err, persist.ErrRepeated), !written != errors.Is(err, persist.ErrConflict):
		t.Errorf("Commit: %v; the change is there: %v", err, written)
	}
}

func testConflictCut(t *testing.T, s cutStore, c persist.Change, cut Cut) {
	c.Delivery = "tap" // without one the store couldn't know
	if err := s.commitDuring(cut, c); !errors.Is(err, persist.ErrConflict) {
		t.Errorf("Commit: %v; want ErrConflict", err)
	}
	holds(t, s, c.Player, marked(1, "first"))
}

func testForgetCut(t *testing.T, s cutStore, c persist.Change, cut Cut) {
	if err := s.commitDuring(cut, c); err != nil {
		t.Fatalf("Commit: %v", err)
	}
	holdsNothing(t, s, c.Player)
}

func testLoadCut(t *testing.T, s cutStore, c persist.Change, cut Cut) {
	var r persist.Record
	err := s.during(cut, func() (err error) {
		r, err = s.Load(context.Background(), c.Player)
		return err
	})
	if err != nil || !sameRecord(r, marked(1, "first")) {
		t.Errorf("Load = %v, %v", r, err)
	}
}
