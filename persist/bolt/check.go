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

// Check yields what is wrong with the file's structure and with the boards, which
// no entry is. Together with what Dump tells of the entries that is all there is
// to know.
func (s *Store) Check(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		err := s.read(ctx, func(tx *bbolt.Tx) error {
			if err := s.file.checkAll(ctx, tx); err != nil {
				return err
			}
			tell := telling(yield)
			if err := checkBoards(ctx, tx, tell); err != nil {
				return err
			}
			return checkPages(tx, tell)
		})
		if err != nil && !errors.Is(err, errUnwanted) {
			yield(err)
		}
	}
}

// errUnwanted says that nobody wants to know more.
var errUnwanted = errors.New("no more is wanted")

// telling returns a function that yields a fault; its error is errUnwanted.
func telling(yield func(error) bool) func(fault error) error {
	return func(fault error) error {
		if !yield(fault) {
			return errUnwanted
		}
		return nil
	}
}

// checkAll checks everything that bbolt's own check trusts, for that crashes or
// runs for ever on pages that lead astray. What Dump tells it leaves to that.
func (f file) checkAll(ctx context.Context, tx *bbolt.Tx) error {
	err := guard(func() error {
		if err := f.checkSize(tx); err != nil {
			return err
		}
		if err := checkTree(tx, f.handle); err != nil {
			return err
		}
		return checkEveryStone(tx)
	})
	if err != nil {
		return err
	}
	buckets, err := bucketsIn(tx)
	if err != nil {
		return err
	}
	for _, name := range buckets {
		if err := f.checkLeaves(ctx, tx, name); err != nil {
			return err
		}
	}
	return nil
}

// checkLeaves checks what a bucket's pages hold.
func (f file) checkLeaves(ctx context.Context, tx *bbolt.Tx, bucket string) error {
	root, err := rootOf(tx, bucket)
	if err != nil {
		return err
	}
	for _, err := range newPager(tx, f.handle).below(root) {
		if ended := ctx.Err(); ended != nil {
			return ended
		}
		switch {
		case errors.Is(err, persist.ErrDamaged) && bucket != boardsBucket:
			return errUnwanted // Dump tells
		case err != nil:
			return fmt.Errorf("bucket %s: %w", bucket, err)
		}
	}
	return nil
}

// checkEveryStone is stricter than checkCornerstones: it looks at the padding too,
// with which a store can be used whatever is in it.
func checkEveryStone(tx *bbolt.Tx) error {
	schema, err := readSchema(tx, steps())
	if err != nil {
		return err
	}
	if err := checkCornerstones(tx, schema); err != nil {
		return err
	}
	for _, name := range bucketsOf(schema) {
		value := tx.Bucket([]byte(name)).Get(cornerstone())
		if !bytes.Equal(value, cornerstoneValue(name, tx.DB().Info().PageSize)) {
			return fmt.Errorf("%w: the first entry of bucket %s", persist.ErrDamaged, name)
		}
	}
	return nil
}

// checkPages lets bbolt check that each page is either used once or free.
func checkPages(tx *bbolt.Tx, tell func(error) error) error {
	faults := tx.Check()
	defer func() {
		for range faults { // it waits for each to be taken
		}
	}()
	for fault := range faults {
		if err := tell(fmt.Errorf("%w: %w", persist.ErrDamaged, fault)); err != nil {
			return err
		}
	}
	return nil
}
