package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program returns a command that runs this program as a process of its own,
// with variables of the environment and nothing of ours but what it needs.
func program(t testing.TB, env map[string]string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("solitaire") // where testscript.Main has put it
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + cmd.Dir, "SOLITAIRE_SECRET=" + strings.Repeat("0123456789abcdef", 4)}
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	return cmd
}

// output runs the program and returns what it writes to its standard output.
func output(t testing.TB, env map[string]string, args ...string) string {
	t.Helper()
	cmd := program(t, env, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", args, err, stderr.Bytes())
	}
	return string(out)
}

// A server is a running "solitaire serve".
type server struct {
	t    testing.TB
	cmd  *exec.Cmd
	http string // where the platforms call; "off" if they don't
	ops  string // where the operator does
	sock string // the unix socket

	mu    sync.Mutex
	log   bytes.Buffer
	read  chan struct{} // closed when all of the log was read
	ended func() error  // waits for the end; may be called again
}

// serve starts the service and waits until it serves. It is killed at the end
// of the test if it still runs.
func serve(t testing.TB, config string, env map[string]string) *server {
	t.Helper()
	s := &server{t: t, cmd: program(t, env, "serve", "--config", config), read: make(chan struct{})}
	stderr, err := s.cmd.StderrPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	s.ended = sync.OnceValue(func() error {
		<-s.read // before that the pipe must stay open
		return s.cmd.Wait()
	})
	serving := make(chan map[string]any, 1)
	go s.follow(stderr, serving)
	t.Cleanup(s.kill)
	select {
	case line := <-serving:
		s.http, s.ops, s.sock = fmt.Sprint(line["http"]), fmt.Sprint(line["admin"]), fmt.Sprint(line["socket"])
	case <-s.read:
		t.Fatalf("it doesn't serve:\n%s", s.logged())
	case <-time.After(20 * time.Second):
		t.Fatalf("it doesn't serve yet:\n%s", s.logged())
	}
	return s
}

// follow records the log, and sends the "serving" line to a channel.
func (s *server) follow(stderr io.Reader, serving chan<- map[string]any) {
	defer close(s.read)
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		s.mu.Lock()
		s.log.Write(append(lines.Bytes(), '\n'))
		s.mu.Unlock()
		if !bytes.Contains(lines.Bytes(), []byte(`"serving"`)) {
			continue
		}
		var line map[string]any
		if json.Unmarshal(lines.Bytes(), &line) == nil && line["msg"] == "serving" {
			serving <- line
		}
	}
}

// logged is everything that it has written so far.
func (s *server) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// kill ends the process as a power cut would, if it still runs.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.ended()
}

// waitFor waits until the log holds a text.
func (s *server) waitFor(text string) { s.t.Helper(); s.until(text, s.logged) }

// becomes waits until /readyz holds a text.
func (s *server) becomes(text string) {
	s.t.Helper()
	s.until(text, func() string { return string(get(s.t, s, "/readyz")) })
}

func (s *server) until(text string, page func() string) {
	s.t.Helper()
	s.within(20*time.Second, text, page)
}

// within waits for a text, but not for ever.
func (s *server) within(most time.Duration, text string, page func() string) {
	s.t.Helper()
	for end := time.Now().Add(most); !strings.Contains(page(), text); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("there is no %s:\n%s", text, page())
		}
	}
}

func (s *server) signal(signal os.Signal) {
	s.t.Helper()
	if err := s.cmd.Process.Signal(signal); err != nil {
		s.t.Fatal(err)
	}
}

// terminate ends the process as an operator does, and returns its status.
func (s *server) terminate() int {
	s.t.Helper()
	s.signal(syscall.SIGTERM)
	return s.wait()
}

// wait returns the status with which the process ends.
func (s *server) wait() int {
	s.t.Helper()
	err := s.ended()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return 0
}

// configure writes a configuration with free ports. Its data is beside the file, unless
// the configuration says otherwise.
func configure(t testing.TB, sections ...string) (file string) {
	t.Helper()
	dir := t.TempDir()
	all := strings.Join(sections, "\n")
	if !strings.Contains(all, "data:") {
		all += "\ndata: " + filepath.Join(dir, "solitaire.db")
	}
	all += "\nhttp: {listen: \"127.0.0.1:0\", shutdown_delay: 0s}\nadmin: {listen: \"127.0.0.1:0\"}\n"
	file = filepath.Join(dir, "config.yaml")
	if err := os.WriteFile(file, []byte(all), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
