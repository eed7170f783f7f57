package bolt

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Backup writes the file as it is at this moment, and returns the number of bytes
// written. The copy has everything that was acknowledged before. Commits continue, unless
// the file has to be remapped because it grows; so w should accept data quickly, as a
// file does. Backup doesn't check the copy: open it with Options.ReadOnly, and call
// Check.
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

// A target is written to until the context ends. It keeps its error, because bbolt keeps
// only the text.
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

// Dump implements [persist.Dumper]. While it is being read, a commit waits if the file
// has to be remapped because it grows.
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
				for e, err := range entriesIn(ctx, b, kind) {
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

// entriesIn yields the entries of a kind's bucket, with the errors of [each].
func entriesIn(ctx context.Context, b *bbolt.Bucket, kind persist.Kind) iter.Seq2[persist.Entry, error] {
	return each(ctx, b, func(k, value []byte, damage error) (persist.Entry, error) {
		e, err := persist.DecodeEntry(kind, k, value)
		return e, cmp.Or(damage, err)
	})
}

// openBuckets returns the data buckets that a file has in its schema.
func openBuckets(tx *bbolt.Tx) (buckets map[string]*bbolt.Bucket, err error) {
	err = guard(func() error {
		schema, err := readSchema(tx)
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
