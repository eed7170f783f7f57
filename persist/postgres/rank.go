package postgres

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/solitaire-chat/solitaire/persist"
)

// rankResult counts a result on its boards. The row of the player's record is
// locked, so nobody else changes the player's scores.
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

// score returns the player's score on a board, if there is one.
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

// unrank takes the player off all boards.
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

// A counter gathers what a change adds to the counts of ranks.
type counter map[node]int

// A node is a beginning of ranks on a board.
type node struct{ board, prefix string }

func (n counter) count(board, rank []byte, by int) {
	for length := 1; length <= min(persist.RankDepth, len(rank)); length++ {
		n[node{string(board), string(rank[:length])}] += by
	}
}

// put writes the counts, all changes in the same order: so those that count on
// the same boards wait for each other, and never in a circle.
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
