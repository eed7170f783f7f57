//go:build unix

package main

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// SIGHUP ends no bot: systemd would take that for a clean end, and not start it again.
func TestHangUpEndsNothing(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	s := serve(t, configure(t, c.section()), callerEnv())
	c.call(s)
	for i := range 3 {
		s.signal(syscall.SIGHUP)
		if _, err := c.send(typed(fmt.Sprint(i), "7", "solitaire new")); err != nil {
			t.Fatal(err)
		}
	}
	s.waitFor("SIGHUP changes nothing: the configuration is read at the start")
	if status := s.terminate(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

// A command that is hung up in the middle removes its temporary file and fails.
func TestHangUpEndsACommand(t *testing.T) {
	t.Parallel()
	cmd := program(t, nil, "import", "--data", "new.db")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	defer stdin.Close()
	for end := time.Now().Add(20 * time.Second); countFiles(t, cmd.Dir) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it doesn't begin")
		}
	}
	if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		said.WriteString(lines.Text())
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(said.String(), "interrupted") {
		t.Errorf("%v: %s", err, said.String())
	}
	wantFiles(t, cmd.Dir, 0)
}

// A bot that is stopped is not ready first, still answers for a while, and tells its
// callers' connections to close. No caller's request is cut off.
func TestStopIsAnnounced(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	file := strings.Replace(readFile(t, configure(t, c.section())), "shutdown_delay: 0s", "shutdown_delay: 1s", 1)
	s := serve(t, writeFile(t, "delayed.yaml", file), callerEnv())
	c.call(s)
	const callers = 16
	stopping := make(chan struct{}) // closed when /readyz has said so
	var group sync.WaitGroup
	begun := make(chan bool, callers)
	for i := range callers {
		group.Go(func() {
			player := fmt.Sprint(100 + i)
			for n := 0; ; n++ {
				select {
				case <-stopping: // a load balancer sends nothing more
					return
				default:
				}
				if _, err := c.send(typed(fmt.Sprintf("%s%d", player, n), player, "solitaire new")); err != nil {
					t.Errorf("player %s: %v", player, err)
					begun <- true
					return
				}
				if n == 0 {
					begun <- true
				}
			}
		})
	}
	for range callers {
		<-begun
	}
	s.signal(syscall.SIGTERM)
	s.becomes(`"why":"it is stopping"`)
	if status := statusOf(t, "http://"+s.ops+"/readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("/readyz: status %d", status)
	}
	resp, err := http.Get("http://" + s.http + "/")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if !resp.Close {
		t.Error("the answer doesn't close the connection")
	}
	close(stopping)
	group.Wait()
	if status := s.wait(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}
