package persist

import (
	"context"
	"errors"
	"iter"
)

// A Dumper can be read and filled as a whole: what checks, exports and the way
// from one store to another are made of.
type Dumper interface {
	// Dump yields everything that is stored, as it was when the first entry was
	// asked for, whatever is committed meanwhile: by kind, in the order of
	// [Kinds], and then by key. Leases are left out: they are nobody's data.
	//
	// An entry that can't be read comes with its error, ErrDamaged or ErrNewer,
	// and with what its key says if that can be read, and the next ones follow.
	// Any other error is the last that is yielded. Commits may have to wait
	// for a slow reader.
	Dump(ctx context.Context) iter.Seq2[Entry, error]

	// Restore fills a store that is empty, else the error is ErrNotEmpty. The
	// first error among the entries ends it, and so do two entries with one key,
	// ErrTwice; the store is then empty as before. After a process was killed
	// meanwhile a store may be left that can't be opened: ErrUnfinished. Nobody
	// else may use the store before Restore returns.
	Restore(ctx context.Context, entries iter.Seq2[Entry, error]) error
}

// A DumpStore is a store whose data outlives the process.
type DumpStore interface {
	Store
	Dumper
}

// Errors that only a [Dumper] returns, found by errors.Is.
var (
	// ErrNotEmpty says that something is stored already.
	ErrNotEmpty = errors.New("something is stored there already")
	// ErrTwice says that there are two entries with one key.
	ErrTwice = errors.New("the same entry comes twice")
	// ErrUnfinished says that an import was interrupted, so that a part of the
	// data is missing.
	ErrUnfinished = errors.New("an import was interrupted, so data is missing")
)
