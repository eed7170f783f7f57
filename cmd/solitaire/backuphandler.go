package main

import (
	"context"
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

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/files"
)

// A backuper writes a snapshot of its data. Writers of the store may have to wait until it
// is done.
type backuper interface {
	Backup(ctx context.Context, w io.Writer) (int64, error)
}

// backups answers POST /backup with a copy of the data. It writes the copy to a file beside the data first: then no player waits for a slow
// client, and the client knows the length.
type backups struct {
	store  backuper
	folder string
	log    *slog.Logger
	given  func()        // called when a client has received a whole copy
	stall  time.Duration // how long a client may read nothing

	one sync.Mutex // a copy needs as much disk space as the data
}

// newBackup returns the handler of /backup. given is called after each whole copy.
func newBackup(store backuper, place string, log *slog.Logger, given func()) *backups {
	return &backups{store: store, folder: filepath.Dir(place), log: log, given: given, stall: time.Minute}
}

// ServeHTTP implements [http.Handler].
func (b *backups) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !b.one.TryLock() {
		http.Error(w, "another backup is being made, try again later", http.StatusConflict)
		return
	}
	defer b.one.Unlock()
	size, err := b.answer(r.Context(), w)
	switch {
	case err == nil:
		b.given()
		b.log.Info("backup", "bytes", size)
	case context.Cause(r.Context()) == errStopping:
		b.log.Info("backup was given up", "error", errStopping)
	case size > 0: // the client didn't take the copy
		b.log.Warn("backup", "bytes", size, "error", err)
	default:
		b.log.Error("backup", "error", err)
	}
}

// answer sends a copy and returns its size, 0 if there is none. While the client reads,
// each piece has a deadline of its own.
func (b *backups) answer(ctx context.Context, w http.ResponseWriter) (size int64, err error) {
	temp, size, err := b.copy(ctx)
	if err != nil {
		status, why := http.StatusInternalServerError, withoutPath(err)
		if context.Cause(ctx) == errStopping {
			status, why = http.StatusServiceUnavailable, errStopping
		}
		http.Error(w, fmt.Sprintf("no copy could be made: %v", why), status)
		return 0, err
	}
	defer temp.Remove()
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	control := http.NewResponseController(w)
	cut := make(chan struct{})
	stop := context.AfterFunc(ctx, func() { // ends the current write
		defer close(cut)
		_ = control.SetWriteDeadline(time.Now())
	})
	defer func() {
		if !stop() {
			<-cut
		}
	}()
	for {
		_ = control.SetWriteDeadline(time.Now().Add(b.stall)) // a recorder has none
		if err := context.Cause(ctx); err != nil {            // after the deadline, which cut may have to shorten
			return size, err
		}
		const piece = 64 << 10
		if _, err := io.CopyN(w, temp, piece); errors.Is(err, io.EOF) {
			return size, nil
		} else if err != nil {
			return size, err
		}
	}
}

// copy makes a backup in a file that is ready to be read. The file has no name, where
// the system allows that: then a killed process leaves nothing behind.
func (b *backups) copy(ctx context.Context) (temp *files.Temporary, size int64, err error) {
	temp, err = files.TempFile(b.folder, "backup")
	if err != nil {
		return nil, 0, err
	}
	_ = os.Remove(temp.Path) // else Remove does it, or Sweep
	size, err = b.store.Backup(ctx, temp)
	if err == nil {
		_, err = temp.Seek(0, io.SeekStart)
	}
	if err != nil {
		temp.Remove()
		return nil, 0, err
	}
	return temp, size, nil
}
