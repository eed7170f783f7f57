package main

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/solitaire-chat/solitaire/persist/portable"
)

type exportCmd struct {
	dataFlags
	File string `arg:"" optional:"" help:"The file to make; default: the standard output."`
}

// Help is the longer text of export --help.
func (exportCmd) Help() string {
	return `Writes everything that is stored as JSON Lines, which solitaire import reads: the way from one kind of store to
another. Of a PostgreSQL database it can be done while the bot runs. Players' games are in it, hidden cards too: keep it
as you keep the data.`
}

// Run writes the export.
func (c *exportCmd) Run(ctx context.Context, s streams) error {
	where, err := c.place(s.env)
	if err != nil {
		return err
	}
	if c.File == "" {
		return exportTo(ctx, where, s.out, s.err)
	}
	return writeNew(c.File,
		func(f *os.File) error { return exportTo(ctx, where, f, s.err) },
		func(string) error { return nil })
}

func exportTo(ctx context.Context, where string, w, progress io.Writer) (err error) {
	store, err := openToRead(ctx, where)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	bar := newProgress(progress, 0, "entries")
	defer bar.end()
	return portable.Write(w, version(), bar.count(store.Dump(ctx)))
}
