package bolt

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Check yields what is wrong with the file's pages and with the boards, which aren't
// entries. Together with the errors from Dump, this covers the whole file.
func (s *Store) Check(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		err := s.snapshot(ctx, func(tx *bbolt.Tx) error {
			buckets, err := openBuckets(tx)
			if err != nil {
				return err
			}
			for _, faults := range []iter.Seq[error]{checkBoards(ctx, buckets), checkPages(ctx, tx, buckets)} {
				for fault := range faults {
					if !yield(fault) || !persist.Unreadable(fault) {
						return nil
					}
				}
			}
			return nil
		})
		if err != nil {
			yield(err)
		}
	}
}

// checkPages lets bbolt check that each page is either used once or free. It first checks
// lengths of pages and unreachable keys, on which bbolt's check, in a goroutine of its
// own, would crash or never finish.
func checkPages(ctx context.Context, tx *bbolt.Tx, buckets map[string]*bbolt.Bucket) iter.Seq[error] {
	return func(yield func(error) bool) {
		err := guard(func() error { return errors.Join(checkLengths(tx), checkPadding(tx, buckets)) })
		for _, b := range buckets {
			if err == nil {
				err = checkReach(ctx, b)
			}
		}
		if err != nil {
			yield(err)
			return
		}
		faults := tx.Check(bbolt.WithKVStringer(shortened{}))
		wanted := true
		for fault := range faults { // to the end, since bbolt blocks until each fault is received
			wanted = wanted && yield(fmt.Errorf("%w: %w", persist.ErrDamaged, fault))
		}
	}
}

// shortened shows the beginning of a key to bbolt's check: a damaged length may extend
// beyond the file.
type shortened struct{}

func (shortened) KeyToString(key []byte) string     { return fmt.Sprintf("%x", key[:min(len(key), 16)]) }
func (shortened) ValueToString(value []byte) string { return fmt.Sprint(len(value), " bytes") }

// checkLengths checks that no page extends beyond the file.
func checkLengths(tx *bbolt.Tx) error {
	end := int(tx.Size()) / tx.DB().Info().PageSize
	for id := 2; id < end; id++ {
		p, err := tx.Page(id)
		if err != nil || p == nil {
			return err
		}
		if p.Type == "free" {
			continue
		}
		if id += p.OverflowCount; id >= end {
			return fmt.Errorf("%w: page %d is too long", persist.ErrDamaged, p.ID)
		}
	}
	return nil
}

// checkReach checks that every entry of a bucket can be found by its key.
func checkReach(ctx context.Context, b *bbolt.Bucket) error {
	seek := b.Cursor()
	for _, err := range each(ctx, b, func(k, _ []byte, _ error) (struct{}, error) {
		if found, _ := seek.Seek(k); !bytes.Equal(found, k) {
			return struct{}{}, fmt.Errorf("%w: an entry is not found by its key", persist.ErrDamaged)
		}
		return struct{}{}, nil
	}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkPadding also checks the padding of the first entries, which the store doesn't use.
func checkPadding(tx *bbolt.Tx, buckets map[string]*bbolt.Bucket) error {
	for name, b := range buckets {
		if !bytes.Equal(b.Get(cornerstone()), cornerstoneValue(name, tx.DB().Info().PageSize)) {
			return fmt.Errorf("%w: the first entry of bucket %s", persist.ErrDamaged, name)
		}
	}
	return nil
}

// checkBoards yields unreadable board entries, and boards that differ from the results.
func checkBoards(ctx context.Context, buckets map[string]*bbolt.Bucket) iter.Seq[error] {
	return func(yield func(error) bool) {
		if buckets[boardsBucket] == nil { // the file is of an older schema
			return
		}
		c := persist.NewBoardCheck(func(b persist.Board, p persist.Player, s persist.Score) [][]byte {
			value, _ := persist.EncodeScore(p, s) // no score makes it fail
			rows := ranking{board: b, key: b.AppendKey(nil)}.rowKeys(p.AppendKey(nil), s)
			for i := range rows {
				rows[i] = append(rows[i], value...)
			}
			return rows
		})
		for r, err := range entriesIn(ctx, buckets[resultsBucket], persist.KindResult) {
			switch {
			case err == nil:
				c.Result(r.Player, *r.Body.(*persist.Result))
			case persist.Unreadable(err):
				c.LostResult() // Dump reports it
			default:
				yield(err)
				return
			}
		}
		for fault, err := range each(ctx, buckets[boardsBucket], func(k, value []byte, damage error) (error, error) {
			return checkBoardEntry(c, k, value, damage), nil
		}) {
			if fault = cmp.Or(err, fault); fault != nil && !yield(fault) || err != nil {
				return
			}
		}
		c.Faults()(yield)
	}
}

// checkBoardEntry passes an entry to the check, or returns why it is unreadable.
func checkBoardEntry(c *persist.BoardCheck, k, value []byte, damage error) error {
	b, rest, err := persist.CutBoard(k)
	if err != nil || len(rest) == 0 {
		return fmt.Errorf("%w: a key of the boards", persist.ErrDamaged)
	}
	if err = cmp.Or(damage, persist.VerifyStored(value)); err == nil && rest[0] == counts {
		var n int
		if n, err = persist.DecodeCount(value); err == nil && len(rest) > 1 {
			c.Count(b, rest[2:], n)
		}
	} else if err == nil {
		c.Row(b, append(bytes.Clone(k), value...))
	}
	if err != nil {
		c.Skip(b)
		return fmt.Errorf("board %+v: %w", b, err)
	}
	return nil
}
