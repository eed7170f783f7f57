package bolt

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"runtime"
	"runtime/debug"
	"strings"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A PanicError is a panic while reading or writing the file. bbolt panics on pages that
// don't fit together, and reading beyond the end of a truncated file is a memory fault. A
// bug can also be the cause; the stack trace shows it.
type PanicError struct {
	Value any
	Stack []byte // as of debug.Stack
	at    string
}

// Error includes the panic's value and the innermost functions.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v, in %s", e.Value, e.at) }

// guard runs a function that reads or writes the mapped file, and returns its panic as a
// [PanicError]. A memory fault is a panic here, so it doesn't end the process.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{p, debug.Stack(), panickedAt()}
		}
	}()
	return f()
}

// panickedAt names the functions that were running, the innermost first, without those of
// the panic itself.
func panickedAt() string {
	const most = 6
	var pcs [32]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs[:])])
	var at []string
	for more := true; more && len(at) < most; {
		var f runtime.Frame
		if f, more = frames.Next(); !strings.HasPrefix(f.Function, "runtime.") {
			at = append(at, fmt.Sprintf("%s:%d", f.Function[strings.LastIndexByte(f.Function, '/')+1:], f.Line))
		}
	}
	return strings.Join(at, " < ")
}

// view reads in one transaction. f must not call anything that may wait.
func (s *Store) view(ctx context.Context, f func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return translate(guard(func() error { return s.file.db.View(f) }))
}

// snapshot is view for reads that take long or call other code. f isn't guarded, because
// a panic in other code isn't ours; it must use each or guard to read.
func (s *Store) snapshot(ctx context.Context, f func(*bbolt.Tx) error) error {
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

// find returns the value under a key, or persist.ErrNotFound if there is none and no
// damage hides it. The transaction must not have written, because a cursor stops at a
// page from which everything was deleted. The value is valid during the transaction.
func find(b *bbolt.Bucket, key []byte) ([]byte, error) {
	c := b.Cursor()
	k, stored := c.Seek(key)
	if bytes.Equal(k, key) {
		return cutKeySum(k, stored)
	}
	return nil, cmp.Or(checkAround(c, key), persist.ErrNotFound)
}

// get is find without the search for damage, for a writer who has loaded before.
func get(b *bbolt.Bucket, key []byte) ([]byte, error) {
	stored := b.Get(key)
	if stored == nil {
		return nil, persist.ErrNotFound
	}
	return cutKeySum(key, stored)
}

// around is the number of entries to check on either side of a missing key. A page of
// records has fewer.
const around = 64

// checkAround checks the entries around a missing key, before anyone treats a player as
// new: if a key is damaged, or a branch leads to another page, the search ends where
// entries are damaged or out of order.
func checkAround(c *bbolt.Cursor, key []byte) error {
	next, stored := c.Seek(key)
	if err := checkOrder(next, stored, c.Next, 1, key); err != nil {
		return err
	}
	step := c.Prev
	if c.Seek(key); next == nil {
		step = c.Last
	}
	before, stored := step()
	if before == nil || bytes.Equal(before, key) { // there is at least the cornerstone, and the entry before isn't the key
		return errOrder()
	}
	return checkOrder(before, stored, c.Prev, -1, key)
}

// checkOrder checks some entries, beginning with one. They must not come before last in
// the direction of the steps, where 1 means forward.
func checkOrder(k, stored []byte, step func() (k, stored []byte), sign int, last []byte) error {
	for i := range around {
		if k == nil {
			return nil
		}
		if _, err := cutKeySum(k, stored); err != nil {
			return err
		}
		if bytes.Compare(k, last) == -sign || i > 0 && bytes.Equal(k, last) {
			return errOrder()
		}
		last = k
		k, stored = step()
	}
	return nil
}

func errOrder() error { return fmt.Errorf("%w: keys are out of order", persist.ErrDamaged) }

// scan calls f with the entries whose keys have a prefix, from a key on, until f returns
// false. It also checks the entries around them, of which damage may have hidden some.
func scan(b *bbolt.Bucket, from, prefix []byte, f func(k, stored []byte) bool) error {
	c := b.Cursor()
	if err := checkAround(c, from); err != nil {
		return err
	}
	last := from
	k, stored := c.Seek(from)
	for ; bytes.HasPrefix(k, prefix); k, stored = c.Next() {
		if !f(k, stored) {
			return nil
		}
		last = k
	}
	return checkOrder(k, stored, c.Next, 1, last)
}

// each yields the result of read for each entry of a bucket. A damaged entry comes with
// its error, and the following ones still come. Any other error is the last thing
// yielded, including keys out of order, after which the walk might never end.
func each[T any](ctx context.Context, b *bbolt.Bucket, read func(k, value []byte, damage error) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		c := b.Cursor()
		step := c.First
		var last []byte
		for {
			var got T
			var unreadable error
			end := false
			err := guard(func() error {
				k, stored := step()
				if k != nil && last == nil { // the cornerstone, which bucketOf has checked
					last = bytes.Clone(k)
					k, stored = c.Next()
				}
				if k == nil {
					end = true
					return ctx.Err()
				}
				if bytes.Compare(last, k) >= 0 {
					return errOrder()
				}
				last = append(last[:0], k...)
				value, damage := cutKeySum(k, stored)
				got, unreadable = read(k, value, damage)
				return ctx.Err()
			})
			if end && err == nil {
				return
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			if !yield(got, unreadable) {
				return
			}
			step = c.Next
		}
	}
}
