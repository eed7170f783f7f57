package persisttest

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
)

// together runs functions concurrently and waits for them.
func together(n int, f func(i int)) {
	var all sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-start
			f(i)
		})
	}
	close(start)
	all.Wait()
}

// Of many callers that change the same version exactly one succeeds, and its change is
// what is stored.
func testOneWinner(t *testing.T, open Open) {
	s := opened(t, open)
	const rounds, writers = 25, 16
	for version := range uint64(rounds) {
		var winners atomic.Int64
		var winner atomic.Pointer[persist.Record]
		together(writers, func(i int) {
			r := marked(version, named(i).User)
			switch err := s.Commit(context.Background(), persist.Change{Player: player(), Record: r}); {
			case err == nil:
				winners.Add(1)
				r.Version++
				winner.Store(&r)
			case !errors.Is(err, persist.ErrConflict):
				t.Errorf("Commit: %v", err)
			}
		})
		if winners.Load() != 1 {
			t.Fatalf("version %d: %d of %d writers came through", version, winners.Load(), writers)
		}
		holds(t, s, player(), *winner.Load())
	}
}

// Players don't affect each other: every commit succeeds.
func testManyPlayers(t *testing.T, open Open) {
	s := opened(t, open)
	const players, commits = 64, 8
	together(players, func(i int) {
		for v := range uint64(commits) {
			c := persist.Change{Player: named(i), Record: marked(v, "x"), Results: []persist.Result{result(string('a'+rune(v)), int64(v))}}
			if err := s.Commit(context.Background(), c); err != nil {
				t.Errorf("player %d, version %d: %v", i, v, err)
			}
		}
	})
	for i := range players {
		results, err := s.Results(context.Background(), named(i))
		if len(results) != commits {
			t.Errorf("player %d: %d results, %v", i, len(results), err)
		}
		holds(t, s, named(i), marked(commits, "x"), results...)
	}
}

// Readers see whole commits, and never an older state after a newer one.
func testReadWhileWriting(t *testing.T, open Open) {
	s := opened(t, open)
	const commits = 30
	var written atomic.Uint64
	together(5, func(i int) {
		if i == 0 {
			for v := range uint64(commits) {
				store(t, s, player(), marked(v, "x"))
				written.Store(v + 1)
			}
			return
		}
		for last := uint64(0); last < commits && !t.Failed(); {
			atLeast := max(last, written.Load())
			r, err := s.Load(context.Background(), player())
			if err != nil && !errors.Is(err, persist.ErrNotFound) || r.Version < atLeast {
				t.Errorf("Load = version %d, %v; want at least %d", r.Version, err, atLeast)
				return
			}
			last = r.Version
		}
	})
}

// A change is either refused or stored, even if the store is closed meanwhile.
func testCloseWaits(t *testing.T, open Open) {
	s := opened(t, open)
	const players = 16
	var acknowledged [players]uint64
	var some sync.WaitGroup // each has committed once
	some.Add(players)
	together(players+1, func(i int) {
		if i == players {
			some.Wait()
			if err := s.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
			return
		}
		acknowledged[i] = commitUntilClosed(t, s, named(i), some.Done)
	})
	s = opened(t, open)
	for i, version := range acknowledged {
		holds(t, s, named(i), marked(version, "x"))
	}
}

func commitUntilClosed(t *testing.T, s persist.Store, p persist.Player, first func()) (version uint64) {
	for {
		err := s.Commit(context.Background(), persist.Change{Player: p, Record: marked(version, "x")})
		if err != nil && !errors.Is(err, persist.ErrClosed) {
			t.Errorf("Commit: %v", err)
		}
		if version == 0 {
			first()
		}
		if err != nil {
			return version
		}
		version++
	}
}

// A player who is forgotten while playing is either gone or there, as a whole: the
// record, its results and the places on boards always agree.
func testForgetWhileWriting(t *testing.T, open Open) {
	s := opened(t, open)
	const players, rounds = 4, 30
	together(2*players, func(i int) {
		p := named(i % players)
		for range rounds {
			c := persist.Change{Player: p, Forget: true}
			if i < players {
				r, err := s.Load(context.Background(), p)
				if err != nil && !errors.Is(err, persist.ErrNotFound) {
					t.Errorf("Load: %v", err)
				}
				c = persist.Change{Player: p, Record: r, Results: []persist.Result{daily(persist.Day(1+r.Version), "k", true, 90, 0, 52, 60)}}
			}
			if err := s.Commit(context.Background(), c); err != nil && !errors.Is(err, persist.ErrConflict) {
				t.Errorf("Commit: %v", err)
			}
		}
	})
	there := 0
	for i := range players {
		r, _ := s.Load(context.Background(), named(i))
		results, err := s.Results(context.Background(), named(i))
		if err != nil || uint64(len(results)) != r.Version {
			t.Errorf("%s: version %d with %d results, %v", named(i).User, r.Version, len(results), err)
		}
		if r.Version == 0 {
			continue
		}
		there++
		row, _, err := s.Place(context.Background(), persist.Board{Deal: "k", Span: persist.AllTime}, named(i))
		if err != nil || row.Score.Won != len(results) {
			t.Errorf("%s: %d won on the board, %v; want %d", named(i).User, row.Score.Won, err, len(results))
		}
	}
	page, err := s.Page(context.Background(), persist.Board{Deal: "k", Span: persist.AllTime}, 0, 100)
	if err != nil || page.Total != there || len(page.Rows) != there {
		t.Errorf("a board of %d, %d rows, %v; want %d", page.Total, len(page.Rows), err, there)
	}
}
