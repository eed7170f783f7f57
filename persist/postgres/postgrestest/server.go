package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// errAbsent means that PostgreSQL isn't installed.
var errAbsent = errors.New("PostgreSQL isn't installed (on Debian: apt-get install postgresql)")

// A Server is a running PostgreSQL.
type Server struct {
	bin, dir string
	flags    []string
	process  *exec.Cmd
	ended    chan error // receives the process's exit error
}

// start creates a server's data and starts it. The flags are those of postgres.
func start(flags ...string) (_ *Server, err error) {
	bin, err := findBin()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "solitaire-pg-")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, flags: flags}
	if err := errors.Join(own(dir), s.initialise()); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if err := s.Run(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

// findBin returns the folder with the programs of the newest installed version.
func findBin() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", errAbsent
	}
	return filepath.Dir(found[len(found)-1]), nil
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) initialise() error {
	c := s.command("initdb", "--pgdata", s.data(), "--username", "solitaire", "--auth", "trust",
		"--encoding", "UTF8", "--no-locale", "--no-sync", "--no-instructions")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return nil
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir = s.dir
	c.SysProcAttr = attributes()
	return c
}

// Run starts the server on its data, and waits until it answers. After a kill it refuses
// to start until its last child process has ended, so Run retries.
func (s *Server) Run() error {
	end := time.Now().Add(time.Minute)
	for {
		err := s.runOnce(end)
		if err == nil {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("postgres doesn't start: %w", err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func (s *Server) runOnce(end time.Time) error {
	args := []string{"-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "max_connections=200"}
	s.process = s.command("postgres", append(args, s.flags...)...)
	var log strings.Builder
	s.process.Stderr = &log
	if err := s.process.Start(); err != nil {
		return err
	}
	s.ended = make(chan error, 1)
	go func() { s.ended <- s.process.Wait() }()
	for {
		select {
		case err := <-s.ended:
			return fmt.Errorf("%w\n%s", err, log.String())
		case <-time.After(10 * time.Millisecond):
		}
		if err := s.Exec("SELECT 1"); err == nil || time.Now().After(end) {
			return err
		}
	}
}

// stop ends the server without waiting for its clients, and removes its data.
func (s *Server) stop() error {
	err := s.signal(os.Interrupt)
	return errors.Join(err, os.RemoveAll(s.dir))
}

func (s *Server) signal(sig os.Signal) error {
	if s.process == nil {
		return nil // it was killed and not started again
	}
	if err := s.process.Process.Signal(sig); err != nil {
		return err
	}
	<-s.ended
	s.process = nil
	return nil
}

// Kill ends the server with SIGKILL. Its processes for connections end when they notice.
func (s *Server) Kill() error { return s.signal(syscall.SIGKILL) }

// URL returns the URL of a database of the server.
func (s *Server) URL(database string) string {
	u := url.URL{Scheme: "postgres", User: url.User("solitaire"), Path: "/" + database}
	u.RawQuery = url.Values{"host": {s.dir}}.Encode()
	return u.String()
}

// Exec executes a statement as the server's owner.
func (s *Server) Exec(sql string) error { return execute(s.URL("postgres"), sql) }

func execute(url, sql string, args ...any) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, sql, args...)
	return err
}
