package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/solitaire-chat/solitaire/persist"
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
	if err := rewrite(ctx, from, fresh, mode, progress); err != nil {
		return err
	}
	if err := keepOwner(fresh, path); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// rewrite writes everything into a new file and reads that again.
func rewrite(ctx context.Context, from *bolt.Store, path string, mode os.FileMode, progress io.Writer) error {
	bar := newProgress(progress, 0, "entries")
	defer bar.end()
	to, err := bolt.Open(path, bolt.Options{Mode: mode})
	if err != nil {
		return err
	}
	err = to.Restore(ctx, bar.count(from.Dump(ctx)))
	if err := errors.Join(err, to.Close()); err != nil {
		return err
	}
	to, err = bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	err = compare(bar.count(from.Dump(ctx)), to.Dump(ctx))
	for fault := range to.Check(ctx) {
		err = errors.Join(err, fault)
	}
	return errors.Join(err, to.Close())
}

var errDiffers = errors.New("the new file has other data in it")

// compare wants the same entries in the same order.
func compare(one, other iter.Seq2[persist.Entry, error]) error {
	next, stop := iter.Pull2(other)
	defer stop()
	for e, err := range one {
		o, otherErr, ok := next()
		if err := errors.Join(err, otherErr); err != nil {
			return err
		}
		if !ok || !same(e, o) {
			return errDiffers
		}
	}
	if _, _, more := next(); more {
		return errDiffers
	}
	return nil
}

func same(a, b persist.Entry) bool {
	storedA, errA := a.Encode()
	storedB, errB := b.Encode()
	return errA == nil && errB == nil && a.Kind() == b.Kind() && bytes.Equal(a.Key(), b.Key()) && bytes.Equal(storedA, storedB)
}
