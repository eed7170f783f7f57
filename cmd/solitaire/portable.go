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

type exportCmd struct {
	dataFlags
	File string `arg:"" optional:"" help:"The file to create; default: the standard output."`
}

// Help returns the longer text of export --help.
func (exportCmd) Help() string {
	return `Writes everything that is stored as JSON Lines, which solitaire import reads: use it to move to another kind of
store. A PostgreSQL database can be exported while the bot runs. The export holds players' games with their hidden
cards: protect it like the data.`
}

// Run writes the export.
func (c *exportCmd) Run(ctx context.Context, s streams) error {
	place, err := c.place("", s.env)
	if err != nil {
		return err
	}
	export := func(w io.Writer) (err error) {
		store, err := openToRead(ctx, place)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		bar := newProgress(s.err, 0, "entries")
		defer bar.end()
		return portable.Write(bar.beside(w), version(), counted(store.Dump(ctx), bar))
	}
	if c.File == "" {
		return export(s.out)
	}
	return writeNew(c.File, func(f *os.File) error { return export(f) }, nil)
}

type importCmd struct {
	dataFlags
	File string `arg:"" optional:"" help:"A file of solitaire export; default: the standard input."`
}

// Help returns the longer text of import --help.
func (importCmd) Help() string {
	return `Fills an empty store with the content of an export. An incomplete or changed export is refused, with the line of
the fault, and the store stays empty. Stop every bot that uses the store first.`
}

// Run imports the export and reports the number of entries in the store. If it fails, it
// removes a data file that it has created.
func (c *importCmd) Run(ctx context.Context, s streams) error {
	place, err := c.place("", s.env)
	if err != nil {
		return err
	}
	if c.File == "" || c.File == stdinName {
		announceInput(s, "an export")
	}
	in, err := openInput(ctx, s.in, c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	_, missing := os.Stat(place)
	store, err := openStore(ctx, place, nil)
	if err != nil {
		return err
	}
	bar, n := newProgress(s.err, 0, "entries"), 0
	err = store.Restore(ctx, func(yield func(persist.Entry, error) bool) {
		for e, err := range counted(portable.Read(in), bar) {
			if n++; !yield(e, err) {
				return
			}
		}
	})
	bar.end()
	if errors.Is(err, persist.ErrNotEmpty) {
		err = fmt.Errorf("%s: %w: import into an empty store", shownPlace(place), err)
	}
	err = errors.Join(err, store.Close())
	if err != nil && !isDatabase(place) && errors.Is(missing, fs.ErrNotExist) {
		err = errors.Join(err, os.Remove(place))
	}
	if _, ofLine := errors.AsType[*portable.LineError](err); ofLine {
		return fmt.Errorf("nothing was imported: %s: %w", shown(c.File), err)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%d entries were imported\n", n)
	return err
}
