package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
)

type backupCmd struct {
	dataFlags
	File string `arg:"" help:"The file to create. An existing file is never replaced."`
}

// Help is the longer text of backup --help.
func (backupCmd) Help() string {
	return `Copies the data file as it is at one moment, and checks the copy. If the bot runs, give its configuration
(--config): backup then asks the bot for the copy, at the unix socket beside the data file, which only the bot's user
and root may use. A PostgreSQL database is backed up by pg_dump or solitaire export, while the bot runs too.`
}

// Run makes a backup and reports what is in it.
func (c *backupCmd) Run(ctx context.Context, s streams) error {
	conf, err := c.config(s.env)
	if err != nil {
		return err
	}
	if isDatabase(conf.Data) {
		return usagef("backup is for data files: use pg_dump, or solitaire export, which works while the bot runs")
	}
	var found *audit
	err = writeNew(c.File,
		func(f *os.File) error { return copyData(ctx, conf, f, s.err) },
		func(copied string) error {
			found, err = checkStore(ctx, copied, s.out, s.err)
			return err
		})
	if err != nil {
		return fmt.Errorf("no backup was made: %w", err)
	}
	if _, err := fmt.Fprintf(s.out, "%s: %v\n", c.File, found); err != nil {
		return &outputError{withoutPath(err)}
	}
	if found.found > 0 {
		return fmt.Errorf("%s is the data as it is, with %s: keep your earlier backups", c.File, plural(found.found, "fault"))
	}
	return nil
}

// copyData copies the data file, or asks the running bot for a copy. The bot is asked
// first: of a file that was removed or replaced, it alone has the data.
func copyData(ctx context.Context, conf config, to, progress io.Writer) error {
	if client := botsSocket(ctx, conf); client != nil {
		return download(ctx, client, to, progress)
	}
	// A bot keeps the file locked: waiting for it would not help.
	store, err := bolt.Open(conf.Data, bolt.Options{ReadOnly: true, Timeout: 100 * time.Millisecond})
	switch elsewhere := errors.Is(err, persist.ErrInUse) || errors.Is(err, fs.ErrNotExist); {
	case elsewhere && conf.Admin.Listen == "":
		return fmt.Errorf("%w; if the bot runs, give its --config, so that it can be asked for the copy", err)
	case elsewhere:
		return fmt.Errorf("%w; and no bot that this user may ask answers at its socket, nor names one at %s, which is admin.listen: "+
			"start it, run this as its user or as root, or name the data file with --data", err, reachable(conf.Admin.Listen))
	case err != nil:
		return err
	}
	size := int64(0)
	if info, err := os.Stat(conf.Data); err == nil {
		size = info.Size()
	}
	bar := newProgress(progress, size, "bytes")
	defer bar.end()
	_, err = store.Backup(ctx, io.MultiWriter(to, bar))
	return errors.Join(err, store.Close())
}

// botsSocket returns a client of the running bot's socket, nil if no bot answers. A
// relative path counts from the bot's folder, which its admin listener knows.
func botsSocket(ctx context.Context, conf config) *http.Client {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	path := conf.socketPath()
	if !filepath.IsAbs(path) && conf.Admin.Listen != "" {
		if answer, err := askReady(ctx, direct(), reachable(conf.Admin.Listen)); err == nil {
			path = answer.Socket
		}
	}
	if path == "" {
		return nil
	}
	client := overSocket(path)
	if _, err := askReady(ctx, client, botHost); err != nil {
		return nil
	}
	return client
}

// direct returns a client that uses no proxy.
func direct() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

// download asks the running bot for a copy of its data file.
func download(ctx context.Context, client *http.Client, to, progress io.Writer) error {
	resp, err := askBot(ctx, client, http.MethodPost, botHost, "/backup")
	if err != nil {
		return fmt.Errorf("the bot gave no copy: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
		return fmt.Errorf("the bot gave no copy: %s: %s", resp.Status, strings.TrimSpace(string(text)))
	}
	bar := newProgress(progress, max(resp.ContentLength, 0), "bytes")
	defer bar.end()
	_, err = io.Copy(io.MultiWriter(to, bar), resp.Body)
	return err
}

// askBot sends a request to the running bot.
func askBot(ctx context.Context, client *http.Client, method, host, path string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+host+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	return client.Do(req)
}

// reachable returns the address under which this machine reaches a listener.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err != nil || host != "" && (ip == nil || !ip.IsUnspecified()) {
		return listen
	}
	return net.JoinHostPort("localhost", port)
}
