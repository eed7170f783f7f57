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
	player []byte
	record []byte      // nil: forget the player
	swap   statement   // stores the record, if the version before it is stored
	more   []statement // what else belongs to the change
}

type statement struct {
	sql  string
	args []any
}

func (w *write) queue(sql string, args ...any) { w.more = append(w.more, statement{sql, args}) }

// encode does all the work that needs no database.
func encode(c persist.Change) (*write, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	w := &write{player: c.Player.AppendKey(nil)}
	if c.Forget {
		w.forget()
		return w, nil
	}
	return w, errors.Join(w.replace(c.Record), w.results(c.Results), w.blocks(c))
}

func (w *write) forget() {
	w.queue(`DELETE FROM solitaire_players WHERE player = $1`, w.player)
	w.queue(`DELETE FROM solitaire_results WHERE player = $1`, w.player)
	w.queue(`DELETE FROM solitaire_deliveries WHERE player = $1`, w.player)
}

// replace stores the next version of a record. The database lets one of those
// who do so at the same time through, and makes the others wait for it.
func (w *write) replace(r persist.Record) (err error) {
	base := int64(r.Version)
	r.Version++
	next := int64(r.Version)
	if w.record, err = persist.EncodeRecord(r); err != nil {
		return err
	}
	if base == 0 {
		w.swap = statement{`INSERT INTO solitaire_players (player, version, record) VALUES ($1, $2, $3)
			ON CONFLICT (player) DO NOTHING`, []any{w.player, next, w.record}}
	} else {
		w.swap = statement{`UPDATE solitaire_players SET version = $2, record = $3
			WHERE player = $1 AND version = $4`, []any{w.player, next, w.record, base}}
	}
	return nil
}

func (w *write) results(results []persist.Result) error {
	for _, r := range results {
		result, err := persist.EncodeResult(r)
		if err != nil {
			return err
		}
		w.queue(`INSERT INTO solitaire_results (player, id, result) VALUES ($1, $2, $3)
			ON CONFLICT (player, id) DO NOTHING`, w.player, []byte(r.ID), result)
	}
	return nil
}

func (w *write) blocks(c persist.Change) error {
	for _, number := range c.Gone {
		w.queue(`DELETE FROM solitaire_deliveries WHERE player = $1 AND number = $2`, w.player, int64(number))
	}
	for _, b := range c.Full {
		block, err := persist.EncodeBlock(b.Deliveries)
		if err != nil {
			return err
		}
		w.queue(`INSERT INTO solitaire_deliveries (player, number, deliveries) VALUES ($1, $2, $3)
			ON CONFLICT (player, number) DO UPDATE SET deliveries = excluded.deliveries`, w.player, int64(b.Number), block)
	}
	return nil
}

// put writes the change, or returns persist.ErrConflict.
func (w *write) put(ctx context.Context, conn *pgxpool.Conn) error {
	if w.record == nil || len(w.more) > 0 {
		return w.putTogether(ctx, conn)
	}
	done, err := conn.Exec(ctx, w.swap.sql, w.swap.args...)
	if err != nil {
		return err
	}
	return swapped(done)
}

// putTogether writes in one transaction and one snapshot: of a player who is
// being forgotten all that somebody else stores meanwhile stays, or all goes.
func (w *write) putTogether(ctx context.Context, conn *pgxpool.Conn) error {
	var begin, rest pgx.Batch
	begin.BeginTx(pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	if w.record != nil {
		begin.Queue(w.swap.sql, w.swap.args...).Exec(swapped)
	}
	for _, m := range w.more {
		rest.Queue(m.sql, m.args...)
	}
	begun := conn.SendBatch(ctx, &begin)
	tx := begun.Tx()
	defer func() { _ = tx.Rollback(ctx) }()
	if err := begun.Close(); err != nil {
		return err
	}
	if err := tx.SendBatch(ctx, &rest).Close(); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

func swapped(done pgconn.CommandTag) error {
	if done.RowsAffected() == 0 {
		return persist.ErrConflict
	}
	return nil
}
