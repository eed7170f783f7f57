package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A stuckWriter takes nothing until it is released.
type stuckWriter struct {
	release chan struct{}
	written bytes.Buffer
}

func (w *stuckWriter) Write(b []byte) (int, error) {
	<-w.release
	return w.written.Write(b)
}

// A log whose reader is stalled keeps its latest lines until the queue is full. Then
// lines are dropped and counted, and the log says so once it is read again.
func TestLogDropsLinesOfAStalledReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &stuckWriter{release: make(chan struct{})}
		dropped := 0
		q := queueLog(out, func() { dropped++ })
		fmt.Fprintln(q, "first")
		synctest.Wait() // it is being written
		const more = 7
		for i := range logLines + more {
			fmt.Fprintln(q, "line", i)
		}
		if dropped != more {
			t.Errorf("%d lines were dropped, want %d", dropped, more)
		}
		close(out.release)
		q.close()
		got := out.written.String()
		if n := strings.Count(got, "line "); n != logLines || !strings.HasPrefix(got, "first\nline 0\nline 1\n") {
			t.Errorf("%d lines were written: %.100s", n, got)
		}
		if !strings.Contains(got, `"level":"WARN","msg":"log lines were dropped: their reader was too slow","lines":7`) {
			t.Error("the log doesn't say that lines were dropped")
		}
	})
}

// The end of the program waits for a log's reader, but not for one that is stalled.
func TestEndDoesntWaitForAStalledReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := &stuckWriter{release: make(chan struct{})}
		q := queueLog(out, func() {})
		fmt.Fprintln(q, "last words")
		begin := time.Now()
		q.close()
		if took := time.Since(begin); took > logPatience {
			t.Errorf("it waited for %v", took)
		}
		close(out.release)
		<-q.done
		if out.written.String() != "last words\n" {
			t.Errorf("written: %q", out.written.String())
		}
	})
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// A reader that is gone ends nothing.
func TestLogOutlivesItsReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queueLog(closedPipe{}, func() { t.Error("a line was dropped") })
		for range 3 {
			if _, err := fmt.Fprintln(q, "line"); err != nil {
				t.Error(err)
			}
			synctest.Wait()
		}
		q.close()
	})
}
