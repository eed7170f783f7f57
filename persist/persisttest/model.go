package persisttest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/persist"
)

// testModel walks at random through a store and a model of it in memory. It
// compares the player that a step was about after the step, and all of them
// whenever the store was closed and opened.
func testModel(t *testing.T, fresh func(tb testing.TB) Open) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &walk{open: fresh(t), players: map[persist.Player]*kept{}}
		w.reopen(rt)
		defer func() {
			if w.store != nil {
				_ = w.store.Close()
			}
		}()
		defer w.reopen(rt)
		rt.Repeat(map[string]func(*rapid.T){
			"commit": w.commit,
			"repeat": w.repeat,
			"forget": w.forget,
			"reopen": w.reopen,
		})
	})
}

// A kept player is what the store should have of one.
type kept struct {
	record  persist.Record
	results []persist.Result
}

type walk struct {
	open    Open
	store   persist.Store
	players map[persist.Player]*kept
	last    persist.Change // the last that was committed with a delivery
	steps   int
}

func anyPlayer(t *rapid.T) persist.Player { return rapid.SampledFrom(tricky()).Draw(t, "player") }

// commit changes a player, mostly from the right version.
func (w *walk) commit(t *rapid.T) {
	p := anyPlayer(t)
	c := persist.Change{Player: p, Record: w.change(t, p), Results: w.results(t)}
	if rapid.Bool().Draw(t, "delivered") {
		w.steps++
		c.Delivery = strings.Repeat("d", w.steps)
		c.Record.Deliveries = c.Record.Deliveries.Add(c.Delivery, time.Unix(1_800_000_000, 0), nil)
		w.last = c
	}
	w.expect(t, c, w.apply(c))
}

func (w *walk) change(t *rapid.T, p persist.Player) persist.Record {
	r := persist.Record{
		Current: rapid.String().Draw(t, "current"),
		Games:   []persist.Game{{ID: "g", Data: make([]byte, rapid.IntRange(0, 9000).Draw(t, "size"))}},
	}
	if k := w.players[p]; k != nil {
		r.Version, r.Deliveries = k.record.Version, k.record.Deliveries
	}
	if rapid.IntRange(0, 4).Draw(t, "stale") == 0 {
		r.Version = rapid.Uint64Range(0, 5).Draw(t, "version")
	}
	return r
}

func (w *walk) results(t *rapid.T) (results []persist.Result) {
	for range rapid.IntRange(0, 2).Draw(t, "results") {
		id := rapid.SampledFrom([]string{"a", "b", "b\x00", "c", "d", "e"}).Draw(t, "id")
		results = append(results, result(id, rapid.Int64Range(100, 105).Draw(t, "ended")))
	}
	return results
}

// repeat delivers the last change once more.
func (w *walk) repeat(t *rapid.T) {
	if w.last.Delivery == "" {
		t.Skip("nothing was delivered yet")
	}
	w.expect(t, w.last, w.apply(w.last))
}

func (w *walk) forget(t *rapid.T) {
	c := persist.Change{Player: anyPlayer(t), Forget: true}
	w.expect(t, c, w.apply(c))
}

func (w *walk) reopen(t *rapid.T) {
	if w.store != nil {
		if err := w.store.Close(); err != nil {
			t.Fatalf("Close: %v", err)
		}
	}
	w.store = nil
	s, err := w.open()
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	w.store = s
	for _, p := range tricky() {
		w.compare(t, p)
	}
}

func (w *walk) expect(t *rapid.T, c persist.Change, want error) {
	if err := w.store.Commit(context.Background(), c); !errors.Is(err, want) {
		t.Fatalf("Commit: %v; want: %v", err, want)
	}
	w.compare(t, c.Player)
}

// apply changes the model, and returns what Commit should.
func (w *walk) apply(c persist.Change) error {
	if c.Forget {
		delete(w.players, c.Player)
		return nil
	}
	k := w.players[c.Player]
	if k == nil {
		k = &kept{}
	}
	if k.record.Version != c.Record.Version {
		if _, ok := k.record.Deliveries.Find(c.Delivery); ok && c.Delivery != "" {
			return persist.ErrRepeated
		}
		return persist.ErrConflict
	}
	w.players[c.Player] = k
	k.record = c.Record
	k.record.Version++
	for _, r := range c.Results {
		k.add(r)
	}
	return nil
}

func (k *kept) add(r persist.Result) {
	if slices.ContainsFunc(k.results, func(other persist.Result) bool { return other.ID == r.ID }) {
		return
	}
	k.results = append(k.results, r)
	slices.SortFunc(k.results, func(a, b persist.Result) int {
		if a.Last.Equal(b.Last) {
			return strings.Compare(a.ID, b.ID)
		}
		return a.Last.Compare(b.Last)
	})
}

func (w *walk) compare(t *rapid.T, p persist.Player) {
	if k := w.players[p]; k != nil {
		holds(t, w.store, p, k.record, k.results...)
	} else {
		holdsNothing(t, w.store, p)
	}
}
