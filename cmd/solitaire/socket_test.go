package main

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func openSocket(t *testing.T, path string) *web {
	t.Helper()
	w, err := listenSocket(path, http.NotFoundHandler(), silent())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.close() })
	return w
}

// Only the bot's user may connect, from the first moment on, and the name goes with the
// bot.
func TestSocketIsPrivate(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "solitaire.db.sock")
	w := openSocket(t, path)
	info, err := os.Lstat(path)
	if err != nil || info.Mode() != os.ModeSocket|0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	wantFiles(t, folder, 1)
	if err := w.close(); err != nil {
		t.Error(err)
	}
	wantFiles(t, folder, 0)
}

// A killed bot's socket is replaced; another bot's, or another file, is left alone.
func TestSocketTakesNobodysPlace(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "s")
	stale, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	stale.SetUnlinkOnClose(false)
	if err := stale.Close(); err != nil {
		t.Fatal(err)
	}
	openSocket(t, path)
	if _, err := listenSocket(path, nil, silent()); err == nil || !strings.Contains(err.Error(), "another bot answers there: set admin.socket") {
		t.Errorf("got %v", err)
	}
	letter := writeFile(t, "letter", "Dear Ann")
	if _, err := listenSocket(letter, nil, silent()); err == nil || !strings.Contains(err.Error(), "is no socket: set admin.socket") || readFile(t, letter) != "Dear Ann" {
		t.Errorf("got %v", err)
	}
	long := filepath.Join(folder, strings.Repeat("long", 25))
	if _, err := listenSocket(long, nil, silent()); err == nil || !strings.Contains(err.Error(), "too long for a socket: set admin.socket") {
		t.Errorf("got %v", err)
	}
	if _, err := listenSocket(filepath.Join(folder, "none", "s"), nil, silent()); err == nil {
		t.Error("there is a socket in a folder that isn't there")
	}
	wantFiles(t, folder, 1)
}

func TestSocketPath(t *testing.T) {
	for _, c := range []struct{ data, socket, want string }{
		{"solitaire.db", "", "solitaire.db.sock"},
		{"/var/lib/solitaire/solitaire.db", "", "/var/lib/solitaire/solitaire.db.sock"},
		{"solitaire.db", "/run/s", "/run/s"},
		{"postgres://db/solitaire", "", ""},
		{"postgres://db/solitaire", "/run/s", "/run/s"},
	} {
		var conf config
		conf.Data, conf.Admin.Socket = c.data, c.socket
		if got := conf.socketPath(); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
}

// Without its socket the bot still serves, unless the configuration names one. Where
// other machines can reach admin.listen, the log warns.
func TestListenersAreReported(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	file := readFile(t, configure(t, c.section()))
	deep := filepath.Join(t.TempDir(), strings.Repeat("deep/", 20))
	long := strings.Replace(file, "data: ", "data: "+deep, 1)
	open := strings.Replace(long, `admin: {listen: "127.0.0.1:0"`, `admin: {listen: ":0"`, 1)
	s := serve(t, writeFile(t, "c.yaml", open), callerEnv())
	s.waitFor("there is no socket for solitaire backup and profiles")
	s.waitFor("other machines can reach admin.listen")
	if s.sock != "off" {
		t.Errorf("its socket is %s", s.sock)
	}
	s.kill()
	named := strings.Replace(file, `admin: {`, `admin: {socket: /nowhere/at/all, `, 1)
	cmd := program(t, callerEnv(), "serve", "--config", writeFile(t, "c.yaml", named))
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "solitaire: admin.socket: make the socket /nowhere/at/all: ") {
		t.Errorf("%v: %s", err, out)
	}
}
