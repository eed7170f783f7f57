package bolt

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/solitaire-chat/solitaire/persist"
)

// Compact fills a new file with everything in this one except its free space, and
// compares the two. It computes rankings again, and omits deliveries that earlier
// programs stored separately. It calls count for each entry. The first damaged entry ends
// it with its error.
func (s *Store) Compact(ctx context.Context, path string, o Options, count func()) error {
	to, err := Open(path, o)
	if err != nil {
		return err
	}
	err = to.Restore(ctx, func(yield func(persist.Entry, error) bool) {
		for e, err := range s.Dump(ctx) {
			if count(); !yield(e, err) {
				return
			}
		}
	})
	if err := errors.Join(err, to.Close()); err != nil {
		return err
	}
	if to, err = Open(path, Options{ReadOnly: true}); err != nil {
		return err
	}
	return errors.Join(s.compare(ctx, to), errors.Join(slices.Collect(to.Check(ctx))...), to.Close())
}

var errDiffers = errors.New("the new file has other data in it")

// compare returns an error unless a copy has the same entries.
func (s *Store) compare(ctx context.Context, to *Store) error {
	next, stop := iter.Pull2(to.Dump(ctx))
	defer stop()
	for want, err := range s.Dump(ctx) {
		got, gotErr, _ := next()
		if err := errors.Join(err, gotErr); err != nil {
			return err
		}
		stored, err := want.Encode()
		copied, gotErr := got.Encode()
		if err := errors.Join(err, gotErr); err != nil {
			return err
		}
		if want.Kind() != got.Kind() || !bytes.Equal(want.Key(), got.Key()) || !bytes.Equal(stored, copied) {
			return errDiffers
		}
	}
	if _, err, more := next(); more {
		return errors.Join(errDiffers, err)
	}
	return nil
}
