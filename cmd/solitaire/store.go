package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/files"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/postgres"
)

// dataFlags name the place of the data: a bbolt file, or the postgres:// URL of a
// database.
type dataFlags struct {
	Config string `placeholder:"FILE" xor:"place" help:"The bot's configuration, which names its data."`
	Data   string `placeholder:"WHERE" xor:"place" help:"A data file, or postgres://host/database. Default: SOLITAIRE_DATA."`
}

// config returns the service's configuration. Without --config only its Data is set.
func (f dataFlags) config(env func(string) string) (c config, err error) {
	switch {
	case f.Config != "":
		return loadConfig(f.Config, env)
	case f.Data != "":
		if err := isPlainPlace(f.Data); err != nil {
			return c, usagef("--data: %w", err)
		}
		c.Data, err = fromHome(f.Data, env)
		return c, err
	}
	place, err := readSecret(env, "SOLITAIRE_DATA", isPlace)
	switch {
	case err != nil:
		return c, err
	case place == "":
		return c, usagef("name the data: give --config FILE or --data WHERE")
	}
	c.Data, err = fromHome(place, env)
	return c, err
}

// fromHome replaces a leading ~/ by the home directory, for paths that no shell has
// expanded, as in a configuration.
func fromHome(path string, env func(string) string) (string, error) {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && !os.IsPathSeparator(rest[0]) { // ~ann is a name like any other
		return path, nil
	}
	home := env("HOME")
	if home == "" {
		var err error
		if home, err = os.UserHomeDir(); err != nil {
			return "", usagef("%s: the home directory is not known (%w): write the whole path", path, err)
		}
	}
	return filepath.Join(home, rest), nil
}

// place returns the place of the data: the file, if the command line names one.
func (f dataFlags) place(file string, env func(string) string) (string, error) {
	if file != "" && f != (dataFlags{}) {
		return "", usagef("%s: give a file, --config or --data, not two of them", file)
	}
	if file != "" {
		f.Data = file
	}
	c, err := f.config(env)
	return c.Data, err
}

// openStore opens the store at a place. It creates a missing file. committed, if not
// nil, is called after each transaction.
func openStore(ctx context.Context, place string, committed func(changes int, took time.Duration)) (persist.DumpStore, error) {
	if isDatabase(place) {
		return postgres.Open(ctx, place, postgres.Options{Committed: committed})
	}
	return bolt.Open(place, bolt.Options{Committed: committed})
}

// openToRead opens an existing store without changing anything in it.
func openToRead(ctx context.Context, place string) (persist.DumpStore, error) {
	if isDatabase(place) {
		return postgres.Open(ctx, place, postgres.Options{ReadOnly: true})
	}
	store, err := bolt.Open(place, bolt.Options{ReadOnly: true})
	if errors.Is(err, persist.ErrInUse) {
		return nil, fmt.Errorf("%w; or make a backup, which can be done while the bot runs, and use that", err)
	}
	return store, err
}

func isDatabase(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// shownPlace returns a place for people to read: a URL without its user and password.
func shownPlace(place string) string {
	if !isDatabase(place) {
		return place
	}
	scheme, rest, _ := strings.Cut(place, "://")
	rest, _, _ = strings.Cut(rest, "?")
	return scheme + "://" + rest[strings.LastIndex(rest, "@")+1:]
}

// hasKeywords reports whether a text names a database in one of the other ways that
// PostgreSQL's programs accept, such as "host=db password=x". As a file name such a text
// would be in the log.
func hasKeywords(s string) bool {
	return regexp.MustCompile(`^postgres(ql)?:|(^|\s)(host|hostaddr|port|dbname|user|password|service)\s*=`).MatchString(s)
}

// isPlace accepts a place for the data. Its errors never repeat the place.
func isPlace(s string) error {
	_, err := url.Parse(s)
	switch scheme, _, isURL := strings.Cut(s, "://"); {
	case s == "":
		return errors.New("give a file name, or postgres://host/database")
	case isDatabase(s) && err != nil:
		return errors.New("this is no URL: characters such as / and @ in a password are written as %2F and %40")
	case isURL && !isDatabase(s):
		return fmt.Errorf("%s: is not known: give a file name, or postgres://host/database", scheme)
	case !isURL && hasKeywords(s):
		return errors.New("give a database as a URL, postgres://host/database")
	}
	return nil
}

// isPlainPlace accepts a place that holds no password.
func isPlainPlace(s string) error {
	if err := isPlace(s); err != nil {
		return err
	}
	if u, err := url.Parse(s); isDatabase(s) && err == nil {
		_, inUser := u.User.Password()
		if inUser || u.Query().Has("password") || u.Query().Has("sslpassword") {
			return errors.New("a password doesn't belong here: give the whole URL in SOLITAIRE_DATA or SOLITAIRE_DATA_FILE, or the password in PGPASSWORD or PGPASSFILE")
		}
	}
	return nil
}

// writeNew creates a file: whole and safe on disk, or not at all. It writes under
// another name first, which it passes to check, if not nil. It never replaces a file.
func writeNew(path string, write func(*os.File) error, check func(path string) error) error {
	if err := checkFree(path); err != nil {
		return err
	}
	folder := filepath.Dir(path)
	files.Sweep(folder)
	temp, err := files.TempFile(folder, "new")
	if err != nil {
		return err
	}
	defer temp.Remove()
	if err = write(temp.File); err == nil {
		err = temp.Sync()
	}
	if err == nil && check != nil {
		err = check(temp.Path)
	}
	if err != nil {
		return err
	}
	return putInPlace(temp.Path, path)
}

func checkFree(path string) error {
	switch _, err := os.Lstat(path); {
	case err == nil:
		return fmt.Errorf("%s is there already and was left as it is: give another name, or remove it", path)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}

// putInPlace gives a file its name, which must be free.
func putInPlace(temp, path string) error {
	err := os.Link(temp, path)
	if err != nil { // the name is taken, or the file system has no links
		if err := checkFree(path); err != nil {
			return err
		}
		err = os.Rename(temp, path)
	}
	if err != nil {
		return err
	}
	return bolt.SyncFolder(filepath.Dir(path))
}
