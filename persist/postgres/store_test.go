package postgres_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

func TestBusy(t *testing.T) {
	s := mustOpen(t, postgrestest.Database(t), postgres.Options{Conns: 2, Patience: 10 * time.Millisecond, Timeout: time.Minute})
	release := s.Hold(0)
	err := s.Commit(context.Background(), persist.Change{Player: persisttest.Player("a")})
	if !errors.Is(err, persist.ErrBusy) {
		t.Errorf("Commit: %v; want ErrBusy", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(time.Millisecond, cancel)
	if _, err := s.Load(ctx, persisttest.Player("a")); !errors.Is(err, context.Canceled) && !errors.Is(err, persist.ErrBusy) {
		t.Errorf("Load: %v", err)
	}
	release()
	if _, err := s.Load(context.Background(), persisttest.Player("a")); !errors.Is(err, persist.ErrNotFound) {
		t.Errorf("Load: %v; what was refused is stored", err)
	}
}

// A statement that takes too long doesn't hold its caller for ever, and the error doesn't
// claim that the caller's own time was over.
func TestTimeout(t *testing.T) {
	place := postgrestest.Database(t)
	s := mustOpen(t, place, postgres.Options{Timeout: 500 * time.Millisecond})
	other := mustOpen(t, place, patient())
	persisttest.Commit(t, other, persist.Change{Player: persisttest.Player("a")})
	release := lockPlayers(t, place)
	err := s.Commit(context.Background(), persist.Change{Player: persisttest.Player("a"), Record: persisttest.Sized(1, 10)})
	if err == nil || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, persist.ErrConflict) {
		t.Errorf("Commit: %v; want an error that leaves the outcome open", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := s.Commit(ctx, persist.Change{Player: persisttest.Player("a"), Record: persisttest.Sized(1, 10)}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Commit: %v; want the context's error", err)
	}
	release()
	if r, err := other.Load(context.Background(), persisttest.Player("a")); err != nil || r.Version > 2 {
		t.Errorf("Load = version %d, %v", r.Version, err)
	}
}

// Damage to any stored value is reported, and only its player suffers.
func TestDamage(t *testing.T) {
	place := postgrestest.Database(t)
	s := mustOpen(t, place, patient())
	ctx := context.Background()
	for _, name := range []string{"a", "b"} {
		persisttest.Commit(t, s, persist.Change{
			Player: persisttest.Player(name), Record: persisttest.Sized(0, 100), Results: []persist.Result{{ID: "r"}},
		})
	}
	key := persisttest.Player("a").AppendKey(nil)
	for _, sql := range []string{
		`UPDATE solitaire_players SET record = set_byte(record, 60, 255) WHERE player = $1`,
		`UPDATE solitaire_results SET result = set_byte(result, 20, 255) WHERE player = $1`,
	} {
		postgrestest.Execute(t, place, sql, key)
	}
	_, load := s.Load(ctx, persisttest.Player("a"))
	_, results := s.Results(ctx, persisttest.Player("a"))
	for name, err := range map[string]error{"Load": load, "Results": results} {
		if !errors.Is(err, persist.ErrDamaged) || !persist.OwnUnreadable(err, persisttest.Player("a")) {
			t.Errorf("%s: %v; want ErrDamaged, of player a", name, err)
		}
	}
	persisttest.HasVersion(t, s, persisttest.Player("b"), 1)

	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a"), Forget: true})
	if _, err := s.Load(ctx, persisttest.Player("a")); !errors.Is(err, persist.ErrNotFound) {
		t.Errorf("Load after forgetting: %v", err)
	}
}

// A damaged doc is an entry with an error in a walk, and hides no other one.
func TestDamagedDocs(t *testing.T) {
	place := postgrestest.Database(t)
	s := mustOpen(t, place, patient())
	for _, key := range []string{"a", "b", "c", "d"} {
		d, err := persist.Pack("day", key, 0, "deal of "+key)
		if err != nil {
			t.Fatal(err)
		}
		persisttest.Commit(t, s, persist.Change{Docs: []persist.Doc{d}})
	}
	postgrestest.Execute(t, place, `UPDATE solitaire_docs SET doc = set_byte(doc, length(doc) / 2, 255) WHERE key = 'b'`)
	postgrestest.Execute(t, place, `UPDATE solitaire_docs SET doc = '' WHERE key = 'c'`)
	damaged := func(walk string, keys []string, errs []error) {
		t.Helper()
		if !slices.Equal(keys, []string{"a", "b", "c", "d"}) {
			t.Fatalf("%s: %q", walk, keys)
		}
		for i, err := range errs {
			broken := i == 1 || i == 2
			if errors.Is(err, persist.ErrDamaged) != broken || !broken && err != nil || broken && !strings.Contains(err.Error(), keys[i]) {
				t.Errorf("%s: %s: %v", walk, keys[i], err)
			}
		}
	}
	docs, err := s.Docs(t.Context(), "day", "", "", 10)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	var errs []error
	for _, d := range docs {
		keys, errs = append(keys, d.Key), append(errs, d.Err)
		if d.Err != nil && d.Data != nil {
			t.Errorf("%s comes with data", d.Key)
		}
	}
	damaged("Docs", keys, errs)
	keys, errs = nil, nil
	for e, err := range s.Dump(t.Context()) {
		if d, ok := e.Body.(*persist.Doc); ok {
			keys = append(keys, d.Key)
		}
		errs = append(errs, err)
	}
	damaged("Dump", keys, errs)
	if _, err := s.Doc(t.Context(), "day", "b"); !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("Doc: %v", err)
	}
	if d, err := s.Doc(t.Context(), "day", "d"); err != nil || d.Version != 1 {
		t.Errorf("Doc: %+v, %v", d, err)
	}
}

// A version or an id that isn't its value's own is damage too.
func TestMismatch(t *testing.T) {
	place := postgrestest.Database(t)
	s := mustOpen(t, place, patient())
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a"), Results: []persist.Result{{ID: "r"}}})
	postgrestest.Execute(t, place, `UPDATE solitaire_players SET version = 2`)
	postgrestest.Execute(t, place, `UPDATE solitaire_results SET id = 'q'`)
	if _, err := s.Load(context.Background(), persisttest.Player("a")); !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("Load: %v; want ErrDamaged", err)
	}
	if _, err := s.Results(context.Background(), persisttest.Player("a")); !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("Results: %v; want ErrDamaged", err)
	}
}

func TestCommitted(t *testing.T) {
	o := patient()
	told := 0
	o.Committed = func(changes int, took time.Duration) {
		told += changes
		if took <= 0 {
			t.Errorf("it took %v", took)
		}
	}
	s := mustOpen(t, postgrestest.Database(t), o)
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a")})
	_ = s.Commit(context.Background(), persist.Change{Player: persisttest.Player("a")}) // a conflict
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a"), Forget: true})
	if told != 2 {
		t.Errorf("told of %d changes, want 2", told)
	}
}
