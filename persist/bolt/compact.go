package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Compact copies all stored bytes into a new file, without the free space, reads them
// again there and compares. Deliveries that earlier programs stored apart are left out.
// count is called for each entry. The first damaged entry ends it with its error.
func (s *Store) Compact(ctx context.Context, path string, o Options, count func()) (err error) {
	to, err := openFile(path, o.withDefaults(), false)
	if err != nil {
		return explain(path, err)
	}
	to.db.NoSync, to.db.NoGrowSync = true, true // nothing counts before the end
	size := int64(0)
	err = s.snapshot(ctx, func(tx *bbolt.Tx) error {
		buckets, err := openBuckets(tx)
		if err != nil {
			return err
		}
		if err := to.update(func(tx *bbolt.Tx) error { return layOut(tx, 0) }); err != nil {
			return err
		}
		for name, b := range buckets {
			if name == deliveriesBucket {
				continue
			}
			if err := copyBucket(ctx, to, name, b, count); err != nil {
				return fmt.Errorf("bucket %s: %w", name, err)
			}
		}
		return nil
	})
	if err == nil {
		err = guard(func() error { return to.db.View(func(tx *bbolt.Tx) error { size = tx.Size(); return nil }) })
	}
	if err := errors.Join(err, to.close()); err != nil {
		return err
	}
	if err := shorten(path, size); err != nil {
		return err
	}
	return s.compareWith(ctx, path)
}

// A pair is an entry as it is stored.
type pair struct{ key, stored []byte }

// pairs yields the entries of a bucket as they are stored, up to the first damaged one.
func pairs(ctx context.Context, b *bbolt.Bucket) iter.Seq2[pair, error] {
	return each(ctx, b, func(k, value []byte, damage error) (pair, error) {
		if damage == nil {
			damage = persist.VerifyStored(value)
		}
		if damage != nil {
			return pair{}, damage
		}
		return pair{bytes.Clone(k), addKeySum(k, value)}, nil
	})
}

// copyBucket appends a bucket's entries to that of the same name in an empty store, in
// their order: so every page is filled once.
func copyBucket(ctx context.Context, to file, name string, from *bbolt.Bucket, count func()) error {
	const most = 4 << 20 // bytes in a transaction, which is kept in memory
	var batch []pair
	size := 0
	flush := func() error {
		defer func() { batch, size = batch[:0], 0 }()
		return to.update(func(tx *bbolt.Tx) error {
			b := tx.Bucket([]byte(name))
			b.FillPercent = fullness
			for _, p := range batch {
				if err := b.Put(p.key, p.stored); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for p, err := range pairs(ctx, from) {
		if err != nil {
			return err
		}
		count()
		batch = append(batch, p)
		if size += len(p.key) + len(p.stored); size < most {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return flush()
}

// shorten cuts off what bbolt has allocated beyond the last page in use, and makes the
// file safe on disk.
func shorten(path string, size int64) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(size), f.Sync(), f.Close())
}

var errDiffers = errors.New("the new file has other data in it")

// compareWith returns an error unless a copy is sound and has the same entries.
func (s *Store) compareWith(ctx context.Context, path string) (err error) {
	to, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	return s.snapshot(ctx, func(tx *bbolt.Tx) error {
		return to.snapshot(ctx, func(copied *bbolt.Tx) error {
			buckets, err := openBuckets(tx)
			if err != nil {
				return err
			}
			copies, err := openBuckets(copied)
			if err != nil {
				return err
			}
			for name, b := range buckets {
				if name == deliveriesBucket {
					continue
				}
				if err := sameBucket(ctx, b, copies[name]); err != nil {
					return fmt.Errorf("bucket %s: %w", name, err)
				}
			}
			for fault := range checkPages(ctx, copied, copies) {
				return fault
			}
			return nil
		})
	})
}

func sameBucket(ctx context.Context, a, b *bbolt.Bucket) error {
	next, stop := iter.Pull2(pairs(ctx, b))
	defer stop()
	for want, err := range pairs(ctx, a) {
		got, gotErr, _ := next()
		if err := errors.Join(err, gotErr); err != nil {
			return err
		}
		if !bytes.Equal(want.key, got.key) || !bytes.Equal(want.stored, got.stored) {
			return errDiffers
		}
	}
	if _, err, more := next(); more {
		return errors.Join(errDiffers, err)
	}
	return nil
}
