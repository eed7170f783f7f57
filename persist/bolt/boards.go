package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// The boards' bucket has three kinds of entries, each under its board's key:
//
//	r RANK PLAYER  the player's score: a walk is the board, the best first
//	p PLAYER       the same, to be found by player
//	n LENGTH BYTES how many ranks begin with these bytes
//
// The counts are a tree of which each node has at most 256 children: how many
// ranks come before one, or which rank is at an offset, is found by a
// look at RankDepth nodes and a walk through the few ranks that begin alike.
const (
	byRank   = 'r'
	byPlayer = 'p'
	counts   = 'n'
)

// A ranking is one board in a transaction.
type ranking struct {
	bucket *bbolt.Bucket
	board  persist.Board
	key    []byte
}

func rankingOf(tx *bbolt.Tx, b persist.Board) ranking {
	return ranking{tx.Bucket([]byte(boardsBucket)), b, b.AppendKey(nil)}
}

func (r ranking) under(kind byte, parts ...[]byte) []byte {
	key := append(bytes.Clone(r.key), kind)
	for _, p := range parts {
		key = append(key, p...)
	}
	return key
}

func (r ranking) rank(s persist.Score) []byte { return r.board.AppendRank(nil, s) }

// get returns a player's score on the board.
func (r ranking) get(player []byte) (s persist.Score, ok bool, err error) {
	key := r.under(byPlayer, player)
	stored := r.bucket.Get(key)
	if stored == nil {
		return s, false, nil
	}
	_, s, err = decodeScore(key, stored)
	return s, err == nil, err
}

func decodeScore(key, stored []byte) (persist.Player, persist.Score, error) {
	value, err := cutKeySum(key, stored)
	if err != nil {
		return persist.Player{}, persist.Score{}, err
	}
	return persist.DecodeScore(value)
}

// set adds a player who is not yet ranked.
func (r ranking) set(p persist.Player, s persist.Score) error {
	value, err := persist.EncodeScore(p, s)
	if err != nil {
		return err
	}
	player, rank := p.AppendKey(nil), r.rank(s)
	for _, key := range [][]byte{r.under(byRank, rank, player), r.under(byPlayer, player)} {
		if err := r.bucket.Put(key, addKeySum(key, value)); err != nil {
			return err
		}
	}
	return r.count(rank, 1)
}

// remove takes a player off the board.
func (r ranking) remove(player []byte, s persist.Score) error {
	rank := r.rank(s)
	if err := deleteAll(r.bucket, [][]byte{r.under(byRank, rank, player), r.under(byPlayer, player)}); err != nil {
		return err
	}
	return r.count(rank, -1)
}

// count adds to the counts of all that a rank begins with.
func (r ranking) count(rank []byte, n int) error {
	for length := range persist.RankDepth + 1 {
		key := r.counter(rank[:length])
		before, err := r.counted(key)
		if err != nil {
			return err
		}
		if before+n <= 0 {
			err = r.bucket.Delete(key)
		} else if value, err2 := persist.EncodeCount(before + n); err2 != nil {
			err = err2
		} else {
			err = r.bucket.Put(key, addKeySum(key, value))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r ranking) counter(begin []byte) []byte {
	return r.under(counts, []byte{byte(len(begin))}, begin)
}

func (r ranking) counted(key []byte) (int, error) {
	stored := r.bucket.Get(key)
	if stored == nil {
		return 0, nil
	}
	return decodeCount(key, stored)
}

func decodeCount(key, stored []byte) (int, error) {
	value, err := cutKeySum(key, stored)
	if err != nil {
		return 0, err
	}
	return persist.DecodeCount(value)
}

// before returns how many ranks come before one.
func (r ranking) before(rank []byte) (int, error) {
	n := 0
	for length := range persist.RankDepth {
		begin := r.counter(rank[:length])
		begin[len(begin)-length-1]++ // those that are one byte longer
		err := r.each(begin, func(k, v []byte) (bool, error) {
			if k[len(k)-1] >= rank[length] {
				return false, nil
			}
			c, err := decodeCount(k, v)
			n += c
			return true, err
		})
		if err != nil {
			return 0, err
		}
	}
	own := r.under(byRank, rank)
	err := r.each(r.under(byRank, rank[:persist.RankDepth]), func(k, _ []byte) (bool, error) {
		if bytes.Compare(k, own) >= 0 {
			return false, nil
		}
		n++
		return true, nil
	})
	return n, err
}

// each calls f with the entries whose keys have a prefix until it says no.
func (r ranking) each(prefix []byte, f func(k, v []byte) (bool, error)) error {
	c := r.bucket.Cursor()
	for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if more, err := f(k, v); err != nil || !more {
			return err
		}
	}
	return nil
}

// find returns what the rank at an offset begins with, and how many rows with
// that beginning are to be skipped to get there.
func (r ranking) find(offset int) (begin []byte, skip int, err error) {
	for length := range persist.RankDepth {
		key := r.counter(begin)
		key[len(key)-length-1]++
		next := begin
		err := r.each(key, func(k, v []byte) (bool, error) {
			n, err := decodeCount(k, v)
			if err != nil {
				return false, err
			}
			if next = append(bytes.Clone(begin), k[len(k)-1]); offset < n {
				return false, nil
			}
			offset -= n
			return true, nil
		})
		if err != nil {
			return nil, 0, err
		}
		begin = next
	}
	return begin, offset, nil
}

// Page implements [persist.Store].
func (s *Store) Page(ctx context.Context, b persist.Board, offset, limit int) (persist.Page, error) {
	var page persist.Page
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		r := rankingOf(tx, b)
		var err error
		if page.Total, err = r.total(nil); err != nil {
			return err
		}
		if page.Won, err = r.total(b.WinRank()); err != nil {
			return err
		}
		if offset = max(offset, 0); offset < page.Total {
			page.Rows, err = r.rows(offset, limit)
		}
		return err
	})
	if err != nil {
		return persist.Page{}, nameBoard(err, b, persist.Player{})
	}
	return page, nil
}

// total returns how many ranks on a board begin with some bytes. It makes sure
// that no damage hides the count.
func (r ranking) total(begin []byte) (int, error) {
	value, err := find(r.bucket, r.counter(begin))
	if errors.Is(err, persist.ErrNotFound) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return persist.DecodeCount(value)
}

func (r ranking) rows(offset, limit int) ([]persist.Row, error) {
	begin, skip, err := r.find(offset)
	if err != nil {
		return nil, err
	}
	var rows []persist.Row
	var last []byte // rank of the row before
	c, prefix := r.bucket.Cursor(), r.under(byRank)
	for k, v := c.Seek(r.under(byRank, begin)); bytes.HasPrefix(k, prefix) && len(rows) < limit; k, v = c.Next() {
		if skip > 0 {
			skip--
			continue
		}
		player, score, err := decodeScore(k, v)
		if err != nil {
			return nil, err
		}
		row := persist.Row{Place: offset + len(rows) + 1, Player: player, Score: score}
		switch rank := r.rank(score); {
		case len(rows) == 0:
			n, err := r.before(rank)
			if err != nil {
				return nil, err
			}
			row.Place = n + 1
			last = rank
		case bytes.Equal(rank, last):
			row.Place = rows[len(rows)-1].Place
		default:
			last = rank
		}
		rows = append(rows, row)
	}
	return rows, nil
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
		n, err := r.before(r.rank(score))
		if err != nil {
			return err
		}
		offset = n
		own, prefix := r.under(byRank, r.rank(score), player), r.under(byRank, r.rank(score))
		err = r.each(prefix, func(k, _ []byte) (bool, error) {
			if bytes.Equal(k, own) {
				return false, nil
			}
			offset++
			return true, nil
		})
		row = persist.Row{Place: n + 1, Player: p, Score: score}
		return err
	})
	return row, offset, nameBoard(err, b, p)
}

func nameBoard(err error, b persist.Board, p persist.Player) error {
	return persist.NameUnreadable(err, persist.KindBoard, p, fmt.Sprintf("%+v", b))
}

// rankResult counts a result on its boards.
func rankResult(tx *bbolt.Tx, p persist.Player, result persist.Result) error {
	for _, b := range result.Boards() {
		r, score, player := rankingOf(tx, b), result.Ranked(), p.AppendKey(nil)
		before, ok, err := r.get(player)
		switch {
		case err != nil:
			return nameBoard(err, b, p)
		case ok && b.Span == persist.OneDay: // its one attempt is there already
			continue
		case ok:
			if err := r.remove(player, before); err != nil {
				return nameBoard(err, b, p)
			}
		}
		if b.Span != persist.OneDay {
			score = before.Plus(score)
		}
		if err := r.set(p, score); err != nil {
			return nameBoard(err, b, p)
		}
	}
	return nil
}

// unrank takes a player off all boards on which a result of his counts.
func unrank(tx *bbolt.Tx, player []byte, result persist.Result) error {
	for _, b := range result.Boards() {
		r := rankingOf(tx, b)
		score, ok, err := r.get(player)
		if errors.Is(err, persist.ErrDamaged) || err == nil && !ok {
			continue // forgetting must not end at what can't be read
		}
		if err == nil {
			err = r.remove(player, score)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
