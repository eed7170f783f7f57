package postgrestest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Execute executes SQL in the database that a URL names, beside the store.
func Execute(tb testing.TB, url, sql string, args ...any) {
	tb.Helper()
	if err := execute(url, sql, args...); err != nil {
		tb.Fatal(err)
	}
}

// Layout returns all that is laid out in the database that a URL names: tables,
// indexes and sequences, where they are stored, and their columns.
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
