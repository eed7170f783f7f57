package postgres_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// lockPlayers keeps everybody from writing players until release is called.
func lockPlayers(tb testing.TB, url string) (release func()) {
	tb.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := conn.Exec(ctx, `BEGIN; LOCK TABLE solitaire_players IN EXCLUSIVE MODE`); err != nil {
		tb.Fatal(err)
	}
	return func() { _ = conn.Close(ctx) }
}

// refusal expects a certain error with certain words.
func refusal(t *testing.T, err, is error, words ...string) {
	t.Helper()
	if err == nil || is != nil && !errors.Is(err, is) {
		t.Fatalf("Open: %v; want: %v", err, is)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q doesn't say %q", err, w)
		}
	}
}

// Several copies start at once on an empty database.
func TestOpenTogether(t *testing.T) {
	place := postgrestest.Database(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			s, err := postgres.Open(context.Background(), place, patient())
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = s.Close() }()
			if err := s.Commit(context.Background(), persist.Change{Player: persisttest.Named(i)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s := mustOpen(t, place, patient())
	for i := range 8 {
		persisttest.HasVersion(t, s, persisttest.Named(i), 1)
	}
}

// A user who may not create tables can use existing ones.
func TestOpenWithoutRights(t *testing.T) {
	place := postgrestest.Database(t)
	postgrestest.Execute(t, place, `REVOKE CREATE ON SCHEMA public FROM PUBLIC; CREATE ROLE guest LOGIN`)
	_, err := postgres.Open(context.Background(), as(t, place, "guest", ""), patient())
	refusal(t, err, nil, "permission denied", "let this user create tables")

	persisttest.Close(t, mustOpen(t, place, patient()))
	postgrestest.Execute(t, place, `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO guest`)
	s := mustOpen(t, as(t, place, "guest", ""), patient())
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a")})
	persisttest.HasVersion(t, s, persisttest.Player("a"), 1)
	persisttest.Close(t, s)
	postgrestest.Execute(t, place, `DROP OWNED BY guest; DROP ROLE guest`)
}

func as(t *testing.T, place, user, database string) string {
	t.Helper()
	u, err := url.Parse(place)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User(user)
	if database != "" {
		u.Path = "/" + database
	}
	return u.String()
}

func TestOpenRefuses(t *testing.T) {
	place := postgrestest.Database(t)
	_, err := postgres.Open(context.Background(), as(t, place, "solitaire", "no_such"), patient())
	refusal(t, err, nil, `"no_such"`, "create the database first")
	_, err = postgres.Open(context.Background(), as(t, place, "stranger", ""), patient())
	refusal(t, err, nil, "stranger", "check the user")
}

func TestOpenUnreachable(t *testing.T) {
	o := postgres.Options{Timeout: 50 * time.Millisecond}
	_, err := postgres.Open(context.Background(), "postgres://solitaire@/x?host="+url.QueryEscape(t.TempDir()), o)
	refusal(t, err, nil, "check that the database runs")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = postgres.Open(ctx, "postgres://solitaire@/x?host="+url.QueryEscape(t.TempDir()), o)
	refusal(t, err, context.Canceled)
}

// No error may show the password.
func TestOpenKeepsPassword(t *testing.T) {
	for _, place := range []string{
		"postgres://ann:hunter2@/x?host=" + url.QueryEscape(t.TempDir()),
		"postgres://ann:hunter2%zz@db/x",
		"postgres://ann:hunter2@db:port/x",
		"postgres://ann:hunter2@db/x?sslmode=perhaps",
		"postgres://ann:hunter2@db/x?pool_max_conns=many",
		"host=/nowhere user=ann password='hunter2",
	} {
		_, err := postgres.Open(context.Background(), place, postgres.Options{Timeout: 50 * time.Millisecond})
		refusal(t, err, nil)
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", place, err)
		}
	}
}

// The tables of a newer program are left alone, and a copy that was running when they
// changed reports it.
func TestNewerSchema(t *testing.T) {
	place := postgrestest.Database(t)
	old := mustOpen(t, place, patient())
	postgrestest.Execute(t, place, `UPDATE solitaire_schema SET version = 1000`)
	if err := old.Ping(context.Background()); !errors.Is(err, persist.ErrNewer) {
		t.Errorf("Ping: %v; want ErrNewer", err)
	}
	_, err := postgres.Open(context.Background(), place, patient())
	refusal(t, err, persist.ErrNewer, "nothing was changed", "use the newer program")
}

func TestMigrate(t *testing.T) {
	place := postgrestest.Database(t)
	persisttest.Commit(t, mustOpen(t, place, patient()), persist.Change{Player: persisttest.Player("a")})
	broken := `ALTER TABLE solitaire_players ADD COLUMN colour TEXT; SELECT 1 / 0`
	if err := postgres.Migrate(place, broken); err == nil || !strings.Contains(err.Error(), "migrate from schema") {
		t.Errorf("Migrate: %v", err)
	}
	persisttest.HasVersion(t, mustOpen(t, place, patient()), persisttest.Player("a"), 1) // all or nothing
	var all sync.WaitGroup
	for range 4 { // which fails if it is done twice
		all.Go(func() {
			if err := postgres.Migrate(place, `ALTER TABLE solitaire_players ADD COLUMN colour TEXT`); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	_, err := postgres.Open(context.Background(), place, patient())
	refusal(t, err, persist.ErrNewer)
}
