package postgres

import (
	"bytes"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// A ranking is one board in a transaction, a [persist.RankReader].
type ranking struct {
	ctx   context.Context //nolint:containedctx // a ranking lives as long as one call
	tx    pgx.Tx
	board persist.Board
	key   []byte
}

// snapshot is how a transaction reads what fits together.
func snapshot() pgx.TxOptions {
	return pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
}

// ranking calls do with a board that stands still meanwhile.
func (s *Store) ranking(ctx context.Context, b persist.Board, do func(ranking) error) error {
	return s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return pgx.BeginTxFunc(ctx, conn, snapshot(), func(tx pgx.Tx) error {
			return do(ranking{ctx, tx, b, b.AppendKey(nil)})
		})
	})
}

// Page implements [persist.Store].
func (s *Store) Page(ctx context.Context, b persist.Board, offset, limit int) (page persist.Page, err error) {
	err = s.ranking(ctx, b, func(r ranking) error {
		page, err = persist.ReadPage(b, r, offset, limit)
		return err
	})
	return page, persist.NameUnreadableBoard(err, b, persist.Player{})
}

// Place implements [persist.Store].
func (s *Store) Place(ctx context.Context, b persist.Board, p persist.Player) (row persist.Row, offset int, err error) {
	err = s.ranking(ctx, b, func(r ranking) error {
		row, offset, err = r.place(p)
		return err
	})
	return row, offset, persist.NameUnreadableBoard(err, b, p)
}

func (r ranking) place(p persist.Player) (row persist.Row, offset int, err error) {
	player := p.AppendKey(nil)
	var e entry
	err = r.tx.QueryRow(r.ctx, `SELECT player, rank, score FROM solitaire_boards WHERE player = $1 AND board = $2`,
		player, r.key).Scan(&e.player, &e.rank, &e.score)
	if err != nil {
		return row, 0, absent(err)
	}
	if row, err = r.row(e); err != nil {
		return row, 0, err
	}
	before, err := r.Before(e.rank)
	if err != nil {
		return row, 0, err
	}
	row.Place = before + 1
	var equals int
	err = r.tx.QueryRow(r.ctx, `SELECT count(*) FROM solitaire_boards WHERE board = $1 AND rank = $2 AND player < $3`,
		r.key, e.rank, player).Scan(&equals)
	return row, before + equals, err
}

// An entry is a player's score on a board in its stored form.
type entry struct{ player, rank, score []byte }

// row decodes an entry.
func (r ranking) row(e entry) (persist.Row, error) {
	p, s, err := persist.DecodeScore(e.score)
	if err == nil && !(bytes.Equal(p.AppendKey(nil), e.player) && bytes.Equal(r.board.AppendRank(nil, s), e.rank)) {
		err = fmt.Errorf("%w: a score under another's player or rank", persist.ErrDamaged)
	}
	return persist.Row{Player: p, Score: s}, err
}

// Rows implements [persist.RankReader].
func (r ranking) Rows(from []byte, skip, limit int) ([]persist.Row, error) {
	found, err := r.tx.Query(r.ctx, `SELECT player, rank, score FROM solitaire_boards
		WHERE board = $1 AND rank >= $2 ORDER BY rank, player OFFSET $3 LIMIT $4`, r.key, from, skip, max(limit, 0))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, func(row pgx.CollectableRow) (persist.Row, error) {
		var e entry
		if err := row.Scan(&e.player, &e.rank, &e.score); err != nil {
			return persist.Row{}, err
		}
		return r.row(e)
	})
}

// Counts implements [persist.RankReader].
func (r ranking) Counts(begin []byte) ([]persist.RankCount, error) {
	rows, err := r.tx.Query(r.ctx, `SELECT prefix, total FROM solitaire_ranks
		WHERE board = $1 AND length = $2 AND prefix >= $3 AND prefix <= $4 ORDER BY prefix`,
		r.key, len(begin)+1, append([]byte{}, begin...), append(bytes.Clone(begin), 0xff))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[persist.RankCount])
}

// Before implements [persist.RankReader].
func (r ranking) Before(rank []byte) (n int, err error) {
	add := func(row pgx.Row) error {
		var part int
		err := row.Scan(&part)
		n += part
		return err
	}
	var batch pgx.Batch
	for length := range persist.RankDepth {
		batch.Queue(`SELECT COALESCE(sum(total), 0)::BIGINT FROM solitaire_ranks
			WHERE board = $1 AND length = $2 AND prefix >= $3 AND prefix < $4`,
			r.key, length+1, rank[:length], rank[:length+1]).QueryRow(add)
	}
	batch.Queue(`SELECT count(*) FROM solitaire_boards WHERE board = $1 AND rank >= $2 AND rank < $3`,
		r.key, rank[:persist.RankDepth], rank).QueryRow(add)
	return n, r.tx.SendBatch(r.ctx, &batch).Close()
}
