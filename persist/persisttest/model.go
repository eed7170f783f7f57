package persisttest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/persist"
)

// testModel makes random changes to a store and a [Memory]. After each step it compares
// the player of that step, and after closing and opening the store it compares all
// players.
func testModel(t *testing.T, fresh func(tb testing.TB) Open) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &walk{open: fresh(t), model: NewMemory()}
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

type walk struct {
	open  Open
	store persist.Store
	model *Memory
	last  persist.Change // the last change committed with a delivery
	steps int
}

func anyPlayer(t *rapid.T) persist.Player { return rapid.SampledFrom(tricky()).Draw(t, "player") }

// commit changes a player, mostly from the right version.
func (w *walk) commit(t *rapid.T) {
	p := anyPlayer(t)
	r, _ := w.model.Load(context.Background(), p)
	r.Current = rapid.String().Draw(t, "current")
	r.Games = []persist.Game{{ID: "g", Data: make([]byte, rapid.IntRange(0, 9000).Draw(t, "size"))}}
	if rapid.IntRange(0, 4).Draw(t, "stale") == 0 {
		r.Version = rapid.Uint64Range(0, 5).Draw(t, "version")
	}
	c := persist.Change{Player: p, Record: r}
	for range rapid.IntRange(0, 2).Draw(t, "results") {
		id := rapid.SampledFrom([]string{"a", "b", "b\x00", "c", "d", "e"}).Draw(t, "id")
		c.Results = append(c.Results, result(id, rapid.Int64Range(100, 105).Draw(t, "ended")))
	}
	if rapid.Bool().Draw(t, "delivered") {
		w.steps++
		c.Delivery = strings.Repeat("d", w.steps)
		c.Record.Deliveries = c.Record.Deliveries.Add(c.Delivery, time.Unix(1_800_000_000, 0), nil)
		w.last = c
	}
	w.apply(t, c)
}

// repeat delivers the last change once more.
func (w *walk) repeat(t *rapid.T) {
	if w.last.Delivery == "" {
		t.Skip("nothing was delivered yet")
	}
	w.apply(t, w.last)
}

func (w *walk) forget(t *rapid.T) { w.apply(t, persist.Change{Player: anyPlayer(t), Forget: true}) }

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

func (w *walk) apply(t *rapid.T, c persist.Change) {
	want := w.model.Commit(context.Background(), c)
	if err := w.store.Commit(context.Background(), c); !errors.Is(err, want) {
		t.Fatalf("Commit: %v; want: %v", err, want)
	}
	w.compare(t, c.Player)
}

func (w *walk) compare(t *rapid.T, p persist.Player) {
	r, err := w.model.Load(context.Background(), p)
	if err != nil {
		holdsNothing(t, w.store, p)
		return
	}
	results, _ := w.model.Results(context.Background(), p)
	holds(t, w.store, p, r, results...)
}
