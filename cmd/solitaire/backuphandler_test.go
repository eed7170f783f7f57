package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// hugeStore has more to give than the buffers of a connection hold.
type hugeStore struct{ *persisttest.Memory }

const hugeSize = 64 << 20

func (hugeStore) Backup(_ context.Context, w io.Writer) (int64, error) {
	piece := make([]byte, 1<<20)
	for n := 0; n < hugeSize; n += len(piece) {
		if _, err := w.Write(piece); err != nil {
			return int64(n), err
		}
	}
	return hugeSize, nil
}

// asleep asks for a backup, and takes no more of it than that it begins.
func asleep(t *testing.T, network, address string) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, "POST /backup HTTP/1.1\r\nHost: solitaire\r\nContent-Length: 0\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
}

// A client that doesn't read its backup makes room for others.
func TestBackupReaderStalls(t *testing.T) {
	h := newBackup(hugeStore{}, filepath.Join(t.TempDir(), "solitaire.db"), silent(), func() {})
	h.stall = 100 * time.Millisecond
	ended := make(chan bool)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r)
		ended <- true
	}))
	t.Cleanup(server.Close)
	asleep(t, "tcp", server.Listener.Addr().String())
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the stalled reader still keeps others waiting")
	}
	wantFiles(t, h.folder, 0)
}

// A backup in progress doesn't keep the bot from stopping, and isn't logged as a fault.
func TestStopGivesUpBackup(t *testing.T) {
	folder := t.TempDir()
	s := newServiceOn(t, adapter{}, hugeStore{persisttest.NewMemory()}, filepath.Join(folder, "solitaire.db"))
	end, ended := s.start(t)
	asleep(t, "unix", s.socket.address())
	end()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	wantFiles(t, folder, 0)
}

// While a backup is made the bot may be killed, and nothing is left behind.
func TestBackupLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	data := filepath.Join(folder, "solitaire.db")
	if err := os.WriteFile(data, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	slow := slowBackup{begun: make(chan struct{}), release: make(chan struct{})}
	h := newBackup(slowStore{slowBackup: slow}, data, silent(), func() {})
	done := make(chan bool)
	go func() {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/backup", http.NoBody))
		close(done)
	}()
	<-slow.begun
	if runtime.GOOS != "windows" { // where an open file keeps its name
		wantFiles(t, folder, 1)
	}
	close(slow.release)
	<-done
	wantFiles(t, folder, 1)
}

type slowStore struct {
	*persisttest.Memory
	slowBackup
}
