package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/postgres"
)

// dataFlags say whose data a command is about.
type dataFlags struct {
	Config string `placeholder:"FILE" xor:"place" help:"The service's configuration: its data."`
	Data   string `placeholder:"WHERE" xor:"place" help:"A data file, or postgres://host/database. Default: what SOLITAIRE_DATA says."`
}

// config returns the service's configuration. Without one it has the place of the
// data, and no more than that can be relied on.
func (f dataFlags) config(env func(string) string) (c config, err error) {
	switch {
	case f.Config != "":
		return loadConfig(f.Config, env)
	case f.Data != "":
		if err := isPlainPlace(f.Data); err != nil {
			return c, usagef("--data: %w", err)
		}
		c.Data = f.Data
		return c, nil
	}
	c.Data, err = readSecret(env, "SOLITAIRE_DATA", isPlace)
	if err == nil && c.Data == "" {
		err = usagef("say whose data: give --config FILE or --data WHERE")
	}
	return c, err
}

// place returns where the data is.
func (f dataFlags) place(env func(string) string) (string, error) {
	c, err := f.config(env)
	return c.Data, err
}

// fileOr returns the file if one was given, else where the flags say.
func (f dataFlags) fileOr(file string, env func(string) string) (string, error) {
	switch {
	case file == "":
		return f.place(env)
	case f != (dataFlags{}):
		return "", usagef("%s: give a file, --config or --data, not two of them", file)
	}
	f.Data = file
	return f.place(env)
}

// openToRead opens a store, which must be there already, without changing anything
// in it.
func openToRead(ctx context.Context, where string) (persist.DumpStore, error) {
	if isDatabase(where) {
		return postgres.Open(ctx, where, postgres.Options{ReadOnly: true})
	}
	store, err := bolt.Open(where, bolt.Options{ReadOnly: true})
	if errors.Is(err, persist.ErrInUse) {
		return nil, fmt.Errorf("%w; or make a backup, which can be done while the bot runs, and use that", err)
	}
	return store, err
}
