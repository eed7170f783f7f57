package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// A write is a change in its stored form.
type write struct {
	whose   persist.Player
	player  []byte
	forget  bool
	record  []byte // nil if there is none to write
	docs    []docWrite
	swaps   []statement // each changes exactly one row, or the change conflicts
	more    []statement // the rest of the change
	results []resultWrite
}

type statement struct {
	sql  string
	args []any
}

type resultWrite struct {
	statement
	result persist.Result
}

func (w *write) swap(sql string, args ...any) { w.swaps = append(w.swaps, statement{sql, args}) }

func (w *write) add(sql string, args ...any) { w.more = append(w.more, statement{sql, args}) }

// encode does all the work that needs no database.
func encode(c persist.Change) (*write, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	w := &write{whose: c.Player, player: c.Player.AppendKey(nil), forget: c.Forget}
	switch {
	case c.DocsOnly():
	case c.Forget:
		w.add(`DELETE FROM solitaire_players WHERE player = $1`, w.player)
		w.add(`DELETE FROM solitaire_results WHERE player = $1`, w.player)
		w.add(`DELETE FROM solitaire_deliveries WHERE player = $1`, w.player) // earlier programs wrote there
	default:
		if err := errors.Join(w.putRecord(c.Record), w.putResults(c.Results)); err != nil {
			return nil, err
		}
	}
	return w, w.putDocs(c.Docs)
}

// putRecord stores the next version of a record. Of several callers at the same time, the
// database lets one through and makes the others wait for it.
func (w *write) putRecord(r persist.Record) (err error) {
	base := int64(r.Version)
	r.Version++
	next := int64(r.Version)
	if w.record, err = persist.EncodeRecord(r); err != nil {
		return err
	}
	if base == 0 {
		w.swap(`INSERT INTO solitaire_players (player, version, record) VALUES ($1, $2, $3)
			ON CONFLICT (player) DO NOTHING`, w.player, next, w.record)
	} else {
		w.swap(`UPDATE solitaire_players SET version = $2, record = $3
			WHERE player = $1 AND version = $4`, w.player, next, w.record, base)
	}
	return nil
}

func (w *write) putResults(results []persist.Result) error {
	for _, r := range results {
		stored, err := persist.EncodeResult(r)
		if err != nil {
			return err
		}
		w.results = append(w.results, resultWrite{statement{
			`INSERT INTO solitaire_results (player, id, result) VALUES ($1, $2, $3)
			ON CONFLICT (player, id) DO NOTHING`, []any{w.player, []byte(r.ID), stored},
		}, r})
	}
	return nil
}

// put writes the change, or returns persist.ErrConflict.
func (w *write) put(ctx context.Context, conn *pgxpool.Conn) error {
	if len(w.swaps) != 1 || len(w.more)+len(w.results) > 0 {
		return w.putTogether(ctx, conn)
	}
	done, err := conn.Exec(ctx, w.swaps[0].sql, w.swaps[0].args...)
	if err != nil {
		return err
	}
	return swapped(done)
}

func swapped(done pgconn.CommandTag) error {
	if done.RowsAffected() == 0 {
		return persist.ErrConflict
	}
	return nil
}

// putTogether writes in one transaction.
func (w *write) putTogether(ctx context.Context, conn *pgxpool.Conn) error {
	var begin pgx.Batch
	begin.BeginTx(pgx.TxOptions{IsoLevel: w.isolation()})
	for _, s := range w.swaps {
		begin.Queue(s.sql, s.args...).Exec(swapped)
	}
	begun := conn.SendBatch(ctx, &begin)
	tx := begun.Tx()
	defer func() { _ = tx.Rollback(ctx) }()
	if err := begun.Close(); err != nil {
		return err
	}
	if err := w.putRest(ctx, tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// isolation is a snapshot for changes that forget: of what others store about the player
// meanwhile, everything stays or everything goes. The rows that they change keep other
// changes in order; these wait only if many count on one board.
func (w *write) isolation() pgx.TxIsoLevel {
	if w.forget {
		return pgx.RepeatableRead
	}
	return pgx.ReadCommitted
}

// putRest writes what needs no comparison of versions.
func (w *write) putRest(ctx context.Context, tx pgx.Tx) error {
	n := counter{}
	var batch pgx.Batch
	for _, m := range w.more {
		batch.Queue(m.sql, m.args...)
	}
	added := make([]bool, len(w.results))
	for i, r := range w.results {
		batch.Queue(r.sql, r.args...).Exec(func(done pgconn.CommandTag) error {
			added[i] = done.RowsAffected() == 1
			return nil
		})
	}
	if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
		return err
	}
	for i, r := range w.results {
		if !added[i] {
			continue
		}
		if err := w.rankResult(ctx, tx, r.result, n); err != nil {
			return err
		}
	}
	if w.forget {
		if err := w.unrank(ctx, tx, n); err != nil {
			return err
		}
	}
	return n.put(ctx, tx)
}
