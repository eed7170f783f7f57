package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A pooler such as PgBouncer may stand before the database. In transaction mode each
// transaction can have another connection to the database: parameters of a session and
// prepared statements don't last, and PgBouncer refuses parameters that it doesn't know
// when a connection begins. So on a connection that goes through a pooler no session
// parameters are set, no statement is prepared, and a read-only store asks for
// read-only transactions where it reads for long. A statement's time limit then is
// only that of its call: pgx closes the connection, and the pooler that to the database.

// mindPooler makes new connections suit what they lead to.
func (s *Store) mindPooler(config *pgxpool.Config) {
	given := maps.Clone(config.ConnConfig.RuntimeParams) // by the URL
	config.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
		if s.pooled.Load() {
			c.DefaultQueryExecMode = pgx.QueryExecModeExec
			return nil
		}
		for name, value := range s.options.sessionParams() {
			if given[name] == "" || name == "default_transaction_read_only" {
				c.RuntimeParams[name] = value
			}
		}
		return nil
	}
	config.AfterConnect = s.findPooler
}

// errPooler says that a connection goes through a pooler, for which it wasn't made.
var errPooler = errors.New("a connection pooler stands before the database")

// findPooler returns an error if a new connection goes through a pooler: then its
// process in the database is another one than the other end named when it began.
func (s *Store) findPooler(ctx context.Context, conn *pgx.Conn) error {
	if s.pooled.Load() {
		return nil
	}
	var process int64
	err := conn.QueryRow(ctx, `SELECT pg_backend_pid()`, pgx.QueryExecModeExec).Scan(&process)
	if err != nil {
		return fmt.Errorf("look for a pooler: %w", err)
	}
	if uint32(process) != conn.PgConn().PID() {
		s.pooled.Store(true)
		return errPooler
	}
	return nil
}

// metPooler reports whether an error comes from a pooler that was not known before, and
// remembers it: the next connection suits it.
func (s *Store) metPooler(err error) bool {
	if errors.Is(err, errPooler) {
		return true
	}
	return refusesParameters(err) && s.pooled.CompareAndSwap(false, true)
}

// refusesParameters reports whether a pooler refused a connection for a parameter that
// it doesn't know.
func refusesParameters(err error) bool {
	return code(err) == "08P01" && strings.Contains(err.Error(), "startup parameter")
}

// errReadOnly is what a store that only reads answers behind a pooler, where the
// database can't know that it does.
var errReadOnly = errors.New("the store was opened to be read only")

func (s *Store) checkWritable() error {
	if s.options.ReadOnly && s.pooled.Load() {
		return errReadOnly
	}
	return nil
}
