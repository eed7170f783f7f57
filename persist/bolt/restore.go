package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Restore implements [persist.Dumper]. It commits by the batch, and a mark in the
// file says until the end that it isn't whole.
func (s *Store) Restore(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.file.update(markUnfinished); err != nil {
		return err
	}
	err := s.fill(ctx, entries)
	if err == nil {
		err = s.rankAll(ctx)
	}
	if err == nil {
		err = s.file.update(unmark)
	}
	if err == nil {
		return nil
	}
	if undo := s.file.update(empty); undo != nil {
		return fmt.Errorf("%w; a part of it is stored, for that can't be undone: %w", err, undo)
	}
	return err
}

func (f file) update(do func(*bbolt.Tx) error) error {
	return translate(guard(func() error { return f.db.Update(do) }))
}

// markUnfinished marks a store that is empty.
func markUnfinished(tx *bbolt.Tx) error {
	if _, err := readSchema(tx, steps()); err != nil {
		return err
	}
	for _, name := range dataBuckets() {
		c := tx.Bucket([]byte(name)).Cursor()
		if first, _ := c.First(); !bytes.Equal(first, cornerstone()) {
			return errNoBucket(name)
		}
		if second, _ := c.Next(); second != nil {
			return persist.ErrNotEmpty
		}
	}
	return tx.Bucket([]byte(metaBucket)).Put([]byte(unfinishedKey), []byte{1})
}

func unmark(tx *bbolt.Tx) error { return tx.Bucket([]byte(metaBucket)).Delete([]byte(unfinishedKey)) }

// empty lays all data buckets out anew and takes the mark away.
func empty(tx *bbolt.Tx) error {
	for _, name := range dataBuckets() {
		if err := errors.Join(tx.DeleteBucket([]byte(name)), addBuckets(tx, name)); err != nil {
			return fmt.Errorf("empty bucket %s: %w", name, err)
		}
	}
	return unmark(tx)
}

const (
	// batchSize is how many bytes of entries make a transaction, which is kept in
	// memory.
	batchSize = 1 << 20
	// fullness is how far pages are filled: entries mostly come in order, so that
	// nothing would go into the other half of a page that bbolt splits.
	fullness = 0.9
)

// fill stores entries by the batch.
func (s *Store) fill(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	var batch []persist.Entry
	size := 0
	flush := func() error {
		err := ctx.Err()
		if err == nil {
			err = s.file.update(func(tx *bbolt.Tx) error { return putEntries(tx, batch) })
		}
		batch, size = batch[:0], 0
		return err
	}
	for e, err := range entries {
		if err != nil {
			return err
		}
		switch b := e.Body.(type) {
		case *persist.Record:
			for _, g := range b.Games {
				size += len(g.Data)
			}
			size += len(b.Deliveries)
		case *persist.Doc:
			size += len(b.Data)
		}
		batch = append(batch, e)
		size += 200 // what else an entry has, about
		if size < batchSize {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return flush()
}

func putEntries(tx *bbolt.Tx, batch []persist.Entry) error {
	for _, e := range batch {
		stored, err := e.Encode()
		if err != nil {
			return err
		}
		b, key := tx.Bucket([]byte(bucketOf(e.Kind()))), e.Key()
		b.FillPercent = fullness
		if b.Get(key) != nil {
			return persist.ErrTwice
		}
		if err := b.Put(key, addKeySum(key, stored)); err != nil {
			return err
		}
	}
	return nil
}

// A pair is a key and what is stored under it.
type pair struct{ key, stored []byte }

// A scored player is one on a board.
type scored struct {
	board  persist.Board
	player persist.Player
	score  persist.Score
}

// rankAll counts all results on their boards. Adding them one by one would take
// quadratic time, for bbolt splits a page only when a transaction ends; so each
// transaction adds the rows of many players in the order of the keys.
func (s *Store) rankAll(ctx context.Context) error {
	const most = 50_000 // rows in a transaction, which is kept in memory
	after := cornerstone()
	for {
		var rows []scored
		err := s.view(ctx, func(tx *bbolt.Tx) error {
			var owner persist.Player // of standings
			standings := persist.Standings{}
			end := func() {
				for b, score := range standings {
					rows = append(rows, scored{b, owner, score})
				}
				clear(standings)
			}
			c := tx.Bucket([]byte(resultsBucket)).Cursor()
			c.Seek(after)
			for k, stored := c.Next(); k != nil; k, stored = c.Next() {
				p, _, err := persist.CutPlayer(k)
				if err != nil {
					return err
				}
				if p != owner {
					if end(); len(rows) >= most {
						return nil
					}
					owner = p
				}
				result, err := decodeResult(k, stored)
				if err != nil {
					return err
				}
				standings.Add(result)
				after = bytes.Clone(k)
			}
			end()
			return nil
		})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return nil
		}
		if err := s.file.update(func(tx *bbolt.Tx) error { return putRows(tx, rows) }); err != nil {
			return err
		}
	}
}

// putRows adds players who are not yet ranked.
func putRows(tx *bbolt.Tx, rows []scored) error {
	bucket := tx.Bucket([]byte(boardsBucket))
	bucket.FillPercent = fullness
	var pairs []pair
	added := map[string]int{} // to counts
	for _, row := range rows {
		r := rankingOf(tx, row.board)
		value, err := persist.EncodeScore(row.player, row.score)
		if err != nil {
			return err
		}
		player, rank := row.player.AppendKey(nil), r.rank(row.score)
		for _, key := range [][]byte{r.under(byRank, rank, player), r.under(byPlayer, player)} {
			pairs = append(pairs, pair{key, addKeySum(key, value)})
		}
		for length := range persist.RankDepth + 1 {
			added[string(r.counter(rank[:length]))]++
		}
	}
	for key, n := range added {
		before, err := ranking{bucket: bucket}.counted([]byte(key))
		if err != nil {
			return err
		}
		value, err := persist.EncodeCount(before + n)
		if err != nil {
			return err
		}
		pairs = append(pairs, pair{[]byte(key), addKeySum([]byte(key), value)})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return bytes.Compare(a.key, b.key) })
	for _, p := range pairs {
		if err := bucket.Put(p.key, p.stored); err != nil {
			return err
		}
	}
	return nil
}
