package bolt

import (
	"cmp"
	"os"
	"time"
)

// Options change how a store is opened. The zero value is the default.
type Options struct {
	// Timeout is how long to wait while another process holds the file: 1 s.
	Timeout time.Duration

	// Mode is that of a file that is created: 0600.
	Mode os.FileMode

	// MaxSize is the size in bytes beyond which the file doesn't grow: a change
	// that needs more room gets ErrFull. None by default.
	MaxSize int

	// ReadOnly opens a file that is there, and leaves it as it is: what would
	// write gets [ErrReadOnly]. Several processes may read a file at a time.
	ReadOnly bool

	// Queue is how many changes may wait: 1024.
	Queue int

	// Patience is how long a change may wait for room in the queue before it
	// gets [persist.ErrBusy]: 1 s.
	Patience time.Duration

	// Committed, if set, is called after each transaction that was committed, with
	// the number of its changes and how long it took. Whoever waits for a commit waits for
	// it too.
	Committed func(changes int, took time.Duration)

	// OpenFile opens the file: os.OpenFile. Tests inject faults here.
	OpenFile func(name string, flag int, mode os.FileMode) (*os.File, error)
}

func (o Options) withDefaults() Options {
	o.Timeout = cmp.Or(o.Timeout, time.Second)
	o.Mode = cmp.Or(o.Mode, 0o600)
	o.Queue = cmp.Or(o.Queue, 1024)
	o.Patience = cmp.Or(o.Patience, time.Second)
	if o.Committed == nil {
		o.Committed = func(int, time.Duration) {}
	}
	if o.OpenFile == nil {
		o.OpenFile = os.OpenFile
	}
	return o
}
