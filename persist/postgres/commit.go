package postgres

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// statementCompletionUnknown is the error code of a distributed database that lost track
// of a commit.
const statementCompletionUnknown = "40003"

// errUnknown means that the outcome of a commit is unknown.
var errUnknown = errors.New("whether the change was written is unknown")

// Commit implements [persist.Store].
func (s *Store) Commit(ctx context.Context, c persist.Change) error {
	w, err := encode(c)
	if err := cmp.Or(err, s.checkWritable()); err != nil {
		return err
	}
	begin := time.Now()
	open := false // whether a try may have succeeded unnoticed
	err = s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		err := w.put(ctx, conn)
		if errors.Is(err, persist.ErrConflict) {
			return w.judge(ctx, conn, c, open)
		}
		open = open || mayBeWritten(conn, err)
		return err
	})
	if err != nil && !errors.Is(err, persist.ErrConflict) && !errors.Is(err, persist.ErrRepeated) && !errors.Is(err, persist.ErrBusy) &&
		!errors.Is(err, persist.ErrClosed) && !persist.Unreadable(err) && ctx.Err() == nil {
		s.refusing.Store(true)
	}
	if open && errors.Is(err, persist.ErrBusy) {
		return fmt.Errorf("%w: %v", errUnknown, err) // ErrBusy would claim that nothing was written
	}
	if err == nil {
		s.options.Committed(1, time.Since(begin))
	}
	return err
}

// mayBeWritten reports whether a failed try leaves the outcome unknown. Even if pgx says
// that the connection was lost before anything was sent, it may have been written: pgx
// says the same about a COMMIT whose answer is lost.
func mayBeWritten(conn *pgxpool.Conn, err error) bool {
	return err != nil && conn.Conn().IsClosed() || code(err) == statementCompletionUnknown
}

// judge decides what another stored version of the record means.
func (w *write) judge(ctx context.Context, conn *pgxpool.Conn, c persist.Change, open bool) error {
	if w.record == nil {
		return w.judgeDocs(ctx, conn, open)
	}
	stored, record, err := load(ctx, conn, c.Player)
	switch {
	case errors.Is(err, persist.ErrNotFound):
		return persist.ErrConflict
	case err != nil:
		return err
	case open && bytes.Equal(stored, w.record):
		return nil // it came through
	}
	_, repeated := record.Deliveries.Find(c.Delivery)
	switch {
	case c.Delivery != "" && repeated: // by this call or another one, with the stored outcome
		return persist.ErrRepeated
	case open && c.Delivery == "":
		return fmt.Errorf("%w: the record has changed again since", errUnknown)
	}
	return fmt.Errorf("%w: from version %d to %d", persist.ErrConflict, c.Record.Version, record.Version)
}
