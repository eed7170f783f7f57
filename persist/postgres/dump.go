package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/solitaire-chat/solitaire/persist"
)

// Dump implements [persist.Dumper]. It has no time limit, and isn't retried, since some
// entries have already been yielded by then.
func (s *Store) Dump(ctx context.Context) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		wanted := true
		err := s.Still(ctx, func(still *Still) error {
			for e, err := range still.Dump(ctx) {
				if err != nil && !persist.Unreadable(err) {
					return err
				}
				if ended := ctx.Err(); ended != nil {
					return ended
				}
				if wanted = yield(e, err); !wanted {
					return nil
				}
			}
			return nil
		})
		if err != nil && wanted {
			yield(persist.Entry{}, err)
		}
	}
}

// whole runs a function on the whole store, in one transaction.
func (s *Store) whole(ctx context.Context, o pgx.TxOptions, do func(pgx.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.enter() {
		return persist.ErrClosed
	}
	defer s.calls.Done()
	conn, err := s.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tx, err := conn.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	err = unhurried(ctx, tx)
	if err == nil {
		err = do(tx)
	}
	if err != nil {
		if ended := ctx.Err(); ended != nil && !errors.Is(err, ended) {
			return fmt.Errorf("%w: %w", ended, err)
		}
		return err
	}
	return tx.Commit(ctx)
}

// unhurried lifts the time limits of a transaction, including those between two rows,
// since a slow disk or pipe may be reading.
func unhurried(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
	return err
}

// tables returns the queries for each kind of entries, in key order. Each returns the
// parts of the key, and the entry.
func tables() map[persist.Kind]string {
	return map[persist.Kind]string{
		persist.KindRecord: `SELECT player, ''::BYTEA, record FROM solitaire_players ORDER BY player`,
		persist.KindResult: `SELECT player, id, result FROM solitaire_results ORDER BY player, id`,
		persist.KindDoc:    `SELECT kind, key, doc FROM solitaire_docs ORDER BY length(kind), kind, key`,
	}
}

// A Still is a consistent snapshot of a store, whatever is committed meanwhile. It is not
// safe for concurrent use.
type Still struct{ tx pgx.Tx }

// Still calls do with the store as it is now, without a time limit.
func (s *Store) Still(ctx context.Context, do func(*Still) error) error {
	return s.whole(ctx, snapshot(), func(tx pgx.Tx) error { return do(&Still{tx}) })
}

// Load is that of [persist.Store].
func (s *Still) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	_, record, err := load(ctx, s.tx, p)
	return record, err
}

// Place is that of [persist.Store].
func (s *Still) Place(ctx context.Context, b persist.Board, p persist.Player) (persist.Row, int, error) {
	return ranking{ctx, s.tx, b, b.AppendKey(nil)}.place(p)
}

// Dump is that of [persist.Dumper], except that the caller may read other things between
// two entries.
func (s *Still) Dump(ctx context.Context) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		for _, kind := range persist.Kinds() {
			for row, err := range stream(ctx, s.tx, "entries_of_"+string(kind), tables()[kind], pgx.RowToStructByPos[storedEntry]) {
				if err != nil {
					yield(persist.Entry{}, err)
					return
				}
				key := slices.Concat(row.First, row.Second)
				if kind == persist.KindDoc {
					key = append([]byte{byte(len(row.First))}, key...)
				}
				if e, err := persist.DecodeEntry(kind, key, row.Stored); !yield(e, err) {
					return
				}
			}
		}
	}
}

// A storedEntry is an entry with the two parts of its key.
type storedEntry struct{ First, Second, Stored []byte }

// stream yields the rows of a query in portions, so that the transaction is free in
// between and memory is bounded. No other open cursor may have the cursor's name. An
// error is the last thing yielded.
func stream[T any](ctx context.Context, tx pgx.Tx, cursor, sql string, scan pgx.RowToFunc[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		if _, err := tx.Exec(ctx, "DECLARE "+cursor+" CURSOR FOR "+sql); err != nil {
			yield(none, err)
			return
		}
		defer func() { _, _ = tx.Exec(ctx, "CLOSE "+cursor) }() // as the end of the transaction does
		for {
			// The plan of a FETCH must not be cached: the next cursor has other columns.
			rows, err := tx.Query(ctx, "FETCH 256 FROM "+cursor, pgx.QueryExecModeExec)
			if err != nil {
				yield(none, err)
				return
			}
			portion, err := pgx.CollectRows(rows, scan)
			if err != nil {
				yield(none, err)
				return
			}
			for _, row := range portion {
				if !yield(row, nil) {
					return
				}
			}
			if len(portion) == 0 {
				return
			}
		}
	}
}

// Restore implements [persist.Dumper], in one transaction: a process that is killed
// leaves nothing behind.
func (s *Store) Restore(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	if err := s.checkWritable(); err != nil {
		return err
	}
	return s.whole(ctx, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := checkEmpty(ctx, tx); err != nil {
			return err
		}
		f := filler{tx: tx}
		for e, err := range entries {
			if err == nil {
				err = f.add(ctx, e)
			}
			if err != nil {
				return err
			}
		}
		return f.flush(ctx)
	})
}

func checkEmpty(ctx context.Context, tx pgx.Tx) error {
	var some bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM solitaire_players) OR EXISTS (SELECT 1 FROM solitaire_results)
		OR EXISTS (SELECT 1 FROM solitaire_docs)`).Scan(&some)
	if err == nil && some {
		return persist.ErrNotEmpty
	}
	return err
}

// A filler collects entries and sends them in batches.
type filler struct {
	tx      pgx.Tx
	batch   pgx.Batch
	size    int // in bytes
	results []persist.Entry
}

// batchSize is the size of a batch in bytes of entries.
const batchSize = 1 << 20

func (f *filler) add(ctx context.Context, e persist.Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stored, err := e.Encode()
	if err != nil {
		return err
	}
	player := e.Player.AppendKey(nil)
	switch b := e.Body.(type) {
	case *persist.Record:
		f.batch.Queue(`INSERT INTO solitaire_players (player, version, record) VALUES ($1, $2, $3)`, player, int64(b.Version), stored)
	case *persist.Result:
		f.batch.Queue(`INSERT INTO solitaire_results (player, id, result) VALUES ($1, $2, $3)`, player, []byte(b.ID), stored)
		f.results = append(f.results, e)
	case *persist.Doc:
		f.batch.Queue(`INSERT INTO solitaire_docs (kind, key, version, doc) VALUES ($1, $2, $3, $4)`,
			[]byte(b.Kind), []byte(b.Key), int64(b.Version), stored)
	}
	if f.size += len(player) + len(stored); f.size < batchSize {
		return nil
	}
	return f.flush(ctx)
}

// flush sends the collected entries, and counts the results on their boards.
func (f *filler) flush(ctx context.Context) error {
	if err := f.tx.SendBatch(ctx, &f.batch).Close(); err != nil {
		if code(err) == "23505" { // a unique key already exists
			return persist.ErrTwice
		}
		return err
	}
	n := counter{}
	for _, e := range f.results {
		w := write{whose: e.Player, player: e.Player.AppendKey(nil)}
		if err := w.rankResult(ctx, f.tx, *e.Body.(*persist.Result), n); err != nil {
			return err
		}
	}
	*f = filler{tx: f.tx}
	return n.put(ctx, f.tx)
}
