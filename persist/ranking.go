package persist

import (
	"bytes"
	"fmt"
	"iter"
)

// A RankReader reads one board of a store. A store keeps the rows, sorted by rank and
// then by the players' keys, and for each prefix of up to RankDepth bytes the number of
// ranks with that prefix. These counts form a tree in which each node has at most 256
// children. So finding the row at an offset, or the number of ranks before one, takes
// RankDepth nodes and a walk through the few ranks with the same prefix.
type RankReader interface {
	// Counts yields the counts of the prefixes that extend begin by one byte, in order.
	// An error is the last thing yielded.
	Counts(begin []byte) iter.Seq2[RankCount, error]
	// Rows returns the rows whose ranks don't come before from. It skips the first skip
	// ones, and returns at most limit. It doesn't set their places.
	Rows(from []byte, skip, limit int) ([]Row, error)
	// Before returns how many ranks come before a rank.
	Before(rank []byte) (int, error)
}

// A RankCount is the number of ranks with a prefix.
type RankCount struct {
	Begin []byte
	Ranks int
}

// ReadPage returns a page of a board for [Store.Page].
func ReadPage(b Board, r RankReader, offset, limit int) (page Page, err error) {
	var top []RankCount
	for c, err := range r.Counts(nil) {
		if err != nil {
			return Page{}, err
		}
		top = append(top, c)
		page.Total += c.Ranks
		if bytes.HasPrefix(c.Begin, b.WinRank()) {
			page.Won += c.Ranks
		}
	}
	offset = max(offset, 0)
	if offset >= page.Total {
		return page, nil
	}
	var begin []byte // of the rank at the offset
	skip := offset   // number of rows with that prefix before it
	within := func(c RankCount) bool {
		begin = c.Begin
		if skip < c.Ranks {
			return true
		}
		skip -= c.Ranks
		return false
	}
	for _, c := range top {
		if within(c) {
			break
		}
	}
	for range RankDepth - 1 {
		for c, err := range r.Counts(begin) {
			if err != nil {
				return Page{}, err
			}
			if within(c) {
				break
			}
		}
	}
	if page.Rows, err = r.Rows(begin, skip, limit); err != nil {
		return Page{}, err
	}
	var last []byte // the rank of the row before
	for i := range page.Rows {
		rank, place := b.AppendRank(nil, page.Rows[i].Score), offset+i+1
		if i == 0 {
			before, err := r.Before(rank)
			if err != nil {
				return Page{}, err
			}
			place = before + 1
		} else if bytes.Equal(rank, last) {
			place = page.Rows[i-1].Place
		}
		page.Rows[i].Place, last = place, rank
	}
	return page, nil
}

// Next returns a player's score on the board after another result, and whether the result
// counts there: on a one-day board, only the first one does.
func (b Board) Next(before Score, ranked bool, r Result) (Score, bool) {
	if b.Span != OneDay {
		return before.Plus(r.Ranked()), true
	}
	return r.Ranked(), !ranked
}

// NameUnreadableBoard is [NameUnreadable] for a player's row on a board or, without a
// player, for any other part of the board.
func NameUnreadableBoard(err error, b Board, p Player) error {
	return NameUnreadable(err, KindBoard, p, fmt.Sprintf("%+v", b))
}
