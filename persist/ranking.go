package persist

import (
	"bytes"
	"fmt"
	"iter"
)

// A RankReader reads one board of a store. Beside the rows, which are in the order
// of their ranks and then of their players' keys, a store keeps how many ranks begin
// with the same bytes, up to RankDepth of them. These counts are a tree of which each
// node has at most 256 children. So the row at an offset, or the number of ranks
// before one, is found by a look at RankDepth nodes and a walk through the few ranks
// that begin alike.
type RankReader interface {
	// Counts yields the counts under begin that are one byte longer, in order. An error
	// is the last that is yielded.
	Counts(begin []byte) iter.Seq2[RankCount, error]
	// Rows returns the rows whose ranks don't come before from, without the first
	// skip ones, not more than limit. Their places are not set.
	Rows(from []byte, skip, limit int) ([]Row, error)
	// Before returns how many ranks come before one.
	Before(rank []byte) (int, error)
}

// A RankCount is how many ranks begin with some bytes.
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
	skip := offset   // how many rows with that beginning come before it
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

// Next returns a player's score on the board with one more result, and whether that
// counts there: on a board of one day only the first does.
func (b Board) Next(before Score, ranked bool, r Result) (Score, bool) {
	if b.Span != OneDay {
		return before.Plus(r.Ranked()), true
	}
	return r.Ranked(), !ranked
}

// NameUnreadableBoard is [NameUnreadable] for a player's row on a board, or for any
// other part of it where there is no player.
func NameUnreadableBoard(err error, b Board, p Player) error {
	return NameUnreadable(err, KindBoard, p, fmt.Sprintf("%+v", b))
}
