package bolt

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Backup writes the file as it is at this moment, and returns how many bytes it
// wrote. Everything that was acknowledged before is in it. Commits go on, unless
// the file has to be mapped anew as it grows: so w should take all quickly, as a
// file does. What is written is not checked: open it with Options.ReadOnly, and
// check that.
func (s *Store) Backup(ctx context.Context, w io.Writer) (n int64, err error) {
	to := &target{ctx: ctx, w: w}
	err = s.snapshot(ctx, func(tx *bbolt.Tx) (err error) {
		n, err = tx.WriteTo(to)
		return cmp.Or(to.err, err)
	})
	if err != nil {
		return n, fmt.Errorf("backup: %w", err)
	}
	return n, nil
}

// A target is written to until the context ends. It keeps its error, because
// bbolt keeps only the text.
type target struct {
	ctx context.Context //nolint:containedctx // a target lives as long as one call
	w   io.Writer
	err error
}

func (t *target) Write(b []byte) (n int, err error) {
	if t.err = t.ctx.Err(); t.err == nil {
		n, t.err = t.w.Write(b)
	}
	return n, t.err
}

// Dump implements [persist.Dumper]. While it is read a commit waits when the
// file has to be mapped anew, as it is when it grows.
func (s *Store) Dump(ctx context.Context) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		wanted := true
		err := s.snapshot(ctx, func(tx *bbolt.Tx) error {
			buckets, err := openBuckets(tx)
			if err != nil {
				return err
			}
			for _, kind := range persist.Kinds() {
				b := buckets[bucketOf(kind)]
				if b == nil { // the file is of an older schema
					continue
				}
				for e, err := range each(ctx, b, func(k, value []byte, damage error) (persist.Entry, error) {
					e, err := persist.DecodeEntry(kind, k, value)
					return e, cmp.Or(damage, err)
				}) {
					if err != nil && !persist.Unreadable(err) {
						return err
					}
					if wanted = yield(e, err); !wanted {
						return nil
					}
				}
			}
			return nil
		})
		if err != nil && wanted {
			yield(persist.Entry{}, err)
		}
	}
}

// openBuckets returns the data buckets that a file has by its schema.
func openBuckets(tx *bbolt.Tx) (buckets map[string]*bbolt.Bucket, err error) {
	err = guard(func() error {
		schema, err := readSchema(tx, steps())
		if err != nil || schema == 0 {
			return err
		}
		buckets = map[string]*bbolt.Bucket{}
		for _, name := range bucketsOf(schema) {
			buckets[name] = tx.Bucket([]byte(name))
		}
		return checkCornerstones(tx, schema)
	})
	return buckets, err
}

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
	// batchResults is how many results do. Each adds up to some twenty keys per
	// server to the boards, and bbolt splits a page only when the transaction ends:
	// inserting into one that has grown long takes quadratic time.
	batchResults = 128
	// fullness is how far pages are filled: entries mostly come in order, so that
	// nothing would go into the other half of a page that bbolt splits.
	fullness = 0.9
)

// fill stores entries by the batch.
func (s *Store) fill(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	var batch []persist.Entry
	size, results := 0, 0
	flush := func() error {
		err := ctx.Err()
		if err == nil {
			err = s.file.update(func(tx *bbolt.Tx) error { return putEntries(tx, batch) })
		}
		batch, size, results = batch[:0], 0, 0
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
		case *persist.Result:
			results++
		case *persist.Doc:
			size += len(b.Data)
		}
		batch = append(batch, e)
		size += 200 // what else an entry has, about
		if size < batchSize && results < batchResults {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return flush()
}

// putEntries writes entries, and counts results on their boards.
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
		if r, ok := e.Body.(*persist.Result); ok {
			if err := rankResult(tx, e.Player, *r); err != nil {
				return err
			}
		}
	}
	return nil
}

// Compact writes everything into a new file, in the order of the keys and without
// the space that is free in this one, and compares the two. Deliveries that
// earlier programs stored apart are left out. count, if not nil, is called for
// each entry. A damaged entry ends it with its error.
func (s *Store) Compact(ctx context.Context, path string, o Options, count func()) error {
	to, err := Open(path, o)
	if err != nil {
		return err
	}
	err = s.snapshot(ctx, func(tx *bbolt.Tx) error {
		for _, name := range dataBuckets() {
			if name == deliveriesBucket {
				continue
			}
			if err := copyBucket(ctx, tx.Bucket([]byte(name)), to.file, name, count); err != nil {
				return fmt.Errorf("bucket %s: %w", name, err)
			}
		}
		return nil
	})
	if err := errors.Join(err, to.Close()); err != nil {
		return err
	}
	if to, err = Open(path, Options{ReadOnly: true}); err != nil {
		return err
	}
	return errors.Join(s.compare(ctx, to), to.Close())
}

// A pair is a key and what is stored under it.
type pair struct{ key, stored []byte }

// pairs yields copies of a bucket's entries, and checks each.
func pairs(ctx context.Context, b *bbolt.Bucket) iter.Seq2[pair, error] {
	return each(ctx, b, func(k, value []byte, damage error) (pair, error) {
		if damage == nil {
			damage = persist.VerifyStored(value)
		}
		return pair{bytes.Clone(k), addKeySum(k, value)}, damage
	})
}

func copyBucket(ctx context.Context, from *bbolt.Bucket, to file, name string, count func()) error {
	var batch []pair
	size := 0
	flush := func() error {
		err := to.update(func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte(name))
			b.FillPercent = fullness
			for _, p := range batch {
				if err := b.Put(p.key, p.stored); err != nil {
					return err
				}
			}
			return nil
		})
		batch, size = batch[:0], 0
		return err
	}
	for p, err := range pairs(ctx, from) {
		if err != nil {
			return err
		}
		if count != nil {
			count()
		}
		batch, size = append(batch, p), size+len(p.key)+len(p.stored)
		if size < batchSize {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return flush()
}

var errDiffers = errors.New("the new file has other data in it")

// compare wants a copy to have the same entries, and no fault in its pages.
func (s *Store) compare(ctx context.Context, to *Store) error {
	return s.snapshot(ctx, func(tx *bbolt.Tx) error {
		return to.snapshot(ctx, func(copied *bbolt.Tx) error {
			for _, name := range dataBuckets() {
				if name == deliveriesBucket {
					continue
				}
				next, stop := iter.Pull2(pairs(ctx, copied.Bucket([]byte(name))))
				defer stop()
				for want, err := range pairs(ctx, tx.Bucket([]byte(name))) {
					got, gotErr, ok := next()
					if err := errors.Join(err, gotErr); err != nil {
						return err
					}
					if !ok || !bytes.Equal(want.key, got.key) || !bytes.Equal(want.stored, got.stored) {
						return errDiffers
					}
				}
				if _, err, more := next(); more {
					return cmp.Or(err, errDiffers)
				}
			}
			return errors.Join(slices.Collect(checkPages(ctx, copied))...)
		})
	})
}
