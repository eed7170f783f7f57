package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/postgres"
)

type checkCmd struct {
	dataFlags
	File string `arg:"" optional:"" help:"A data file, such as a backup."`
}

// Help is the longer text of check --help.
func (checkCmd) Help() string {
	return `Reads everything that is stored, verifies every check sum, replays every game, and looks for all that is
referred to. Each fault is a line; the last line counts. Nothing is changed. A data file must not be in use: check a
backup of it. A PostgreSQL database can be checked while the bot runs. With a fault the exit status is 1.`
}

// Run checks and reports.
func (c *checkCmd) Run(ctx context.Context, s streams) error {
	where, err := c.fileOr(c.File, s.env)
	if err != nil {
		return err
	}
	found, err := checkStore(ctx, where, s.out, s.err)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(s.out, found); err != nil {
		return &outputError{withoutPath(err)}
	}
	if found.found > 0 {
		return fmt.Errorf("%s: %s found: restore a backup, or keep the file for whoever looks into it", shownPlace(where), counted(found.found, "fault"))
	}
	return nil
}

// checkStore audits what is at a place, with a bar on progress.
func checkStore(ctx context.Context, where string, faults, progress io.Writer) (found *audit, err error) {
	store, err := openToRead(ctx, where)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	bar := newProgress(progress, 0, "entries")
	defer bar.end()
	err = stillOf(ctx, store, func(still audited) error {
		found = &audit{store: still, faults: faults}
		return found.run(ctx, bar.count)
	})
	return found, err
}

// stillOf calls do with a store that nobody changes meanwhile, which nobody can
// when it is a file.
func stillOf(ctx context.Context, store persist.DumpStore, do func(audited) error) error {
	if database, ok := store.(*postgres.Store); ok {
		return database.Still(ctx, func(s *postgres.Still) error { return do(s) })
	}
	return do(store)
}
