package postgres

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/solitaire-chat/solitaire/persist"
)

// Check yields what is wrong with the boards, which no entry is: counts of ranks
// that are not those of the rows, rows that can't be read or rank otherwise than
// their scores, and rows that no result explains. Whether the scores of those who
// have results are right, the results tell.
func (s *Still) Check(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		for fault := range s.wrongCounts(ctx) {
			if !yield(fault) {
				return
			}
		}
		for fault := range s.wrongRows(ctx) {
			if !yield(fault) {
				return
			}
		}
	}
}

// recount finds the counts that are not what counting the rows again makes.
func recount() string {
	return fmt.Sprintf(`SELECT COALESCE(c.board, r.board), COALESCE(c.prefix, r.prefix), COALESCE(c.total, 0), COALESCE(r.total, 0)
		FROM solitaire_ranks AS c FULL JOIN (
			SELECT b.board, l.length, substr(b.rank, 1, l.length) AS prefix, count(*) AS total
			FROM solitaire_boards AS b CROSS JOIN generate_series(1, %d) AS l (length)
			GROUP BY b.board, l.length, substr(b.rank, 1, l.length)
		) AS r ON c.board = r.board AND c.length = r.length AND c.prefix = r.prefix
		WHERE c.total IS DISTINCT FROM r.total`, persist.RankDepth)
}

// wrongCounts yields the counts of ranks that are not those of the rows.
func (s *Still) wrongCounts(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		for fault, err := range stream(ctx, s.tx, "wrong_counts", recount(), wrongCount) {
			if err == nil {
				err = fault
			}
			if !yield(err) {
				return
			}
		}
	}
}

func wrongCount(row pgx.CollectableRow) (fault, err error) {
	var key, prefix []byte
	var counted, ranks int
	if err := row.Scan(&key, &prefix, &counted, &ranks); err != nil {
		return nil, err
	}
	board, _, err := persist.CutBoard(key)
	if err != nil {
		return fmt.Errorf("a count of ranks: %w", err), nil
	}
	return persist.Miscounted(board, prefix, ranks, counted), nil
}

// A standing is a board that a player is on, with the score.
type standing struct {
	board []byte
	entry
}

func readStanding(row pgx.CollectableRow) (r standing, err error) {
	return r, row.Scan(&r.board, &r.player, &r.rank, &r.score)
}

// check wants the score to be that of the player, and to rank as it says.
func (r standing) check() error {
	board, _, err := persist.CutBoard(r.board)
	if err != nil {
		return fmt.Errorf("a row of a board: %w", err)
	}
	if _, err := (ranking{board: board}).row(r.entry); err != nil {
		return fmt.Errorf("a row of board %+v: %w", board, err)
	}
	return nil
}

// wrongRows yields what is wrong with the rows of boards by themselves, and those
// that no result of their players explains. Rows and results come in the order of
// the players.
func (s *Still) wrongRows(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		next, stop := iter.Pull2(stream(ctx, s.tx, "ranked_results", `SELECT player, result FROM solitaire_results ORDER BY player`, readRanked))
		defer stop()
		results := explainer{next: next}
		const rows = `SELECT board, player, rank, score FROM solitaire_boards ORDER BY player, board`
		for row, err := range stream(ctx, s.tx, "standings", rows, readStanding) {
			faults := []error{err}
			if err == nil {
				faults = []error{row.check(), results.explain(row)}
			}
			for _, fault := range faults {
				if fault != nil && !yield(fault) {
					return
				}
			}
		}
	}
}

// ranked is on which boards a result counts.
type ranked struct {
	player []byte
	boards []persist.Board
	lost   bool // it can't be read, which its entry tells
}

func readRanked(row pgx.CollectableRow) (r ranked, err error) {
	var stored []byte
	if err := row.Scan(&r.player, &stored); err != nil {
		return r, err
	}
	result, err := persist.DecodeResult(stored)
	r.boards, r.lost = result.Boards(), err != nil
	return r, nil
}

// An explainer goes through the results, of which it knows one player's at a time.
type explainer struct {
	next   func() (ranked, error, bool)
	ahead  ranked // the first result of those that were not taken yet
	some   bool   // whether there is one
	player []byte
	boards map[string]bool // by their keys, on which the player's results count
	lost   bool
}

// explain wants a row to be on a board on which one of its player's results counts.
func (e *explainer) explain(row standing) error {
	if !bytes.Equal(e.player, row.player) {
		if err := e.take(row.player); err != nil {
			return err
		}
	}
	if e.lost || e.boards[string(row.board)] {
		return nil
	}
	return row.unexplained()
}

func (r standing) unexplained() error {
	player, _, err := persist.CutPlayer(r.player)
	if err != nil {
		return fmt.Errorf("a row of a board: %w", err)
	}
	board, _, err := persist.CutBoard(r.board)
	if err != nil {
		return fmt.Errorf("a row of a board: %w", err)
	}
	return persist.Unexplained(player, board)
}

// take reads the results of a player, past those of players who are on no board.
func (e *explainer) take(player []byte) error {
	e.player, e.boards, e.lost = player, map[string]bool{}, false
	for {
		if !e.some {
			var err error
			if e.ahead, err, e.some = e.next(); err != nil || !e.some {
				return err
			}
		}
		order := bytes.Compare(e.ahead.player, player)
		if order > 0 {
			return nil
		}
		if order == 0 {
			e.add(e.ahead)
		}
		e.some = false
	}
}

func (e *explainer) add(r ranked) {
	e.lost = e.lost || r.lost
	for _, b := range r.boards {
		e.boards[string(b.AppendKey(nil))] = true
	}
}
