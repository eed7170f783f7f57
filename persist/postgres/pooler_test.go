package postgres_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// tolerant makes PgBouncer ignore what it doesn't know, as many are set up.
const tolerant = "ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,default_transaction_read_only,search_path"

// Behind a pooler in transaction mode a store keeps all promises.
func TestConformanceBehindPgBouncer(t *testing.T) {
	// A pooler takes no search_path, so that all places are the same database, laid out anew.
	place := postgrestest.Database(t)
	url := postgrestest.StartPooler(t, place, "transaction").URL(t, place)
	checks := flag.Lookup("rapid.checks").Value.String()
	_ = flag.Set("rapid.checks", "2")
	defer func() { _ = flag.Set("rapid.checks", checks) }()
	persisttest.Run(t, func(tb testing.TB) persisttest.Open {
		postgrestest.Execute(tb, place, "DROP SCHEMA public CASCADE")
		postgrestest.Execute(tb, place, "CREATE SCHEMA public")
		return func() (persist.Store, error) {
			s, err := postgres.Open(context.Background(), url, patient())
			if err != nil {
				return nil, err
			}
			return s, nil
		}
	})
}

// Several copies that share the pooler's few connections don't see what another has
// prepared there, and lose no request.
func TestCopiesShareAPooler(t *testing.T) {
	place := postgrestest.Database(t)
	for _, more := range []string{"", tolerant} {
		for _, mode := range []string{"transaction", "session"} {
			url := postgrestest.StartPooler(t, place, mode, more).URL(t, place)
			var group sync.WaitGroup
			for i := range 3 {
				o := patient()
				if mode == "session" {
					o.Conns = 1 // each has one of the pooler's connections for itself
				}
				s := mustOpen(t, url, o)
				for j := range 8 {
					group.Go(func() {
						p := persisttest.Player(fmt.Sprint(mode, len(more), i, j))
						for version := range uint64(25) {
							r := persist.Record{Version: version}
							c := persist.Change{Player: p, Record: r, Results: []persist.Result{{ID: fmt.Sprint(version), Kind: "daily", Outcome: persist.Won}}}
							if err := s.Commit(t.Context(), c); err != nil {
								t.Errorf("Commit: %v", err)
								return
							}
							if r, err := s.Load(t.Context(), p); err != nil || r.Version != version+1 {
								t.Errorf("Load: version %d, %v", r.Version, err)
								return
							}
						}
					})
				}
			}
			group.Wait()
		}
	}
}

// A store that only reads writes nothing behind a pooler either.
func TestReadOnlyBehindPgBouncer(t *testing.T) {
	place := postgrestest.Database(t)
	persisttest.Commit(t, mustOpen(t, place, patient()), persist.Change{Player: persisttest.Player("a")})
	s := mustOpen(t, postgrestest.StartPooler(t, place, "transaction").URL(t, place), reading())
	persisttest.HasVersion(t, s, persisttest.Player("a"), 1)
	_, lease := s.Lease(t.Context(), "job", "me", time.Second)
	for what, err := range map[string]error{
		"Commit": s.Commit(t.Context(), persist.Change{Player: persisttest.Player("b")}),
		"Forget": s.Commit(t.Context(), persist.Change{Player: persisttest.Player("a"), Forget: true}),
		"Lease":  lease,
		"Restore": s.Restore(t.Context(), func(func(persist.Entry, error) bool) {
			t.Error("entries were asked for")
		}),
	} {
		if err == nil || !strings.Contains(err.Error(), "read only") {
			t.Errorf("%s: %v", what, err)
		}
	}
	n := 0
	for _, err := range s.Dump(t.Context()) {
		if n++; err != nil {
			t.Error(err)
		}
	}
	if n != 1 {
		t.Errorf("%d entries", n)
	}
	persisttest.HasVersion(t, s, persisttest.Player("a"), 1)
}

// A parameter in the URL that the pooler refuses is an error that says what to do.
func TestPoolerRefusesParameterOfTheURL(t *testing.T) {
	place := postgrestest.Database(t)
	url := postgrestest.StartPooler(t, place, "transaction").URL(t, place)
	_, err := postgres.Open(context.Background(), url+"&search_path=games", patient())
	if err == nil || !strings.Contains(err.Error(), "search_path") || !strings.Contains(err.Error(), "take it out of the URL") {
		t.Errorf("Open: %v", err)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		t.Error("it was tried until the time was over")
	}
}
