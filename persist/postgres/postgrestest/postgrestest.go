// Package postgrestest runs PostgreSQL for tests: the installed one, as a child process
// of the test, in a folder of its own, on a socket in that folder and on no network.
//
// If it isn't installed, tests are skipped, or fail if SOLITAIRE_POSTGRES is "required".
// As root it runs as the user postgres, because PostgreSQL refuses to run as root.
package postgrestest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

const (
	// requiredEnv is "required" where tests must not be skipped, as in CI.
	requiredEnv = "SOLITAIRE_POSTGRES"
	// sharedEnv passes the URL of the server that a package's tests share, or the reason
	// why there is none, from Main to the tests.
	sharedEnv = "SOLITAIRE_POSTGRES_TEST"
)

// Main makes a package's tests share a server that runs as long as they do:
//
//	func TestMain(m *testing.M) { goleak.VerifyTestMain(postgrestest.Main{M: m}) }
type Main struct{ M *testing.M }

// Run runs the tests.
func (m Main) Run() int {
	// No data has to survive, and this is faster.
	s, err := start("-c", "fsync=off")
	if err != nil {
		_ = os.Setenv(sharedEnv, err.Error())
		return m.M.Run()
	}
	_ = os.Setenv(sharedEnv, s.URL("postgres"))
	code := m.M.Run()
	if err := s.stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, 1)
	}
	return code
}

// Database returns the URL of a new, empty database on the package's server.
func Database(tb testing.TB) string {
	tb.Helper()
	shared := os.Getenv(sharedEnv)
	if shared == "" {
		tb.Fatal("the package's TestMain doesn't use postgrestest.Main")
	}
	if shared == errAbsent.Error() {
		missing(tb, errAbsent)
	}
	return create(tb, shared)
}

// Database returns the URL of a new, empty database on the server.
func (s *Server) Database(tb testing.TB) string {
	tb.Helper()
	return create(tb, s.URL("postgres"))
}

// Schema returns the URL of a new, empty schema in a database, for tests that need many
// places and can't wait for as many databases.
func Schema(tb testing.TB, at string) string {
	tb.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	if err := execute(at, "CREATE SCHEMA "+name); err != nil {
		tb.Fatal(err)
	}
	return at + "&search_path=" + name
}

// Execute executes SQL in a database without the store.
func Execute(tb testing.TB, url, sql string, args ...any) {
	tb.Helper()
	if err := execute(url, sql, args...); err != nil {
		tb.Fatal(err)
	}
}

// create makes a database beside the one at a URL.
func create(tb testing.TB, at string) string {
	tb.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	u, err := url.Parse(at)
	if err != nil {
		tb.Fatal(at) // at says why there is no server
	}
	u.Path = "/" + name
	if err := execute(at, "CREATE DATABASE "+name); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = execute(at, "DROP DATABASE "+name+" WITH (FORCE)") })
	return u.String()
}

// Start starts a server of the test's own, which it may kill.
func Start(tb testing.TB) *Server {
	tb.Helper()
	s, err := start()
	if err != nil {
		missing(tb, err)
	}
	tb.Cleanup(func() {
		if err := s.stop(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// missing skips a test without a server, unless it must have one.
func missing(tb testing.TB, err error) {
	tb.Helper()
	if os.Getenv(requiredEnv) == "required" || !errors.Is(err, errAbsent) {
		tb.Fatal(err)
	}
	tb.Skip(err)
}

// Layout returns everything that is defined in a database: tables, indexes and sequences,
// where they are stored, and their columns.
func Layout(tb testing.TB, url string) []string {
	tb.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `SELECT concat_ws(' ', c.oid, c.relfilenode, n.nspname, c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull)
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE n.nspname NOT IN ('pg_catalog', 'pg_toast', 'information_schema') ORDER BY 1`)
	if err != nil {
		tb.Fatal(err)
	}
	lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		tb.Fatal(err)
	}
	return lines
}
