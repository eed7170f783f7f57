package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// The migrations: N.sql takes the tables from schema N-1 to N. Never change a file that
// has been released.
//
//go:embed migrations/*.sql
var migrations embed.FS

// steps returns the migrations' SQL, the first one from nothing to schema 1.
func steps() []string {
	var all []string
	for {
		sql, err := migrations.ReadFile(fmt.Sprintf("migrations/%d.sql", len(all)+1))
		if err != nil {
			return all
		}
		all = append(all, string(sql))
	}
}

// Errors of a store that is opened for reading; test for them with errors.Is.
var (
	// ErrNoStore means that the database has no store.
	ErrNoStore = errors.New("it has no store")
	// ErrOlder means that an older program has created the tables.
	ErrOlder = errors.New("the store is of an older version")
)

// A migration may take long if there are many players.
const longestMigration = time.Hour

// prepare brings the tables to the newest schema. If they already have it, it only reads.
// With Options.ReadOnly it doesn't change them.
func (s *Store) prepare(ctx context.Context, steps []string) error {
	schema := 0
	err := s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		switch schema, err = readSchema(ctx, conn, ""); {
		case !noSchema(err):
			return err
		case s.options.ReadOnly:
			return ErrNoStore
		}
		return layOut(ctx, conn)
	})
	for err == nil && schema < len(steps) && !s.options.ReadOnly {
		err = s.persevere(ctx, longestMigration, func(ctx context.Context, conn *pgxpool.Conn) error {
			schema, err = migrate(ctx, conn, steps)
			return err
		})
	}
	switch {
	case err == nil && schema < len(steps):
		return fmt.Errorf("%w: schema %d, this program needs %d", ErrOlder, schema, len(steps))
	case err == nil && schema > len(steps):
		return newer(schema, len(steps))
	}
	return err
}

func newer(schema, known int) error {
	return fmt.Errorf("%w: schema %d, this program knows %d", persist.ErrNewer, schema, known)
}

// noSchema reports whether the table is missing or has no row yet.
func noSchema(err error) bool { return code(err) == "42P01" || errors.Is(err, pgx.ErrNoRows) }

// layOut creates the table for the schema's number, which is its only row.
func layOut(ctx context.Context, conn *pgxpool.Conn) error {
	_, err := conn.Exec(ctx, `CREATE TABLE IF NOT EXISTS solitaire_schema (
		id INT PRIMARY KEY CHECK (id = 1), version INT NOT NULL)`)
	switch code(err) {
	case "23505", "42710", "42P07": // another copy did it at the same moment
	default:
		if err != nil {
			return err
		}
	}
	_, err = conn.Exec(ctx, `INSERT INTO solitaire_schema (id, version) VALUES (1, 0) ON CONFLICT (id) DO NOTHING`)
	return err
}

// migrate takes the tables one schema further, unless another copy has done so meanwhile,
// and returns their schema.
func migrate(ctx context.Context, conn *pgxpool.Conn, steps []string) (schema int, err error) {
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL statement_timeout = 0`); err != nil {
			return err
		}
		// The row's lock lets one copy through at a time.
		if schema, err = readSchema(ctx, tx, "FOR UPDATE"); err != nil || schema >= len(steps) {
			return err
		}
		if _, err := tx.Exec(ctx, steps[schema]); err != nil {
			return fmt.Errorf("migrate from schema %d: %w", schema, err)
		}
		schema++
		_, err := tx.Exec(ctx, `UPDATE solitaire_schema SET version = $1`, schema)
		return err
	})
	return schema, err
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func readSchema(ctx context.Context, q querier, lock string) (schema int, err error) {
	err = q.QueryRow(ctx, `SELECT version FROM solitaire_schema WHERE id = 1 `+lock).Scan(&schema)
	return schema, err
}

// code returns the SQL error code of the database's answer, or "".
func code(err error) string {
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return answer.Code
	}
	return ""
}
