package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

var (
	// errLost means that the connection was lost while in use.
	errLost = errors.New("the connection to the database was lost")
	// errSlow means that there is no connection yet.
	errSlow = errors.New("the database doesn't answer")
)

// call runs a function with a connection. It retries after temporary errors until the
// timeout, so that players merely wait while a database restarts or fails over.
func (s *Store) call(ctx context.Context, do func(context.Context, *pgxpool.Conn) error) error {
	return s.persevere(ctx, s.options.Timeout, do)
}

func (s *Store) persevere(ctx context.Context, limit time.Duration, do func(context.Context, *pgxpool.Conn) error) error {
	return s.limited(ctx, limit, func(ctx context.Context) error {
		const longest = 100 * time.Millisecond
		var last error
		for pause := time.Millisecond; ; pause = min(2*pause, longest) {
			err := s.once(ctx, do)
			switch {
			case err != nil && ctx.Err() != nil:
				return cmp.Or(last, err) // the reason, rather than that time is over
			case s.metPooler(err): // the next connection suits it
			case err == nil || !passing(err) || code(err) == readOnly && s.options.ReadOnly || !rest(ctx, pause):
				return err
			}
			last = err
		}
	})
}

// rest sleeps for about the given time, at random so that callers spread out. It reports
// whether time is left after that.
func rest(ctx context.Context, pause time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause/2 + rand.N(pause)):
		return true
	}
}

// limited limits the duration of a call.
func (s *Store) limited(ctx context.Context, limit time.Duration, call func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.enter() {
		return persist.ErrClosed
	}
	defer s.calls.Done()
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return blame(ctx, limit, call(limited))
}

// blame returns an error that says why a call failed.
func blame(ctx context.Context, limit time.Duration, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil && !errors.Is(err, ctx.Err()):
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	case ctx.Err() != nil:
		return err
	case collided(err):
		return fmt.Errorf("%w: %w", persist.ErrBusy, err)
	case errors.Is(err, context.DeadlineExceeded):
		// The caller's own context hasn't ended, so the error must not look as if it had.
		return fmt.Errorf("the database took longer than %v: %v", limit, err)
	}
	return err
}

// once runs a function with a connection when one is free.
func (s *Store) once(ctx context.Context, do func(context.Context, *pgxpool.Conn) error) error {
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	err = do(ctx, conn)
	if code(err) == readOnly && !s.options.ReadOnly {
		// This server has become a standby, or its disk is write-protected. Nothing was
		// written; the next connection may lead to another server.
		_ = conn.Conn().Close(ctx)
		return err
	}
	if err != nil && conn.Conn().IsClosed() {
		return fmt.Errorf("%w: %w", errLost, err)
	}
	return err
}

// acquire waits for a connection, but only briefly while all are in use.
func (s *Store) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	waiting, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	conn, err := s.pool.Acquire(waiting)
	switch {
	case err == nil || waiting.Err() == nil || ctx.Err() != nil:
		return conn, err
	case s.pool.Stat().AcquiredConns() == s.pool.Config().MaxConns:
		return nil, fmt.Errorf("%w: no connection became free in %v", persist.ErrBusy, s.options.Patience)
	}
	return nil, errSlow
}

// readOnly is the error code of a server that accepts no writes.
const readOnly = "25006"

// passing reports whether an error may disappear on a retry.
func passing(err error) bool {
	switch code(err) {
	case "":
		var unreachable *pgconn.ConnectError
		return errors.Is(err, errLost) || errors.Is(err, errSlow) || errors.As(err, &unreachable)
	case "57P01", "57P02", "57P03", // shut down, crashed, starting up
		"53300", // too many connections
		readOnly,
		statementCompletionUnknown:
		return true
	}
	return collided(err)
}

// collided reports whether the database rolled back a transaction in favour of another
// one.
func collided(err error) bool {
	return code(err) == "40001" || code(err) == "40P01" // serialization failure, deadlock
}
