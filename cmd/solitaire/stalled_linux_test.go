package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A reader of the log that stalls, so that the pipe to it is full, stops neither
// requests nor the end of the bot.
func TestServeOutlivesAStalledReaderOfItsLog(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	cmd := program(t, callerEnv(), "serve", "--config", configure(t, c.section(), "log: {level: debug}"))
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := unix.FcntlInt(writer.Fd(), unix.F_SETPIPE_SZ, 4096); err != nil {
		t.Skip(err)
	}
	cmd.Stderr = writer
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = writer.Close()
	defer func() { _ = cmd.Process.Kill() }()
	var line map[string]any
	for lines := bufio.NewScanner(reader); line["msg"] != "serving" && lines.Scan(); {
		_ = json.Unmarshal(lines.Bytes(), &line)
	}
	s := &server{t: t, http: fmt.Sprint(line["http"]), ops: fmt.Sprint(line["admin"])}
	c.call(s)
	c.client.Timeout = 10 * time.Second
	if _, err := c.send(typed("0", "7", "solitaire new")); err != nil {
		t.Fatal(err)
	}
	for i := range 300 { // the pipe holds about 20 lines
		if _, err := c.send(typed(fmt.Sprint(1+i), "7", "solitaire show")); err != nil {
			t.Fatalf("request %d: %v", i, err)
		}
	}
	if page := string(get(t, s, "/metrics")); !strings.Contains(page, "solitaire_log_dropped_total 0") {
		t.Error("/metrics doesn't count dropped lines")
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Error("SIGTERM waits for the reader")
	}
}
