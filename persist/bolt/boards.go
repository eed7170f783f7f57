package bolt

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// The boards' bucket has three kinds of entries, each under its board's key:
//
//	r RANK PLAYER  the player's score; a walk is the board, the best first
//	p PLAYER       the same, to find it by player
//	n LENGTH BYTES how many ranks begin with these bytes
const (
	byRank   = 'r'
	byPlayer = 'p'
	counts   = 'n'
)

// A ranking is one board in a transaction, as a [persist.RankReader].
type ranking struct {
	bucket *bbolt.Bucket
	board  persist.Board
	key    []byte
}

func rankingOf(tx *bbolt.Tx, b persist.Board) ranking {
	return ranking{tx.Bucket([]byte(boardsBucket)), b, b.AppendKey(nil)}
}

func (r ranking) under(kind byte, parts ...[]byte) []byte {
	return slices.Concat(r.key, []byte{kind}, slices.Concat(parts...))
}

func (r ranking) counter(begin []byte) []byte {
	return r.under(counts, []byte{byte(len(begin))}, begin)
}

// rowKeys returns the keys under which a player's score is stored.
func (r ranking) rowKeys(player []byte, s persist.Score) [][]byte {
	return [][]byte{r.under(byRank, r.board.AppendRank(nil, s), player), r.under(byPlayer, player)}
}

// Counts implements [persist.RankReader].
func (r ranking) Counts(begin []byte) iter.Seq2[persist.RankCount, error] {
	return func(yield func(persist.RankCount, error) bool) {
		prefix := r.counter(begin)
		prefix[len(prefix)-len(begin)-1]++ // the prefix of the next length
		c := r.bucket.Cursor()
		k, v := c.Seek(prefix)
		if len(begin) == 0 && !bytes.HasPrefix(k, prefix) { // a board without rows, unless damage hides them
			if err := checkAround(c, prefix); err != nil {
				yield(persist.RankCount{}, err)
			}
			return
		}
		for ; bytes.HasPrefix(k, prefix); k, v = c.Next() {
			n, err := decodeCount(k, v)
			if !yield(persist.RankCount{Begin: k[len(prefix)-len(begin):], Ranks: n}, err) || err != nil {
				return
			}
		}
	}
}

// Before implements [persist.RankReader].
func (r ranking) Before(rank []byte) (int, error) {
	n := r.walk(r.under(byRank, rank[:persist.RankDepth]), r.under(byRank, rank))
	for length := range persist.RankDepth {
		for c, err := range r.Counts(rank[:length]) {
			if err != nil {
				return 0, err
			}
			if c.Begin[length] >= rank[length] {
				break
			}
			n += c.Ranks
		}
	}
	return n, nil
}

// walk returns the number of entries from one key up to another.
func (r ranking) walk(from, to []byte) (n int) {
	c := r.bucket.Cursor()
	for k, _ := c.Seek(from); k != nil && bytes.Compare(k, to) < 0; k, _ = c.Next() {
		n++
	}
	return n
}

// Rows implements [persist.RankReader].
func (r ranking) Rows(from []byte, skip, limit int) (rows []persist.Row, err error) {
	c, prefix := r.bucket.Cursor(), r.under(byRank)
	for k, v := c.Seek(r.under(byRank, from)); bytes.HasPrefix(k, prefix) && len(rows) < limit; k, v = c.Next() {
		if skip > 0 {
			skip--
			continue
		}
		var row persist.Row
		if row.Player, row.Score, err = decodeScore(k, v); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func decodeScore(key, stored []byte) (persist.Player, persist.Score, error) {
	value, err := cutKeySum(key, stored)
	if err != nil {
		return persist.Player{}, persist.Score{}, err
	}
	return persist.DecodeScore(value)
}

func decodeCount(key, stored []byte) (int, error) {
	value, err := cutKeySum(key, stored)
	if err != nil {
		return 0, err
	}
	return persist.DecodeCount(value)
}

// Page implements [persist.Store].
func (s *Store) Page(ctx context.Context, b persist.Board, offset, limit int) (page persist.Page, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		page, err = persist.ReadPage(b, rankingOf(tx, b), offset, limit)
		return err
	})
	return page, persist.NameUnreadableBoard(err, b, persist.Player{})
}

// Place implements [persist.Store].
func (s *Store) Place(ctx context.Context, b persist.Board, p persist.Player) (row persist.Row, offset int, err error) {
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		r, player := rankingOf(tx, b), p.AppendKey(nil)
		value, err := find(r.bucket, r.under(byPlayer, player))
		if err != nil {
			return err
		}
		_, score, err := persist.DecodeScore(value)
		if err != nil {
			return err
		}
		rank := b.AppendRank(nil, score)
		before, err := r.Before(rank)
		row = persist.Row{Place: before + 1, Player: p, Score: score}
		offset = before + r.walk(r.under(byRank, rank), r.under(byRank, rank, player))
		return err
	})
	return row, offset, persist.NameUnreadableBoard(err, b, p)
}

// rankChanges are the pending writes to the boards' bucket.
type rankChanges struct {
	bucket *bbolt.Bucket
	rows   map[string][]byte // by key; nil deletes the entry
	counts map[string]int    // the change of each count
}

func changesIn(tx *bbolt.Tx) rankChanges {
	return rankChanges{tx.Bucket([]byte(boardsBucket)), map[string][]byte{}, map[string]int{}}
}

// add puts a player on a board, and remove removes a player who has a certain score
// there.
func (c rankChanges) add(b persist.Board, p persist.Player, s persist.Score) error {
	value, err := persist.EncodeScore(p, s)
	c.change(b, p, s, value, 1)
	return err
}

func (c rankChanges) remove(b persist.Board, p persist.Player, s persist.Score) {
	c.change(b, p, s, nil, -1)
}

func (c rankChanges) change(b persist.Board, p persist.Player, s persist.Score, value []byte, by int) {
	r, rank := ranking{board: b, key: b.AppendKey(nil)}, b.AppendRank(nil, s)
	for _, key := range r.rowKeys(p.AppendKey(nil), s) {
		c.rows[string(key)] = value
	}
	for length := range persist.RankDepth + 1 {
		c.counts[string(r.counter(rank[:length]))] += by
	}
}

// write writes in key order. bbolt splits a page only when a transaction ends, so adding
// many rows in another order would take quadratic time.
func (c rankChanges) write() error {
	for key, n := range c.counts {
		if n == 0 {
			continue
		}
		if stored := c.bucket.Get([]byte(key)); stored != nil {
			before, err := decodeCount([]byte(key), stored)
			if err != nil {
				b, _, _ := persist.CutBoard([]byte(key))
				return persist.NameUnreadableBoard(err, b, persist.Player{})
			}
			n += before
		}
		c.rows[key] = nil
		if n > 0 {
			c.rows[key], _ = persist.EncodeCount(n) // no number makes it fail
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.rows)) {
		var err error
		if k, value := []byte(key), c.rows[key]; value == nil {
			err = c.bucket.Delete(k)
		} else {
			err = c.bucket.Put(k, addKeySum(k, value))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// rankResult counts a result on its boards, or stops counting it if the player is
// forgotten.
func rankResult(tx *bbolt.Tx, p persist.Player, result persist.Result, forget bool) error {
	changes, player := changesIn(tx), p.AppendKey(nil)
	for _, b := range result.Boards() {
		var before persist.Score
		key := rankingOf(tx, b).under(byPlayer, player)
		stored := changes.bucket.Get(key)
		if stored != nil {
			var err error
			if _, before, err = decodeScore(key, stored); forget && errors.Is(err, persist.ErrDamaged) {
				continue // unreadable data must not keep a player from being forgotten
			} else if err != nil {
				return persist.NameUnreadableBoard(err, b, p)
			}
		}
		next, ranked := b.Next(before, stored != nil, result)
		if stored != nil && (forget || ranked) {
			changes.remove(b, p, before)
		}
		if forget || !ranked {
			continue
		}
		if err := changes.add(b, p, next); err != nil {
			return err
		}
	}
	return changes.write()
}
