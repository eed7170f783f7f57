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

// Restore implements [persist.Dumper]. It commits by the batch, and a mark in the
// file tells until the end that it isn't whole.
func (s *Store) Restore(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.file.update(begin); err != nil {
		return err
	}
	f := filler{file: s.file}
	err := f.take(ctx, entries)
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

// begin marks a store that is empty.
func begin(tx *bbolt.Tx) error {
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

// A filler gathers entries and writes them by the batch, because a transaction
// is kept in memory.
type filler struct {
	file  file
	batch []placed
	size  int
}

// A placed entry is one in its stored form.
type placed struct {
	persist.Entry
	entry
}

// put writes an entry, and counts a result on its boards.
func (p placed) put(tx *bbolt.Tx) error {
	b := tx.Bucket([]byte(bucketOf(p.Kind())))
	b.FillPercent = fullness
	if b.Get(p.key) != nil {
		return persist.ErrTwice
	}
	if err := b.Put(p.key, p.value); err != nil {
		return err
	}
	if r, ok := p.Body.(*persist.Result); ok {
		return rankResult(tx, p.Player, *r)
	}
	return nil
}

const (
	// batchSize is how many bytes of entries make a batch.
	batchSize = 1 << 20
	// fullness is how far pages are filled: entries mostly come in order, so that
	// nothing would go into the other half of a page that bbolt splits.
	fullness = 0.9
)

func (f *filler) take(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	for e, err := range entries {
		if err != nil {
			return err
		}
		if err := f.add(ctx, e); err != nil {
			return err
		}
	}
	return f.flush(ctx)
}

func (f *filler) add(ctx context.Context, e persist.Entry) error {
	stored, err := e.Encode()
	if err != nil {
		return err
	}
	key := e.Key()
	f.batch = append(f.batch, placed{e, entry{key, seal(key, stored)}})
	f.size += len(key) + len(stored)
	if f.size < batchSize {
		return nil
	}
	return f.flush(ctx)
}

func (f *filler) flush(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := f.file.update(func(tx *bbolt.Tx) error {
		for _, p := range f.batch {
			if err := p.put(tx); err != nil {
				return err
			}
		}
		return nil
	})
	f.batch, f.size = f.batch[:0], 0
	return err
}
