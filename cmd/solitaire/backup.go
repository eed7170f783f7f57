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
	File string `arg:"" help:"The file to make. One that is there stays as it is."`
}

// Help is the longer text of backup --help.
func (backupCmd) Help() string {
	return `Copies the data file as it is at one moment, and checks the copy. While the bot runs, its configuration
(--config) tells where it can be asked for the copy: at its admin listener. Of a PostgreSQL database pg_dump makes
backups, and so does solitaire export, of a running bot too.`
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
		return fmt.Errorf("%s is the data as it is, with %s: keep your earlier backups", c.File, counted(found.found, "fault"))
	}
	return nil
}

// copyData copies a data file, or lets the bot do it that uses the file. A file
// that isn't there, or is another one, may still be where the bot runs: a relative
// name counts from its folder, not from that of whoever wants the copy.
func copyData(ctx context.Context, conf config, to io.Writer, progress io.Writer) error {
	if !filepath.IsAbs(conf.Data) && conf.Admin.Listen != "" {
		if at := askPlace(ctx, conf.Admin.Listen); at != "" && !sameFile(at, conf.Data) {
			return download(ctx, conf.Admin.Listen, fmt.Errorf("the bot's data is %s", at), to, progress)
		}
	}
	// Who has the file keeps it: there is nothing to wait for.
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

// askPlace asks the running bot which file its data is in. It returns "" if no bot
// answers that.
func askPlace(ctx context.Context, listen string) string {
	const patience = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+reachable(listen)+"/backup", http.NoBody)
	if err != nil {
		return ""
	}
	resp, err := neighbour().Do(req)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	const longest = 64 << 10
	var answer backupPlace
	if resp.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(resp.Body, longest)).Decode(&answer) != nil {
		return ""
	}
	return answer.Data
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// download asks the running bot for a copy of its data file. why says what keeps
// us from copying it ourselves.
func download(ctx context.Context, listen string, why error, to io.Writer, progress io.Writer) error {
	address := reachable(listen)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+address+"/backup", http.NoBody)
	if err != nil {
		return err
	}
	resp, err := neighbour().Do(req)
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

// neighbour returns a client for a listener that only the operator's machines
// reach: no proxy does.
func neighbour() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

// reachable returns the address under which this machine reaches a listener.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err != nil || host != "" && (ip == nil || !ip.IsUnspecified()) {
		return listen
	}
	return net.JoinHostPort("localhost", port)
}
