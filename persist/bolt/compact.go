package bolt

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

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
