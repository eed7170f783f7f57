package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Restore implements [persist.Dumper]. It commits in batches, and until the end a mark in
// the file says that it is incomplete.
func (s *Store) Restore(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.file.update(markUnfinished); err != nil {
		return err
	}
	err := s.fill(ctx, entries)
	if err == nil {
		err = s.rankAll()
	}
	if err == nil {
		err = s.file.update(unmark)
	}
	if err == nil {
		return nil
	}
	if undo := s.file.update(empty); undo != nil {
		return fmt.Errorf("%w; part of the import remains, because removing it failed too: %w", err, undo)
	}
	return err
}

func (f file) update(do func(*bbolt.Tx) error) error {
	return translate(guard(func() error { return f.db.Update(do) }))
}

// markUnfinished marks an empty store as incomplete.
func markUnfinished(tx *bbolt.Tx) error {
	if _, err := readSchema(tx); err != nil {
		return err
	}
	for _, name := range bucketsOf(newest) {
		c := tx.Bucket([]byte(name)).Cursor()
		c.First() // the cornerstone
		if second, _ := c.Next(); second != nil {
			return persist.ErrNotEmpty
		}
	}
	return tx.Bucket([]byte(metaBucket)).Put([]byte(unfinishedKey), []byte{1})
}

func unmark(tx *bbolt.Tx) error { return tx.Bucket([]byte(metaBucket)).Delete([]byte(unfinishedKey)) }

// empty creates all data buckets again and removes the mark.
func empty(tx *bbolt.Tx) error {
	for _, name := range bucketsOf(newest) {
		if err := errors.Join(tx.DeleteBucket([]byte(name)), addBuckets(tx, name)); err != nil {
			return fmt.Errorf("empty bucket %s: %w", name, err)
		}
	}
	return unmark(tx)
}

const (
	// batchSize is the size in bytes of the entries in one transaction, which is kept in
	// memory.
	batchSize = 1 << 20
	// fullness is how far pages are filled. Entries mostly come in order, so the other
	// half of a page that bbolt splits would stay empty.
	fullness = 0.9
)

// fill stores entries in batches.
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
		size += 200 // the rest of an entry, roughly
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

// rankAll counts all results on their boards, with many players in each transaction.
func (s *Store) rankAll() error {
	const most = 50_000 // rows per transaction, which is kept in memory
	after := cornerstone()
	for more := true; more; {
		more = false
		err := s.file.update(func(tx *bbolt.Tx) error {
			changes := changesIn(tx)
			changes.bucket.FillPercent = fullness
			var owner persist.Player // of standings
			standings := persist.Standings{}
			end := func() error {
				for b, score := range standings {
					if err := changes.add(b, owner, score); err != nil {
						return err
					}
				}
				clear(standings)
				return nil
			}
			c := tx.Bucket([]byte(resultsBucket)).Cursor()
			c.Seek(after)
			for k, stored := c.Next(); k != nil; k, stored = c.Next() {
				p, _, err := persist.CutPlayer(k)
				if err != nil {
					return err
				}
				if p != owner {
					if err := end(); err != nil {
						return err
					}
					if more = len(changes.rows) >= 2*most; more {
						break
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
			return errors.Join(end(), changes.write())
		})
		if err != nil {
			return err
		}
	}
	return nil
}
