package bolt

import (
	"bytes"
	"context"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Dump implements [persist.Dumper]. While it is read a commit waits when the
// file has to be mapped anew, which it has as it grows.
func (s *Store) Dump(ctx context.Context) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		wanted := true
		err := s.read(ctx, func(tx *bbolt.Tx) error {
			return s.file.dump(ctx, tx, func(e persist.Entry, err error) bool {
				wanted = yield(e, err)
				return wanted
			})
		})
		if err != nil && wanted {
			yield(persist.Entry{}, err)
		}
	}
}

// read is view for what may take long or calls others: only bbolt is guarded, as
// what others panic with is theirs. What f reads it must read past bbolt.
func (s *Store) read(ctx context.Context, f func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var tx *bbolt.Tx
	err := guard(func() (err error) {
		tx, err = s.file.db.Begin(false)
		return err
	})
	if err != nil {
		return translate(err)
	}
	defer func() { _ = tx.Rollback() }()
	return f(tx)
}

// dump yields all entries. It goes past bbolt, because that wouldn't tell when a
// damaged page hides some.
func (f file) dump(ctx context.Context, tx *bbolt.Tx, yield func(persist.Entry, error) bool) error {
	buckets, err := bucketsIn(tx)
	if err != nil {
		return err
	}
	r := newPager(tx, f.handle)
	for _, kind := range persist.Kinds() {
		if !slices.Contains(buckets, bucketOf(kind)) { // the file is of an older schema
			continue
		}
		root, err := rootOf(tx, bucketOf(kind))
		if err != nil {
			return err
		}
		for stored, err := range r.below(root) {
			if ended := ctx.Err(); ended != nil {
				return ended
			}
			if bytes.Equal(stored.key, cornerstone()) {
				continue
			}
			e, err := readEntry(kind, stored, err)
			if err != nil && !persist.Unreadable(err) {
				return err
			}
			if !yield(e, err) {
				return nil
			}
		}
	}
	return nil
}

// readEntry reads what a leaf has, of a damaged entry what the key tells.
func readEntry(kind persist.Kind, stored entry, damage error) (persist.Entry, error) {
	if stored.key == nil {
		return persist.Entry{}, damage
	}
	if damage != nil {
		e, _ := persist.DecodeEntry(kind, stored.key, nil)
		return e, damage
	}
	return persist.DecodeEntry(kind, stored.key, stored.value[sealSize:])
}

// bucketsIn returns the data buckets that a file has by its schema.
func bucketsIn(tx *bbolt.Tx) (names []string, err error) {
	err = guard(func() error {
		schema, err := readSchema(tx, steps())
		if schema > 0 {
			names = bucketsOf(schema)
		}
		return err
	})
	return names, err
}

// rootOf returns the first page of a bucket.
func rootOf(tx *bbolt.Tx, bucket string) (root uint64, err error) {
	err = guard(func() error {
		b := tx.Bucket([]byte(bucket))
		if b == nil || b.Root() == 0 { // which a cornerstone forbids
			return errNoBucket(bucket)
		}
		root = uint64(b.Root())
		return nil
	})
	return root, err
}
