package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/solitaire-chat/solitaire/persist/bolt"
)

// writeNew makes a file that isn't there yet: whole and safe on disk, or not at
// all. Under another name, which approve gets, it is written first. A file that
// is there already stays as it is.
func writeNew(path string, write func(*os.File) error, approve func(path string) error) error {
	if err := checkFree(path); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".solitaire-*.new")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }()
	err = write(temp)
	if err == nil {
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	if err := approve(temp.Name()); err != nil {
		return err
	}
	return putInPlace(temp.Name(), path)
}

// checkFree returns an error if something is there, or if that can't be known: then
// nothing can be made either.
func checkFree(path string) error {
	switch _, err := os.Lstat(path); {
	case err == nil:
		return taken(path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}

func taken(path string) error {
	return fmt.Errorf("%s is there already and was left as it is: give another name, or remove it", path)
}

// putInPlace gives a file its name, which must be free.
func putInPlace(temp, path string) error {
	err := os.Link(temp, path)
	switch {
	case errors.Is(err, fs.ErrExist):
		return taken(path)
	case err != nil:
		err = renameFree(temp, path)
	}
	if err != nil {
		return err
	}
	return bolt.SyncFolder(filepath.Dir(path))
}

// renameFree is putInPlace where there are no links. A file that gets the name at the
// same moment is lost.
func renameFree(temp, path string) error {
	if err := checkFree(path); err != nil {
		return err
	}
	return os.Rename(temp, path)
}
