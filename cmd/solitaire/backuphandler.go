package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// A backuper writes its data as it is at one moment. Others may have to wait
// until it is written.
type backuper interface {
	Backup(ctx context.Context, w io.Writer) (int64, error)
}

// newBackup returns what answers GET and POST /backup for a store until the bot stops, nil
// if that makes no backups.
func newBackup(store persist.Store, where string, stopping <-chan struct{}, log *slog.Logger) http.Handler {
	b, ok := store.(backuper)
	if !ok {
		return nil
	}
	h := backupHandler(b, filepath.Dir(where), log)
	h.data, _ = filepath.Abs(where) // unless this process's folder is gone
	h.stopping = stopping
	h.sweep()
	return h
}

// backups answers where the data is, or with a copy of it. It makes the copy in a
// folder first, beside the data: so no player waits for a slow reader, and the
// reader knows the length.
type backups struct {
	store    backuper
	folder   string
	data     string // the data file, with its whole path; empty: unknown
	log      *slog.Logger
	stall    time.Duration   // how long a reader may take nothing
	stopping <-chan struct{} // when it is closed, nothing is given out any more

	one sync.Mutex // each copy takes the room of the data
}

// stallTime leaves time for a disk that sleeps, and for a line that comes back.
const stallTime = time.Minute

func backupHandler(store backuper, folder string, log *slog.Logger) *backups {
	return &backups{store: store, folder: folder, log: log, stall: stallTime}
}

// errStopping says why a backup was given up.
var errStopping = errors.New("the bot is stopping: ask again once it runs")

// ServeHTTP implements [http.Handler].
func (b *backups) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		b.give(w, r)
		return
	}
	b.answerPlace(w, r)
}

// backupPlace is what GET /backup answers.
type backupPlace struct {
	Data string `json:"data"` // the file that POST copies
}

// answerPlace says which file it is: a relative name in the configuration is one file
// for the bot, and may be another for a reader of the configuration.
func (b *backups) answerPlace(w http.ResponseWriter, r *http.Request) {
	if b.data == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(backupPlace{b.data}) // the client may have gone
}

func (b *backups) give(w http.ResponseWriter, r *http.Request) {
	if !b.one.TryLock() {
		http.Error(w, "another backup is being made, try again later", http.StatusConflict)
		return
	}
	defer b.one.Unlock()
	ctx, cancel := untilStopping(r.Context(), b.stopping)
	defer cancel()
	size, err := b.answer(ctx, w)
	switch {
	case err == nil:
		b.log.Info("backup", "bytes", size)
	case context.Cause(ctx) == errStopping: // no fault: the reader asks again
		b.log.Info("backup was given up", "error", errStopping)
	case size > 0: // it was made, but not taken
		b.log.Warn("backup", "bytes", size, "error", err)
	default:
		b.log.Error("backup", "error", err)
	}
}

// untilStopping returns a context that ends, with errStopping as its cause, when
// the bot stops.
func untilStopping(ctx context.Context, stopping <-chan struct{}) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-stopping:
			cancel(errStopping)
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(nil) }
}

// answer makes a copy and gives it out. The reader of half of one knows by the
// length.
func (b *backups) answer(ctx context.Context, w http.ResponseWriter) (size int64, err error) {
	temp, size, err := b.file(ctx)
	if err != nil {
		status, why := http.StatusInternalServerError, withoutPath(err)
		if context.Cause(ctx) == errStopping {
			status, why = http.StatusServiceUnavailable, errStopping
		}
		http.Error(w, fmt.Sprintf("no copy could be made: %v", why), status)
		return 0, err
	}
	defer discard(temp)
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	to := newRolling(ctx, w, b.stall)
	defer to.end()
	_, err = io.Copy(to, temp)
	return size, err
}

// leftover is the pattern of the names of copies that are being made.
const leftover = ".solitaire-*.backup"

// file makes a backup in a file that is ready to be read. Where a file that is
// open can be removed, it has no name by then: a process that is killed leaves
// nothing behind.
func (b *backups) file(ctx context.Context) (temp *os.File, size int64, err error) {
	temp, err = os.CreateTemp(b.folder, leftover)
	if err != nil {
		return nil, 0, err
	}
	_ = os.Remove(temp.Name()) // else discard does it, or sweep
	size, err = b.store.Backup(ctx, temp)
	if err == nil {
		_, err = temp.Seek(0, io.SeekStart)
	}
	if err != nil {
		discard(temp)
		return nil, 0, err
	}
	return temp, size, nil
}

func discard(temp *os.File) { _, _ = temp.Close(), os.Remove(temp.Name()) }

// sweep removes what a process left behind that was killed: where open files keep
// their name, or by an earlier version.
func (b *backups) sweep() {
	files, _ := os.ReadDir(b.folder) // what is there but can't be read is in nobody's way
	for _, f := range files {
		if match, _ := filepath.Match(leftover, f.Name()); match {
			_ = os.Remove(filepath.Join(b.folder, f.Name()))
		}
	}
}
