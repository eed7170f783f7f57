package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/files"
)

// longestSocket is how long a socket's path may be on every system.
const longestSocket = 103

// socketPath returns where the unix socket of the private pages is: at admin.socket, or
// beside the data file. It is "" if there is none: for a database without admin.socket.
// A relative path counts from the bot's folder.
func (c *config) socketPath() string {
	switch {
	case c.Admin.Socket != "":
		return c.Admin.Socket
	case c.Data == "" || isDatabase(c.Data):
		return ""
	}
	return c.Data + ".sock"
}

// listenSocket opens the unix socket, which only the bot's user and root can use. A
// socket that a killed bot has left is replaced.
func listenSocket(path string, h http.Handler, log *slog.Logger) (*web, error) {
	if conn, err := net.DialTimeout("unix", path, time.Second); err == nil {
		_ = conn.Close()
		return nil, fmt.Errorf("%s: another bot answers there: set admin.socket to another path", path)
	}
	if info, err := os.Lstat(path); err == nil && info.Mode().Type() != fs.ModeSocket {
		return nil, fmt.Errorf("%s is there and is no socket: set admin.socket to another path, or remove it", path)
	}
	// Between its creation and its mode anybody could connect. So it gets its name last,
	// in a folder that nobody else can enter until then.
	folder, err := files.TempFolder(filepath.Dir(path), "sock")
	if err != nil {
		return nil, fmt.Errorf("make the socket %s: %w", path, err)
	}
	defer folder.Remove()
	temp := filepath.Join(folder.Path, "s")
	if max(len(path), len(temp)) > longestSocket {
		return nil, fmt.Errorf("%s is too long for a socket: set admin.socket to a shorter path", path)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: temp, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("make the socket %s: %w", path, err)
	}
	l.SetUnlinkOnClose(false) // the name at which it was made is gone
	if err = os.Chmod(temp, 0o600); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make the socket %s: %w", path, err), l.Close())
	}
	return newWeb(socketListener{l, path}, maxOperator, h, log), nil
}

// A socketListener removes its socket when it is closed.
type socketListener struct {
	net.Listener
	path string
}

// Close implements [net.Listener].
func (l socketListener) Close() error {
	_ = os.Remove(l.path)
	return l.Listener.Close()
}

// Addr implements [net.Listener].
func (l socketListener) Addr() net.Addr { return &net.UnixAddr{Name: l.path, Net: "unix"} }

// botHost is the host of a request over the socket.
const botHost = "localhost"

// overSocket returns a client that sends every request to a unix socket.
func overSocket(path string) *http.Client {
	return &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", path)
		},
	}}
}
