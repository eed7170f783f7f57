package postgres

import (
	"bytes"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// A ranking is one board in a transaction.
//
// The counts of ranks by what they begin with are a tree of which each node has
// at most 256 children. How many ranks come before one, or which rank has so
// many before it, is found by a look at RankDepth nodes and a walk through the
// few ranks that begin alike.
type ranking struct {
	tx    pgx.Tx
	board persist.Board
	key   []byte
}

// ranking calls do with a board that stands still meanwhile.
func (s *Store) ranking(ctx context.Context, b persist.Board, do func(context.Context, ranking) error) error {
	return s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		still := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
		return pgx.BeginTxFunc(ctx, conn, still, func(tx pgx.Tx) error {
			return do(ctx, ranking{tx, b, b.AppendKey(nil)})
		})
	})
}

// Page implements [persist.Store].
func (s *Store) Page(ctx context.Context, b persist.Board, offset, limit int) (page persist.Page, err error) {
	err = s.ranking(ctx, b, func(ctx context.Context, r ranking) error {
		page = persist.Page{}
		children, err := r.children(ctx, nil)
		for _, c := range children {
			page.Total += c.total
			if bytes.HasPrefix(c.prefix, b.WinRank()) {
				page.Won += c.total
			}
		}
		if offset = max(offset, 0); err == nil && offset < page.Total {
			page.Rows, err = r.rows(ctx, offset, limit)
		}
		return err
	})
	return page, nameBoard(err, b, persist.Player{})
}

// Place implements [persist.Store].
func (s *Store) Place(ctx context.Context, b persist.Board, p persist.Player) (row persist.Row, offset int, err error) {
	err = s.ranking(ctx, b, func(ctx context.Context, r ranking) error {
		row, offset, err = r.place(ctx, p)
		return err
	})
	return row, offset, nameBoard(err, b, p)
}

func nameBoard(err error, b persist.Board, p persist.Player) error {
	return persist.NameUnreadable(err, persist.KindBoard, p, fmt.Sprintf("%+v", b))
}

func (r ranking) place(ctx context.Context, p persist.Player) (row persist.Row, offset int, err error) {
	player := p.AppendKey(nil)
	var e entry
	err = r.tx.QueryRow(ctx, `SELECT player, rank, score FROM solitaire_boards WHERE player = $1 AND board = $2`,
		player, r.key).Scan(&e.player, &e.rank, &e.score)
	if err != nil {
		return row, 0, absent(err)
	}
	if row, err = r.row(e); err != nil {
		return row, 0, err
	}
	before, err := r.before(ctx, e.rank)
	if err != nil {
		return row, 0, err
	}
	row.Place = before + 1
	var equals int
	err = r.tx.QueryRow(ctx, `SELECT count(*) FROM solitaire_boards WHERE board = $1 AND rank = $2 AND player < $3`,
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

// rows returns rows from an offset at which there is one.
func (r ranking) rows(ctx context.Context, offset, limit int) ([]persist.Row, error) {
	begin, skip, err := r.find(ctx, offset)
	if err != nil {
		return nil, err
	}
	found, err := r.tx.Query(ctx, `SELECT player, rank, score FROM solitaire_boards
		WHERE board = $1 AND rank >= $2 ORDER BY rank, player OFFSET $3 LIMIT $4`, r.key, begin, skip, max(limit, 0))
	if err != nil {
		return nil, err
	}
	entries, err := pgx.CollectRows(found, func(row pgx.CollectableRow) (e entry, err error) {
		return e, row.Scan(&e.player, &e.rank, &e.score)
	})
	if err != nil {
		return nil, err
	}
	var rows []persist.Row
	for i, e := range entries {
		row, err := r.row(e)
		switch {
		case err != nil:
			return nil, err
		case i == 0:
			before, err := r.before(ctx, e.rank)
			if err != nil {
				return nil, err
			}
			row.Place = before + 1
		case bytes.Equal(e.rank, entries[i-1].rank):
			row.Place = rows[i-1].Place
		default:
			row.Place = offset + i + 1
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// A child is a node of the tree of counts.
type child struct {
	prefix []byte
	total  int
}

// children returns the counts under a beginning, in order.
func (r ranking) children(ctx context.Context, begin []byte) ([]child, error) {
	rows, err := r.tx.Query(ctx, `SELECT prefix, total FROM solitaire_ranks
		WHERE board = $1 AND length = $2 AND prefix >= $3 AND prefix <= $4 ORDER BY prefix`,
		r.key, len(begin)+1, append([]byte{}, begin...), append(bytes.Clone(begin), 0xff))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c child, err error) {
		return c, row.Scan(&c.prefix, &c.total)
	})
}

// find returns what the rank at an offset begins with, and how many rows with
// that beginning are to be skipped to get there.
func (r ranking) find(ctx context.Context, offset int) (begin []byte, skip int, err error) {
	for range persist.RankDepth {
		children, err := r.children(ctx, begin)
		if err != nil {
			return nil, 0, err
		}
		for _, c := range children {
			begin = c.prefix
			if offset < c.total {
				break
			}
			offset -= c.total
		}
	}
	return begin, offset, nil
}

// before returns how many ranks come before one.
func (r ranking) before(ctx context.Context, rank []byte) (n int, err error) {
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
	return n, r.tx.SendBatch(ctx, &batch).Close()
}
