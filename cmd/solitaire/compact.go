package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/files"
	"github.com/solitaire-chat/solitaire/persist/bolt"
)

type compactCmd struct {
	dataFlags
	File string `arg:"" optional:"" help:"A data file."`
}

// Help is the longer text of compact --help.
func (compactCmd) Help() string {
	return `A data file never shrinks by itself. This writes a new file without the unused space, compares it with the old
one, and replaces the old one with it, if it is smaller. Stop the bot first. The disk must have room for both files.`
}

// Run compacts the file and reports its size before and after.
func (c *compactCmd) Run(ctx context.Context, s streams) error {
	place, err := c.place(c.File, s.env)
	if err != nil {
		return err
	}
	if isDatabase(place) {
		return usagef("compact is for data files: PostgreSQL does it by itself")
	}
	before, err := os.Stat(place)
	if err != nil {
		return err
	}
	if err := compact(ctx, place, before.Mode().Perm(), s.err); err != nil {
		return fmt.Errorf("%s was left as it is: %w", place, err)
	}
	after, err := os.Stat(place)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s: %d bytes before, %d now\n", place, before.Size(), after.Size())
	return err
}

// compact keeps the old file locked until it is replaced, so that nobody can write to
// it.
func compact(ctx context.Context, place string, mode os.FileMode, progress io.Writer) (err error) {
	path, err := filepath.EvalSymlinks(place) // or the link would be replaced
	if err != nil {
		return err
	}
	from, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	files.Sweep(filepath.Dir(path))
	folder, err := files.TempFolder(filepath.Dir(path), "compact")
	if err != nil {
		return err
	}
	defer folder.Remove()
	fresh := filepath.Join(folder.Path, filepath.Base(path))
	bar := newProgress(progress, 0, "entries")
	defer bar.end()
	if err := from.Compact(ctx, fresh, bolt.Options{Mode: mode}, func() { bar.step(1) }); err != nil {
		return err
	}
	before, err := os.Stat(path)
	if err != nil {
		return err
	}
	if after, err := os.Stat(fresh); err != nil || after.Size() >= before.Size() {
		return err // nothing is unused
	}
	if err := files.KeepOwner(fresh, path); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return bolt.SyncFolder(filepath.Dir(path))
}
