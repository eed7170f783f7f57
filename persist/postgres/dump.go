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

// tables returns what reads each kind of entries, in the order of the keys: the parts
// of a key, and the entry.
func tables() map[persist.Kind]string {
	return map[persist.Kind]string{
		persist.KindRecord: `SELECT player, ''::BYTEA, record FROM solitaire_players ORDER BY player`,
		persist.KindResult: `SELECT player, id, result FROM solitaire_results ORDER BY player, id`,
		persist.KindDoc:    `SELECT kind, key, doc FROM solitaire_docs ORDER BY length(kind), kind, key`,
	}
}
