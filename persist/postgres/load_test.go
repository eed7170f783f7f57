package postgres_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

var killRounds = flag.Int("kill.rounds", 2, "how often TestKill kills the server")

// A crowd counts in records, as several copies of the bot do in games: each member has
// some players of its own, and all share one.
type crowd struct {
	stop    atomic.Bool
	members []*member
	running sync.WaitGroup
}

type member struct {
	store  persist.Store
	player persist.Player
	name   string
	done   int          // deliveries that are known to be written
	seen   atomic.Int64 // the same, for others
	failed error        // an inexplicable error
}

func gather(stores ...persist.Store) *crowd {
	var c crowd
	for i, s := range stores {
		for j := range 4 {
			name := fmt.Sprintf("%d-%d", i, j)
			c.members = append(c.members,
				&member{store: s, player: persisttest.Player(name), name: name},
				&member{store: s, player: persisttest.Player("shared"), name: "shared " + name})
		}
	}
	for _, m := range c.members {
		c.running.Go(func() {
			for !c.stop.Load() && m.failed == nil {
				m.failed = m.deliver(fmt.Sprint(m.name, " ", m.done))
				m.done++
				m.seen.Add(1)
			}
		})
	}
	return &c
}

// deliver retries until a delivery is written, as a platform and the bot do.
func (m *member) deliver(id string) error {
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		r, err := m.store.Load(context.Background(), m.player)
		if err != nil && !errors.Is(err, persist.ErrNotFound) {
			continue
		}
		if _, known := r.Deliveries.Find(id); known {
			return nil
		}
		err = m.store.Commit(context.Background(), m.count(r, id))
		if err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s: not written in two minutes", id)
}

// count returns the change for a delivery.
func (m *member) count(r persist.Record, id string) persist.Change {
	g := persist.Game{ID: "g"}
	if len(r.Games) > 0 {
		g = r.Games[0]
	}
	g.Hints++
	r.Games = []persist.Game{g}
	c := persist.Change{Player: m.player, Delivery: id}
	r.Deliveries = r.Deliveries.Add(id, time.Unix(1_800_000_000, 0), nil)
	c.Record = r
	if g.Hints%10 == 0 {
		c.Results = []persist.Result{{ID: fmt.Sprint(g.Hints)}}
	}
	return c
}

// total is the number of deliveries so far.
func (c *crowd) total() (n int64) {
	for _, m := range c.members {
		n += m.seen.Load()
	}
	return n
}

// disperse ends the crowd, and expects every delivery to be counted once.
func (c *crowd) disperse(t *testing.T, s persist.Store) {
	t.Helper()
	c.stop.Store(true)
	c.running.Wait()
	want := map[persist.Player]int{}
	for _, m := range c.members {
		if m.failed != nil {
			t.Fatal(m.failed)
		}
		want[m.player] += m.done
	}
	for p, n := range want {
		r, err := s.Load(context.Background(), p)
		if err != nil || n == 0 || r.Games[0].Hints != n || r.Version != uint64(n) {
			t.Errorf("%s: %+v, %v; want %d deliveries", p.User, r.Games, err, n)
		}
		results, err := s.Results(context.Background(), p)
		if err != nil || len(results) != n/10 {
			t.Errorf("%s: %d results, %v; want %d", p.User, len(results), err, n/10)
		}
	}
}

func until(t *testing.T, reached func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !reached(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited too long")
		}
	}
}

func TestTwoStores(t *testing.T) {
	place := postgrestest.Database(t)
	a, b := mustOpen(t, place, patient()), mustOpen(t, place, patient())
	c := gather(a, b)
	until(t, func() bool { return c.total() >= 2000 })
	c.disperse(t, a)
}

// TestKill kills the server under the load of two stores, again and again. Everything
// acknowledged is there, nothing is there twice, and the stores recover by themselves.
func TestKill(t *testing.T) {
	server := postgrestest.Start(t)
	place := server.Database(t)
	o := postgres.Options{Patience: time.Minute} // otherwise the usual options
	a, b := mustOpen(t, place, o), mustOpen(t, place, o)
	c := gather(a, b)
	for round := range *killRounds {
		before := c.total() + rand.Int64N(1000)
		until(t, func() bool { return c.total() > before })
		if err := server.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := server.Run(); err != nil {
			t.Fatal(err)
		}
		answers := time.Now()
		before = c.total()
		until(t, func() bool { return c.total() > before+int64(len(c.members)) })
		t.Logf("round %d: %d deliveries; served again %v after the server answered", round, before, time.Since(answers).Round(time.Millisecond))
	}
	c.disperse(t, b)
}

// The tests also pass with two stores that take turns.
func TestConformanceOfTwo(t *testing.T) {
	database := postgrestest.Database(t)
	persisttest.Run(t, func(tb testing.TB) persisttest.Open {
		place := postgrestest.Schema(tb, database)
		return func() (persist.Store, error) {
			return &pair{mustOpen(tb, place, patient()), mustOpen(tb, place, patient()), atomic.Int64{}}, nil
		}
	})
}

type pair struct {
	persist.Store
	other persist.Store
	calls atomic.Int64
}

func (p *pair) turn() persist.Store {
	if p.calls.Add(1)%2 == 0 {
		return p.other
	}
	return p.Store
}

func (p *pair) Load(ctx context.Context, who persist.Player) (persist.Record, error) {
	return p.turn().Load(ctx, who)
}

func (p *pair) Commit(ctx context.Context, c persist.Change) error { return p.turn().Commit(ctx, c) }

func (p *pair) Results(ctx context.Context, who persist.Player) ([]persist.Result, error) {
	return p.turn().Results(ctx, who)
}

func (p *pair) Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error) {
	return p.turn().Lease(ctx, name, holder, ttl)
}

func (p *pair) Close() error {
	return errors.Join(p.Store.Close(), p.other.Close())
}
