package hint_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/game/hint"
)

// busy works until its time is up.
func busy(ctx context.Context) { <-ctx.Done() }

func TestAllQuestionsAreAnsweredInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := hint.NewQueue(hint.QueueConfig{Workers: 1})
		begin := time.Now()
		var all sync.WaitGroup
		for i := range 64 {
			all.Go(func() {
				if err := d.Ask(t.Context(), fmt.Sprint(i), busy); err != nil {
					t.Error(err)
				}
				if took := time.Since(begin); took > 3*time.Second {
					t.Errorf("player %d waited for %v", i, took)
				}
			})
		}
		all.Wait()
		if took := time.Since(begin); took < 2*time.Second {
			t.Errorf("64 players got %v together, though they would wait longer", took)
		}
	})
}

func TestALonePlayerGetsTheWholeBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := hint.NewQueue(hint.QueueConfig{Workers: 1})
		begin := time.Now()
		if err := d.Ask(t.Context(), "ann", busy); err != nil || time.Since(begin) != time.Second {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
	})
}

// A player with many questions doesn't keep others waiting.
func TestPlayersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := hint.NewQueue(hint.QueueConfig{Workers: 1})
		var order []string
		var all sync.WaitGroup
		for _, player := range []string{"ann", "ann", "ann", "bob", "cem", "bob"} {
			all.Go(func() {
				err := d.Ask(t.Context(), player, func(ctx context.Context) {
					order = append(order, player)
					busy(ctx)
				})
				if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		all.Wait()
		if want := []string{"ann", "bob", "cem", "ann", "bob", "ann"}; !slices.Equal(order, want) {
			t.Errorf("served in the order %v, not %v", order, want)
		}
	})
}

// One player is never served by two workers.
func TestAPlayerIsServedOnceAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := hint.NewQueue(hint.QueueConfig{Workers: 4})
		var mu sync.Mutex
		now, most := 0, 0
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				_ = d.Ask(t.Context(), "ann", func(ctx context.Context) {
					mu.Lock()
					now++
					most = max(most, now)
					mu.Unlock()
					busy(ctx)
					mu.Lock()
					now--
					mu.Unlock()
				})
			})
		}
		all.Wait()
		if most != 1 {
			t.Errorf("%d questions of one player were answered at once", most)
		}
	})
}

func TestWaitingPlayersCanLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &meter{}
		d := hint.NewQueue(hint.QueueConfig{Workers: 1, Meter: m})
		var ann sync.WaitGroup
		ann.Go(func() { _ = d.Ask(t.Context(), "ann", busy) })
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		called := false
		err := d.Ask(ctx, "bob", func(context.Context) { called = true })
		if !errors.Is(err, context.DeadlineExceeded) || called {
			t.Errorf("%v, called: %v", err, called)
		}
		ann.Wait()
		if m.length != 0 || len(m.waits) != 1 {
			t.Errorf("the queue is left with %d, %d answers", m.length, len(m.waits))
		}
	})
}

// A meter records its measurements.
type meter struct {
	length int
	waits  []time.Duration
	takes  []time.Duration
}

func (m *meter) Queue(length int) { m.length = length }

func (m *meter) Answered(waited, took time.Duration) {
	m.waits = append(m.waits, waited)
	m.takes = append(m.takes, took)
}

func TestQueueReportsToItsMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &meter{}
		d := hint.NewQueue(hint.QueueConfig{Workers: 1, Budget: 300 * time.Millisecond, Meter: m})
		var all sync.WaitGroup
		for _, player := range []string{"ann", "bob"} {
			all.Go(func() { _ = d.Ask(t.Context(), player, busy) })
			synctest.Wait()
		}
		all.Wait()
		ms := time.Millisecond
		if !slices.Equal(m.waits, []time.Duration{0, 300 * ms}) || !slices.Equal(m.takes, []time.Duration{300 * ms, 300 * ms}) {
			t.Errorf("waits %v, takes %v", m.waits, m.takes)
		}
	})
}
