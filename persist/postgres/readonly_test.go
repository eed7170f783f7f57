package postgres_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

func reading() postgres.Options {
	o := patient()
	o.ReadOnly = true
	return o
}

// Reading an empty database leaves it empty.
func TestReadOnlyLaysNothingOut(t *testing.T) {
	place := postgrestest.Database(t)
	_, err := postgres.Open(context.Background(), place, reading())
	refusal(t, err, postgres.ErrNoStore, "it has no store", "check the URL", "import")
	if made := postgrestest.Layout(t, place); len(made) != 0 {
		t.Errorf("made: %q", made)
	}
}

// Tables of another schema are left as they are.
func TestReadOnlyMigratesNothing(t *testing.T) {
	place := postgrestest.Database(t)
	persisttest.Close(t, mustOpen(t, place, patient()))
	before := postgrestest.Layout(t, place)
	err := postgres.MigrateAs(place, reading(), `ALTER TABLE solitaire_players ADD COLUMN colour TEXT`)
	refusal(t, err, postgres.ErrOlder, "schema 1, this program needs 2")
	postgrestest.Execute(t, place, `UPDATE solitaire_schema SET version = 0`)
	_, err = postgres.Open(context.Background(), place, reading())
	refusal(t, err, postgres.ErrOlder, "nothing was changed", "start the bot")
	postgrestest.Execute(t, place, `UPDATE solitaire_schema SET version = 1000`)
	_, err = postgres.Open(context.Background(), place, reading())
	refusal(t, err, persist.ErrNewer, "nothing was changed", "use the newer program")
	if diff := cmp.Diff(before, postgrestest.Layout(t, place)); diff != "" {
		t.Error(diff)
	}
}

// The database refuses every write of a store that is opened for reading.
func TestReadOnlyCannotWrite(t *testing.T) {
	place := postgrestest.Database(t)
	persisttest.Commit(t, mustOpen(t, place, patient()), persist.Change{Player: persisttest.Player("a")})
	s := mustOpen(t, place+"&default_transaction_read_only=off", reading())
	persisttest.HasVersion(t, s, persisttest.Player("a"), 1)
	_, lease := s.Lease(context.Background(), "job", "me", time.Second)
	for what, err := range map[string]error{
		"Commit": s.Commit(context.Background(), persist.Change{Player: persisttest.Player("b")}),
		"Forget": s.Commit(context.Background(), persist.Change{Player: persisttest.Player("a"), Forget: true}),
		"Lease":  lease,
	} {
		if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "25006" {
			t.Errorf("%s: %v; want a read-only transaction", what, err)
		}
	}
	persisttest.HasVersion(t, s, persisttest.Player("a"), 1)
}

// A user who may only read the tables can check and export.
func TestReadOnlyWithoutRights(t *testing.T) {
	place := postgrestest.Database(t)
	persisttest.Commit(t, mustOpen(t, place, patient()), persist.Change{Player: persisttest.Player("a")})
	postgrestest.Execute(t, place, `CREATE ROLE reader LOGIN`)
	_, err := postgres.Open(context.Background(), as(t, place, "reader", ""), reading())
	refusal(t, err, nil, "permission denied", "let this user read the tables")
	postgrestest.Execute(t, place, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader`)
	s := mustOpen(t, as(t, place, "reader", ""), reading())
	persisttest.HasVersion(t, s, persisttest.Player("a"), 1)
	persisttest.Close(t, s)
	postgrestest.Execute(t, place, `DROP OWNED BY reader; DROP ROLE reader`)
}

// A server that accepts no more writes, for example after a failover, is reported, and
// the store recovers by itself when the cause is gone.
func TestPingReportsRefusedWrites(t *testing.T) {
	place := postgrestest.Database(t)
	persisttest.Close(t, mustOpen(t, place, patient()))
	readOnly := func(value string) {
		postgrestest.Execute(t, place+"&default_transaction_read_only=off", `DO $$ BEGIN
			EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = `+value+`', current_database()); END $$`)
	}
	o := patient()
	o.Timeout = time.Second
	readOnly("on")
	s := mustOpen(t, place, o)
	for range 2 { // although nobody has tried to write
		if err := s.Ping(context.Background()); err == nil || !strings.Contains(err.Error(), "accepts no writes") {
			t.Errorf("Ping: %v", err)
		}
	}
	if err := s.Commit(context.Background(), persist.Change{Player: persisttest.Player("a")}); err == nil {
		t.Fatal("nothing failed")
	}
	if err := s.Ping(context.Background()); err == nil || !strings.Contains(err.Error(), "accepts no writes") {
		t.Errorf("Ping: %v", err)
	}
	readOnly("off")
	if err := s.Ping(context.Background()); err != nil {
		t.Errorf("Ping after the fault: %v", err)
	}
}

// The store closes a connection to a server that accepts no writes, and uses another one.
func TestReadOnlyConnectionIsDropped(t *testing.T) {
	place := postgrestest.Database(t)
	s := mustOpen(t, place, patient())
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a")})
	if err := s.Spoil(); err != nil {
		t.Fatal(err)
	}
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("b")})
	if err := s.Ping(context.Background()); err != nil {
		t.Error(err)
	}
}
