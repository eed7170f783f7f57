package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"syscall"
	"testing"
)

// A closed log pipe ends neither the bot nor the requests in flight.
func TestServeOutlivesTheReaderOfItsLog(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	cmd := program(t, callerEnv(), "serve", "--config", configure(t, c.section()))
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill() }()
	var line map[string]any
	for lines := bufio.NewScanner(stderr); line["msg"] != "serving" && lines.Scan(); {
		_ = json.Unmarshal(lines.Bytes(), &line)
	}
	if err := stderr.Close(); err != nil {
		t.Fatal(err)
	}
	c.call(&server{http: fmt.Sprint(line["http"])})
	for i, text := range []string{"solitaire new", "draw", "draw"} { // each would be a line
		if _, err := c.send(typed(fmt.Sprint(i), "7", text)); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
