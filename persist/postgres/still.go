package postgres

import (
	"context"
	"iter"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/solitaire-chat/solitaire/persist"
)

// A Still is a store as it was at one moment, whatever is committed meanwhile: all
// that is read of it fits together. It is for one caller at a time.
type Still struct{ tx pgx.Tx }

// Still calls do with the store as it is now. It takes as long as it takes.
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

// Dump is that of [persist.Dumper], except that other things can be read between
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

// stream yields what a query finds, a portion at a time, so that the transaction
// is free in between and the memory bounded. The cursor must have a name that no
// other has meanwhile. An error is the last that is yielded.
func stream[T any](ctx context.Context, tx pgx.Tx, cursor, sql string, scan pgx.RowToFunc[T]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		if _, err := tx.Exec(ctx, "DECLARE "+cursor+" CURSOR FOR "+sql); err != nil {
			yield(none, err)
			return
		}
		defer func() { _, _ = tx.Exec(ctx, "CLOSE "+cursor) }() // as the transaction's end does
		for {
			// The plan of a FETCH must not be kept: the next cursor has other columns.
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
