package main

import (
	"context"
	"encoding/json"
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
(--config): backup then asks the bot for the copy, at its admin listener. A PostgreSQL database is backed up by
pg_dump or solitaire export, while the bot runs too.`
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

// copyData copies the data file, or asks the running bot for a copy, if the bot has the
// file open. A relative name counts from the bot's folder: here it may be missing, or
// another file.
func copyData(ctx context.Context, conf config, to, progress io.Writer) error {
	if !filepath.IsAbs(conf.Data) && conf.Admin.Listen != "" {
		if at := botsFile(ctx, conf.Admin.Listen); at != "" && !sameFile(at, conf.Data) {
			return download(ctx, conf.Admin.Listen, fmt.Errorf("the bot's data is %s", at), to, progress)
		}
	}
	// The bot keeps the file locked: waiting for it would not help.
	store, err := bolt.Open(conf.Data, bolt.Options{ReadOnly: true, Timeout: 100 * time.Millisecond})
	switch elsewhere := errors.Is(err, persist.ErrInUse) || errors.Is(err, fs.ErrNotExist); {
	case elsewhere && conf.Admin.Listen == "":
		return fmt.Errorf("%w; if the bot runs, give its --config, so that it can be asked for the copy", err)
	case elsewhere:
		return download(ctx, conf.Admin.Listen, err, to, progress)
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

// botsFile asks the running bot which file its data is in. It returns "" if no bot
// answers.
func botsFile(ctx context.Context, listen string) string {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	resp, err := askBot(ctx, http.MethodGet, listen)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	var answer backupPlace
	if resp.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&answer) != nil {
		return ""
	}
	return answer.Data
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// download asks the running bot for a copy of its data file. why is the reason for not
// copying it here.
func download(ctx context.Context, listen string, why error, to, progress io.Writer) error {
	address := reachable(listen)
	resp, err := askBot(ctx, http.MethodPost, listen)
	if err != nil {
		return fmt.Errorf("%w; and no bot answers at %s, which is admin.listen: %w: start it, or name the data file with --data", why, address, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
		return fmt.Errorf("%w; and the bot at %s gave no copy: %s: %s", why, address, resp.Status, strings.TrimSpace(string(text)))
	}
	bar := newProgress(progress, max(resp.ContentLength, 0), "bytes")
	defer bar.end()
	_, err = io.Copy(io.MultiWriter(to, bar), resp.Body)
	return err
}

// askBot sends a request for /backup to the bot's admin listener, never through a proxy.
func askBot(ctx context.Context, method, listen string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, "http://"+reachable(listen)+"/backup", http.NoBody)
	if err != nil {
		return nil, err
	}
	return (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
}

// reachable returns the address under which this machine reaches a listener.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err != nil || host != "" && (ip == nil || !ip.IsUnspecified()) {
		return listen
	}
	return net.JoinHostPort("localhost", port)
}
