package postgres

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/solitaire-chat/solitaire/persist"
)

// Check yields what is wrong with the boards, which aren't entries: rows that are
// unreadable or have another rank than their scores, and boards whose rows, or counts of
// ranks, differ from the results.
func (s *Still) Check(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		c := persist.NewBoardCheck(func(b persist.Board, p persist.Player, s persist.Score) [][]byte {
			value, _ := persist.EncodeScore(p, s) // no score makes it fail
			return [][]byte{value}
		})
		for e, err := range s.Dump(ctx) {
			r, ok := e.Body.(*persist.Result)
			switch {
			case err != nil && !persist.Unreadable(err):
				yield(err)
				return
			case ok && err == nil:
				c.Result(e.Player, *r)
			case ok:
				c.LostResult() // Dump reports it
			}
		}
		for fault, err := range stream(ctx, s.tx, "rows", `SELECT board, player, rank, score FROM solitaire_boards`,
			func(row pgx.CollectableRow) (fault, err error) {
				var key []byte
				var e entry
				if err := row.Scan(&key, &e.player, &e.rank, &e.score); err != nil {
					return nil, err
				}
				return checkRow(c, key, e), nil
			}) {
			if fault = cmp.Or(err, fault); fault != nil && !yield(fault) || err != nil {
				return
			}
		}
		for fault, err := range stream(ctx, s.tx, "numbers", `SELECT board, prefix, total FROM solitaire_ranks`,
			func(row pgx.CollectableRow) (fault, err error) {
				var key []byte
				var n persist.RankCount
				if err := row.Scan(&key, &n.Begin, &n.Ranks); err != nil {
					return nil, err
				}
				return checkCount(c, key, n), nil
			}) {
			if fault = cmp.Or(err, fault); fault != nil && !yield(fault) || err != nil {
				return
			}
		}
		c.Faults()(yield)
	}
}

// checkCount passes a count to the check. The count of all ranks isn't stored: it is the
// sum of the counts by first byte.
func checkCount(c *persist.BoardCheck, key []byte, n persist.RankCount) error {
	b, _, err := persist.CutBoard(key)
	if err != nil {
		return fmt.Errorf("a count of ranks: %w", err)
	}
	c.Count(b, n.Begin, n.Ranks)
	if len(n.Begin) == 1 {
		c.Count(b, nil, n.Ranks)
	}
	return nil
}

// checkRow passes a row to the check, or returns why it is unreadable.
func checkRow(c *persist.BoardCheck, key []byte, e entry) error {
	b, _, err := persist.CutBoard(key)
	if err != nil {
		return fmt.Errorf("a row of a board: %w", err)
	}
	if _, err := (ranking{board: b}).row(e); err != nil {
		c.Skip(b)
		return fmt.Errorf("board %+v: %w", b, err)
	}
	c.Row(b, e.score)
	return nil
}
