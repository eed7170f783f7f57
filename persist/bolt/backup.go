package bolt

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"go.etcd.io/bbolt"
)

// Backup writes the file as it is at this moment, and returns how many bytes it
// wrote. Everything that was acknowledged before is in it. It doesn't keep
// commits waiting, unless the file has to be mapped anew as it grows: so w should
// be something that takes all quickly, such as a file. What is written is not
// checked: open it with Options.ReadOnly, and check that.
func (s *Store) Backup(ctx context.Context, w io.Writer) (n int64, err error) {
	to := &target{ctx: ctx, w: w}
	err = s.read(ctx, func(tx *bbolt.Tx) (err error) {
		n, err = tx.WriteTo(to)
		return cmp.Or(to.err, err)
	})
	if err != nil {
		return n, fmt.Errorf("backup: %w", err)
	}
	return n, nil
}

// A target is written to until the context ends. It keeps its error, of which
// bbolt keeps the words only.
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
