package persist

import (
	"context"
	"errors"
	"iter"
)

// A Dumper can be read and filled as a whole, for checks, exports and copies from one
// store to another.
type Dumper interface {
	// Dump yields everything that is stored, as of the moment when the first entry is
	// requested, whatever is committed meanwhile: by kind, in the order of [Kinds], then
	// by key. It omits leases, which are nobody's data.
	//
	// An unreadable entry comes with its error, ErrDamaged or ErrNewer, and with what its
	// key says if that is readable; the following entries still come. Any other error is
	// the last thing yielded. A slow reader may delay commits.
	Dump(ctx context.Context) iter.Seq2[Entry, error]

	// Restore fills an empty store. If the store isn't empty, the error is ErrNotEmpty.
	// The first error among the entries ends it, and so does a duplicate key, with
	// ErrTwice; the store is then empty again. If the process is killed meanwhile,
	// opening the store may fail with ErrUnfinished. Nobody else may use the store before
	// Restore returns.
	Restore(ctx context.Context, entries iter.Seq2[Entry, error]) error
}

// A DumpStore is a store whose data outlives the process.
type DumpStore interface {
	Store
	Dumper
}

// Errors that only a [Dumper] returns; test for them with errors.Is.
var (
	// ErrNotEmpty means that something is stored already.
	ErrNotEmpty = errors.New("the store is not empty")
	// ErrTwice means that two entries have the same key.
	ErrTwice = errors.New("the same entry occurs twice")
	// ErrUnfinished means that an import was interrupted, so some of the data is missing.
	ErrUnfinished = errors.New("an import was interrupted, so data is missing")
)
