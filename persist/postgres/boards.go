package postgres

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// A ranking is one board in a transaction, as a [persist.RankReader].
type ranking struct {
	ctx   context.Context //nolint:containedctx // a ranking lives as long as one call
	tx    pgx.Tx
	board persist.Board
	key   []byte
}

// snapshot makes all reads of a transaction consistent.
func snapshot() pgx.TxOptions {
	return pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
}

// ranking calls do with a consistent snapshot of a board.
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
func (r ranking) Counts(begin []byte) iter.Seq2[persist.RankCount, error] {
	return func(yield func(persist.RankCount, error) bool) {
		rows, err := r.tx.Query(r.ctx, `SELECT prefix, total FROM solitaire_ranks
			WHERE board = $1 AND length = $2 AND prefix >= $3 AND prefix <= $4 ORDER BY prefix`,
			r.key, len(begin)+1, append([]byte{}, begin...), append(bytes.Clone(begin), 0xff))
		var counts []persist.RankCount
		if err == nil {
			counts, err = pgx.CollectRows(rows, pgx.RowToStructByPos[persist.RankCount])
		}
		for _, c := range counts {
			if !yield(c, nil) {
				return
			}
		}
		if err != nil {
			yield(persist.RankCount{}, err)
		}
	}
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

// rankResult counts a result on its boards. The row of the player's record is locked, so
// nobody else changes the player's scores.
func (w *write) rankResult(ctx context.Context, tx pgx.Tx, r persist.Result, n counter) error {
	for _, b := range r.Boards() {
		board := b.AppendKey(nil)
		before, ranked, err := w.score(ctx, tx, board)
		if err != nil {
			return persist.NameUnreadableBoard(err, b, w.whose)
		}
		score, counts := b.Next(before, ranked, r)
		if !counts {
			continue
		}
		if ranked {
			n.count(board, b.AppendRank(nil, before), -1)
		}
		stored, err := persist.EncodeScore(w.whose, score)
		if err != nil {
			return err
		}
		rank := b.AppendRank(nil, score)
		n.count(board, rank, 1)
		_, err = tx.Exec(ctx, `INSERT INTO solitaire_boards (player, board, rank, score) VALUES ($1, $2, $3, $4)
			ON CONFLICT (player, board) DO UPDATE SET rank = excluded.rank, score = excluded.score`,
			w.player, board, rank, stored)
		if err != nil {
			return err
		}
	}
	return nil
}

// score returns the player's score on a board, if any.
func (w *write) score(ctx context.Context, tx pgx.Tx, board []byte) (s persist.Score, ok bool, err error) {
	var stored []byte
	err = tx.QueryRow(ctx, `SELECT score FROM solitaire_boards WHERE player = $1 AND board = $2`, w.player, board).Scan(&stored)
	if errors.Is(err, pgx.ErrNoRows) {
		return s, false, nil
	}
	if err != nil {
		return s, false, err
	}
	_, s, err = persist.DecodeScore(stored)
	return s, err == nil, err
}

// unrank removes the player from all boards.
func (w *write) unrank(ctx context.Context, tx pgx.Tx, n counter) error {
	rows, err := tx.Query(ctx, `DELETE FROM solitaire_boards WHERE player = $1 RETURNING board, rank`, w.player)
	if err != nil {
		return err
	}
	var board, rank []byte
	_, err = pgx.ForEachRow(rows, []any{&board, &rank}, func() error {
		n.count(board, rank, -1)
		return nil
	})
	return err
}

// A counter collects what a change adds to the counts of ranks.
type counter map[node]int

// A node is a prefix of ranks on a board.
type node struct{ board, prefix string }

func (n counter) count(board, rank []byte, by int) {
	for length := 1; length <= min(persist.RankDepth, len(rank)); length++ {
		n[node{string(board), string(rank[:length])}] += by
	}
}

// put writes the counts. All changes write them in the same order, so changes to the same
// boards wait for each other without deadlocks.
func (n counter) put(ctx context.Context, tx pgx.Tx) error {
	var nodes []node
	for at, by := range n {
		if by != 0 {
			nodes = append(nodes, at)
		}
	}
	slices.SortFunc(nodes, func(a, b node) int {
		return cmp.Or(strings.Compare(a.board, b.board), strings.Compare(a.prefix, b.prefix))
	})
	var batch pgx.Batch
	for _, at := range nodes {
		board, prefix := []byte(at.board), []byte(at.prefix)
		batch.Queue(`INSERT INTO solitaire_ranks (board, length, prefix, total) VALUES ($1, $2, $3, $4)
			ON CONFLICT (board, length, prefix) DO UPDATE SET total = solitaire_ranks.total + excluded.total`,
			board, len(prefix), prefix, n[at])
		if n[at] < 0 {
			batch.Queue(`DELETE FROM solitaire_ranks WHERE board = $1 AND length = $2 AND prefix = $3 AND total <= 0`,
				board, len(prefix), prefix)
		}
	}
	return tx.SendBatch(ctx, &batch).Close()
}
