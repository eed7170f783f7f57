package persist

import (
	"fmt"
	"hash/maphash"
	"iter"
	"maps"
	"slices"
	"strings"
)

// Standings are one player's scores on all boards.
type Standings map[Board]Score

// Add counts a result. Results must come in the order of a dump, because only the first
// result of a day's deal counts on that day's boards.
func (s Standings) Add(r Result) {
	for _, b := range r.Boards() {
		before, ranked := s[b]
		if next, counts := b.Next(before, ranked, r); counts {
			s[b] = next
		}
	}
}

// A BoardCheck compares the boards in a store with the results from which they are
// computed, without keeping either in memory: for each board it adds hashes of what
// should be stored and subtracts hashes of what is stored, in any order.
type BoardCheck struct {
	// rows returns what a store keeps about a player on a board, in any form.
	rows func(Board, Player, Score) [][]byte

	seed    maphash.Seed
	sums    map[Board]uint64
	skipped map[Board]bool // boards whose damage was already reported
	lost    bool           // a result couldn't be read, so nothing can be compared

	player Player // the player whose results are being added
	scores Standings
}

// NewBoardCheck returns a check for a store. rows returns what the store keeps about a
// player on a board.
func NewBoardCheck(rows func(Board, Player, Score) [][]byte) *BoardCheck {
	return &BoardCheck{
		rows: rows, seed: maphash.MakeSeed(), sums: map[Board]uint64{}, skipped: map[Board]bool{}, scores: Standings{},
	}
}

// Result adds the next result, in the order of a dump.
func (c *BoardCheck) Result(p Player, r Result) {
	if p != c.player {
		c.endPlayer()
		c.player = p
	}
	c.scores.Add(r)
}

// LostResult reports that a result can't be read.
func (c *BoardCheck) LostResult() { c.lost = true }

func (c *BoardCheck) endPlayer() {
	for b, s := range c.scores {
		for _, row := range c.rows(b, c.player, s) {
			c.sums[b] += c.hash('r', row)
		}
		rank := b.AppendRank(nil, s)
		for length := range RankDepth + 1 {
			c.sums[b] += c.hash('n', rank[:length])
		}
	}
	clear(c.scores)
}

func (c *BoardCheck) hash(kind byte, b []byte) uint64 {
	return maphash.Bytes(c.seed, append([]byte{kind}, b...))
}

// Row adds a stored row.
func (c *BoardCheck) Row(b Board, row []byte) { c.sums[b] -= c.hash('r', row) }

// Count adds a stored number of ranks with a prefix. An empty prefix means all ranks.
func (c *BoardCheck) Count(b Board, begin []byte, n int) { c.sums[b] -= uint64(n) * c.hash('n', begin) }

// Skip ignores a board that has an unreadable entry.
func (c *BoardCheck) Skip(b Board) { c.skipped[b] = true }

// Faults yields an error for each board that differs from the results.
func (c *BoardCheck) Faults() iter.Seq[error] {
	c.endPlayer()
	return func(yield func(error) bool) {
		if c.lost {
			return
		}
		for _, b := range slices.SortedFunc(maps.Keys(c.sums), func(a, b Board) int {
			return strings.Compare(string(a.AppendKey(nil)), string(b.AppendKey(nil)))
		}) {
			if c.sums[b] != 0 && !c.skipped[b] && !yield(fmt.Errorf("%w: board %+v is not what the results add up to", ErrDamaged, b)) {
				return
			}
		}
	}
}
