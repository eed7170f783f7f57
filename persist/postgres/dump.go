package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/solitaire-chat/solitaire/persist"
)

// Dump implements [persist.Dumper]. It takes as long as it takes, and is not
// tried again: half of it has been yielded by then.
func (s *Store) Dump(ctx context.Context) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		wanted := true
		still := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
		err := s.whole(ctx, still, func(tx pgx.Tx) error {
			for e, err := range (&Still{tx}).Dump(ctx) {
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

// whole does something with all that is stored, in one transaction.
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

// unhurried lets a transaction take its time, and whoever is behind it, such as
// a slow disk or a pipe, take theirs between two rows.
func unhurried(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
	return err
}

// A table is where a kind of entries is stored.
type table struct {
	kind persist.Kind
	read string // in the order of the keys
	// key returns the key of a row that was read.
	key func(pgx.CollectableRow) (key, stored []byte, err error)
}

// tables are in the order of a dump.
func tables() []table {
	return []table{
		{persist.KindRecord, `SELECT player, record FROM solitaire_players ORDER BY player`, wholeKey},
		{persist.KindResult, `SELECT player, id, result FROM solitaire_results ORDER BY player, id`, longKey},
		{persist.KindDoc, `SELECT kind, key, doc FROM solitaire_docs ORDER BY length(kind), kind, key`, docKey},
	}
}

func wholeKey(row pgx.CollectableRow) (key, stored []byte, err error) {
	err = row.Scan(&key, &stored)
	return key, stored, err
}

func longKey(row pgx.CollectableRow) (key, stored []byte, err error) {
	var id []byte
	err = row.Scan(&key, &id, &stored)
	return append(key, id...), stored, err
}

func docKey(row pgx.CollectableRow) (key, stored []byte, err error) {
	var kind, id []byte
	err = row.Scan(&kind, &id, &stored)
	return append(append([]byte{byte(len(kind))}, kind...), id...), stored, err
}
