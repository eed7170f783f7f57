package persisttest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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

// oneWinner fails unless exactly one of many concurrent callers succeeds and the others
// get a conflict. It returns the index of the successful one.
func oneWinner(t *testing.T, try func(i int) error) (winner int) {
	t.Helper()
	const many = 16
	var errs [many]error
	together(many, func(i int) { errs[i] = try(i) })
	winners := 0
	for i, err := range errs {
		switch {
		case err == nil:
			winner = i
			winners++
		case !errors.Is(err, persist.ErrConflict):
			t.Errorf("%d: %v", i, err)
		}
	}
	if winners != 1 {
		t.Fatalf("%d of %d came through", winners, many)
	}
	return winner
}

// The change of the successful caller is what is stored.
func testOneWinner(t *testing.T, open Open) {
	s := opened(t, open)
	for version := range uint64(25) {
		winner := oneWinner(t, func(i int) error {
			return s.Commit(context.Background(), persist.Change{Player: player(), Record: marked(version, Named(i).User)})
		})
		holds(t, s, player(), marked(version+1, Named(winner).User))
	}
}

func testDocOneWinner(t *testing.T, open Open) {
	s := opened(t, open)
	winner := oneWinner(t, func(i int) error {
		return s.Commit(context.Background(), persist.Change{Docs: []persist.Doc{pack(t, "daily", "1", 0, fmt.Sprint(i))}})
	})
	holdsDoc(t, s, "daily", "1", 1, fmt.Sprint(winner))
}

func testLeaseForOne(t *testing.T, open Open) {
	s := opened(t, open)
	oneWinner(t, func(i int) error {
		held, err := s.Lease(context.Background(), "job", Named(i).User, time.Hour)
		if err == nil && !held {
			return persist.ErrConflict
		}
		return err
	})
}

// Players don't affect each other: every commit succeeds.
func testManyPlayers(t *testing.T, open Open) {
	s := opened(t, open)
	const players, commits = 64, 8
	together(players, func(i int) {
		for v := range uint64(commits) {
			c := persist.Change{Player: Named(i), Record: marked(v, "x"), Results: []persist.Result{result(string('a'+rune(v)), int64(v))}}
			if err := s.Commit(context.Background(), c); err != nil {
				t.Errorf("player %d, version %d: %v", i, v, err)
			}
		}
	})
	for i := range players {
		results, err := s.Results(context.Background(), Named(i))
		if len(results) != commits {
			t.Errorf("player %d: %d results, %v", i, len(results), err)
		}
		holds(t, s, Named(i), marked(commits, "x"), results...)
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
		acknowledged[i] = commitUntilClosed(t, s, Named(i), some.Done)
	})
	s = opened(t, open)
	for i, version := range acknowledged {
		holds(t, s, Named(i), marked(version, "x"))
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
		p := Named(i % players)
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
		r, _ := s.Load(context.Background(), Named(i))
		results, err := s.Results(context.Background(), Named(i))
		if err != nil || uint64(len(results)) != r.Version {
			t.Errorf("%s: version %d with %d results, %v", Named(i).User, r.Version, len(results), err)
		}
		if r.Version == 0 {
			continue
		}
		there++
		row, _, err := s.Place(context.Background(), persist.Board{Deal: "k", Span: persist.AllTime}, Named(i))
		if err != nil || row.Score.Won != len(results) {
			t.Errorf("%s: %d won on the board, %v; want %d", Named(i).User, row.Score.Won, err, len(results))
		}
	}
	page, err := s.Page(context.Background(), persist.Board{Deal: "k", Span: persist.AllTime}, 0, 100)
	if err != nil || page.Total != there || len(page.Rows) != there {
		t.Errorf("a board of %d, %d rows, %v; want %d", page.Total, len(page.Rows), err, there)
	}
}
