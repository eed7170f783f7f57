package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
)

// noEnv is an environment without any variable.
func noEnv(string) string { return "" }

func TestRunInterrupted(t *testing.T) {
	stdin, typing := io.Pipe() // nobody types
	defer typing.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- run(ctx, []string{"replay"}, noEnv, stdin, io.Discard, io.Discard) }()
	interrupt()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// An interrupter interrupts when the first line is written to it.
type interrupter struct {
	bytes.Buffer
	interrupt func()
}

func (i *interrupter) Write(b []byte) (int, error) {
	i.interrupt()
	return i.Buffer.Write(b)
}

// An interrupted solve writes no answers about deals that it hasn't searched.
func TestSolveInterrupted(t *testing.T) {
	t.Parallel()
	var deals bytes.Buffer
	for i := range 200 {
		if err := run(t.Context(), []string{"deal", "--json", "--game", "yukon", "--number", strconv.Itoa(i + 1)}, noEnv, nil, &deals, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	ctx, interrupt := context.WithCancel(t.Context())
	out := interrupter{interrupt: interrupt}
	err := run(ctx, []string{"solve", "--timeout", "10m", "--workers", "1"}, noEnv, &deals, &out, io.Discard)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := strings.Count(out.String(), `"unknown"`); n > 0 {
		t.Errorf("%d deals are said to be undecided", n)
	}
}

// TestReplayAnswersAtOnce checks that a program at the other end of a pipe gets the
// answer to a line before it writes the next.
func TestReplayAnswersAtOnce(t *testing.T) {
	stdin, ask := io.Pipe()
	answers, stdout := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := run(t.Context(), []string{"replay"}, noEnv, stdin, stdout, io.Discard)
		stdin.Close() // if it ends too early, nothing here waits for it
		stdout.Close()
		done <- err
	}()
	answer := make([]byte, 1<<10)
	for range 3 {
		io.WriteString(ask, `{"game":"chess"}`+"\n")
		if n, err := answers.Read(answer); err != nil || !bytes.Contains(answer[:n], []byte("unknown-game")) {
			t.Errorf("answer %q, %v", answer[:n], err)
		}
	}
	ask.Close()
	if err := <-done; report(io.Discard, err) != exitFailed {
		t.Errorf("got %v", err)
	}
}

// full is a disk without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestReplayCantWrite(t *testing.T) {
	stdin := strings.NewReader("{}\n{}\n")
	err := run(t.Context(), []string{"replay"}, noEnv, stdin, full{}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "no room") || report(io.Discard, err) != exitFailed {
		t.Errorf("got %v", err)
	}
}

func TestReplayCantRead(t *testing.T) {
	broken := errors.New("broken")
	err := run(t.Context(), []string{"replay"}, noEnv, iotest.ErrReader(broken), io.Discard, io.Discard)
	if !errors.Is(err, broken) || report(io.Discard, err) != exitFailed {
		t.Errorf("got %v", err)
	}
}
