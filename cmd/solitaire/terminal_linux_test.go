package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"golang.org/x/sys/unix"
)

// A seat is a person at a terminal in which the program runs.
type seat struct {
	t        testing.TB
	window   window
	cmd      *exec.Cmd
	keyboard *os.File
	errors   bytes.Buffer // what the program wrote to stderr

	mu     sync.Mutex
	screen bytes.Buffer
	news   chan struct{} // gets a value when more is shown; may be nil
	dark   chan struct{} // closed when nothing more can be shown
}

// A window is a terminal of a size, with an environment.
type window struct {
	w, h int
	env  map[string]string // beside LANG and TERM
}

// sitDown runs the program in a terminal.
func sitDown(t testing.TB, args ...string) *seat {
	t.Helper()
	return sitAt(t, window{w: 80, h: 24}, args...)
}

// sitAt runs the program in a window.
func sitAt(t testing.TB, at window, args ...string) *seat {
	t.Helper()
	mine, theirs := pseudoTerminal(t)
	if err := unix.IoctlSetWinsize(int(mine.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: uint16(at.w), Row: uint16(at.h)}); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"LANG": "en_GB.UTF-8", "TERM": "xterm-256color"}
	maps.Copy(env, at.env)
	s := &seat{t: t, window: at, cmd: program(t, env, args...), keyboard: mine, news: make(chan struct{}, 1), dark: make(chan struct{})}
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = theirs, theirs, &s.errors
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close() // only the program uses it now
	go s.look()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		mine.Close()
	})
	return s
}

// board returns what the terminal shows now.
func (s *seat) board() string {
	s.t.Helper()
	e := vt.NewEmulator(s.window.w, s.window.h)
	answered := make(chan struct{})
	go func() { // what a terminal would answer
		_, _ = io.Copy(io.Discard, e)
		close(answered)
	}()
	defer func() { // the emulator's own Close is no friend of a Read elsewhere
		_ = e.InputPipe().(io.Closer).Close()
		<-answered
	}()
	if _, err := e.WriteString(s.seen()); err != nil {
		s.t.Fatal(err)
	}
	return e.String()
}

// waits until the terminal shows a text.
func (s *seat) waits(text string) {
	s.t.Helper()
	for end := time.Now().Add(time.Minute); !strings.Contains(s.board(), text); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("the terminal doesn't show %q:\n%s\n%s", text, s.board(), s.errors.String())
		}
	}
}

// presses types keys.
func (s *seat) presses(keys string) {
	s.t.Helper()
	if _, err := s.keyboard.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// pseudoTerminal returns both ends of a terminal.
func pseudoTerminal(t testing.TB) (mine, theirs *os.File) {
	t.Helper()
	mine, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no pseudo terminals here: %v", err)
	}
	fd := int(mine.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err = os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return mine, theirs
}

// look records what is shown.
func (s *seat) look() {
	defer close(s.dark)
	part := make([]byte, 4096)
	for {
		n, err := s.keyboard.Read(part)
		s.mu.Lock()
		s.screen.Write(part[:n])
		s.mu.Unlock()
		select {
		case s.news <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

func (s *seat) seen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

func (s *seat) types(line string) {
	s.t.Helper()
	if _, err := s.keyboard.WriteString(line + "\r"); err != nil {
		s.t.Fatal(err)
	}
}

// until types a line again and again until one of some texts is shown. It leaves the
// program time for work that rests while people play.
func (s *seat) until(line string, texts ...string) {
	s.t.Helper()
	for end := time.Now().Add(4 * time.Minute); ; time.Sleep(2 * time.Second) {
		for _, text := range texts {
			if strings.Contains(s.seen(), text) {
				return
			}
		}
		if time.Now().After(end) {
			s.t.Fatalf("there is none of %q:\n%s", texts, s.seen())
		}
		s.types(line)
	}
}

// ends waits until the program has ended by itself, without a complaint. The time limit
// is far longer than that takes.
func (s *seat) ends() {
	s.t.Helper()
	select {
	case <-s.dark:
	case <-time.After(time.Minute):
		s.t.Fatalf("it goes on:\n%s", s.seen())
	}
	if err := s.cmd.Wait(); err != nil || s.errors.Len() > 0 {
		s.t.Fatalf("%v; it complains: %s", err, s.errors.String())
	}
}
