package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/solitaire-chat/solitaire/persist/bolt"
)

type compactCmd struct {
	dataFlags
	File string `arg:"" optional:"" help:"A data file."`
}

// Help is the longer text of compact --help.
func (compactCmd) Help() string {
	return `A data file never shrinks by itself. This writes it anew, without the space that is free in it, compares the new
file with the former one, and puts it in its place. The bot must be stopped; there must be room for both.`
}

// Run compacts the file and says what that saved.
func (c *compactCmd) Run(ctx context.Context, s streams) error {
	where, err := c.fileOr(c.File, s.env)
	if err != nil {
		return err
	}
	if isDatabase(where) {
		return usagef("compact is for data files: PostgreSQL does it by itself")
	}
	before, err := os.Stat(where)
	if err != nil {
		return err
	}
	if err := compact(ctx, where, before.Mode().Perm(), s.err); err != nil {
		return fmt.Errorf("%s was left as it is: %w", where, err)
	}
	after, err := os.Stat(where)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s: %d bytes before, %d now\n", where, before.Size(), after.Size())
	return err
}

// compact keeps the former file locked until the new one is in its place, so that
// nobody can write to it.
func compact(ctx context.Context, where string, mode os.FileMode, progress io.Writer) (err error) {
	path, err := filepath.EvalSymlinks(where) // or the link would be replaced
	if err != nil {
		return err
	}
	from, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	folder, err := os.MkdirTemp(filepath.Dir(path), ".solitaire-*.compact")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	fresh := filepath.Join(folder, filepath.Base(path))
	bar := newProgress(progress, 0, "entries")
	defer bar.end()
	if err := from.Compact(ctx, fresh, bolt.Options{Mode: mode}, func() { bar.step(1) }); err != nil {
		return err
	}
	if err := keepOwner(fresh, path); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return bolt.SyncFolder(filepath.Dir(path))
}
