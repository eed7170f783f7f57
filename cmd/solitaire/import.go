package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/portable"
)

type importCmd struct {
	dataFlags
	File string `arg:"" optional:"" help:"What solitaire export has written; default: the standard input."`
}

// Help is the longer text of import --help.
func (importCmd) Help() string {
	return `Fills an empty store with what solitaire export has written. A file that was cut off or changed is refused with
the line, and the store stays as it was. No bot may use the store meanwhile.`
}

// Run reads the export and says what was stored.
func (c *importCmd) Run(ctx context.Context, s streams) error {
	where, err := c.place(s.env)
	if err != nil {
		return err
	}
	in, name, err := c.open(ctx, s)
	if err != nil {
		return err
	}
	defer in.Close()
	n, err := importFrom(ctx, where, in, s.err)
	if _, ofLine := errors.AsType[*portable.LineError](err); ofLine {
		return fmt.Errorf("nothing was imported: %s: %w", name, err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%d entries were imported\n", n)
	return err
}

func (c *importCmd) open(ctx context.Context, s streams) (io.ReadCloser, string, error) {
	if c.File == "" || c.File == stdinName {
		return interruptible(ctx, s.in), shown(stdinName), nil
	}
	f, err := os.Open(c.File)
	return f, c.File, err
}

// importFrom fills the store at a place and returns how many entries it then has.
// A data file that wasn't there before is gone again when it fails.
func importFrom(ctx context.Context, where string, in io.Reader, progress io.Writer) (n int, err error) {
	_, missing := os.Stat(where)
	store, err := openStore(ctx, where, nil)
	if err != nil {
		return 0, err
	}
	bar := newProgress(progress, 0, "entries")
	err = store.Restore(ctx, bar.count(func(yield func(persist.Entry, error) bool) {
		for e, err := range portable.Read(in) {
			if n++; !yield(e, err) {
				return
			}
		}
	}))
	bar.end()
	if errors.Is(err, persist.ErrNotEmpty) {
		err = fmt.Errorf("%s: %w: import into an empty store", shownPlace(where), err)
	}
	err = errors.Join(err, store.Close())
	if err != nil && !isDatabase(where) && errors.Is(missing, fs.ErrNotExist) {
		err = errors.Join(err, os.Remove(where))
	}
	return n, err
}
