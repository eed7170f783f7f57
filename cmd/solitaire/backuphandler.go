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

	"github.com/solitaire-chat/solitaire/persist"
)

// A backuper writes its data as it is at one moment. Others may have to wait
// until it is written.
type backuper interface {
	Backup(ctx context.Context, w io.Writer) (int64, error)
}

// newBackup returns what answers POST /backup for a store, nil if that makes no
// backups.
func newBackup(store persist.Store, where string, log *slog.Logger) http.Handler {
	if b, ok := store.(backuper); ok {
		return backupHandler(b, filepath.Dir(where), log)
	}
	return nil
}

// backupHandler answers with a copy of the data. It makes the copy in a folder
// first, beside the data: so no player waits for a slow reader, and the reader
// knows how much there is to come.
func backupHandler(store backuper, folder string, log *slog.Logger) http.Handler {
	var one sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !one.TryLock() {
			http.Error(w, "another backup is being made, try again later", http.StatusConflict)
			return
		}
		defer one.Unlock()
		temp, size, err := backupFile(r.Context(), store, folder)
		if err != nil {
			log.Error("backup", "error", err)
			http.Error(w, fmt.Sprintf("no copy could be made: %v", withoutPath(err)), http.StatusInternalServerError)
			return
		}
		defer func() { _, _ = temp.Close(), os.Remove(temp.Name()) }()
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
		if _, err := io.Copy(w, temp); err != nil { // the reader knows too, by the length
			log.Warn("backup", "bytes", size, "error", err)
			return
		}
		log.Info("backup", "bytes", size)
	})
}

// backupFile makes a backup in a file that is ready to be read.
func backupFile(ctx context.Context, store backuper, folder string) (temp *os.File, size int64, err error) {
	temp, err = os.CreateTemp(folder, ".solitaire-*.backup")
	if err != nil {
		return nil, 0, err
	}
	size, err = store.Backup(ctx, temp)
	if err == nil {
		_, err = temp.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, 0, errors.Join(err, temp.Close(), os.Remove(temp.Name()))
	}
	return temp, size, nil
}
