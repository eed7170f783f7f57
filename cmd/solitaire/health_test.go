package main

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// The health command says what /readyz says, with or without the socket.
func TestHealth(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	file := configure(t, c.section())
	_, err := command(t, "health", "--config", file)
	if err == nil || report(io.Discard, err) != exitFailed || !strings.Contains(err.Error(), "the bot doesn't answer") {
		t.Errorf("without a bot: %v", err)
	}
	s := serve(t, file, callerEnv())
	if out, err := command(t, "health", "--config", file); err != nil || out != "ready\n" {
		t.Errorf("over the socket: %q, %v", out, err)
	}
	if err := os.Remove(s.sock); err != nil {
		t.Fatal(err)
	}
	fixed := writeFile(t, "c.yaml", strings.Replace(readFile(t, file), `admin: {listen: "127.0.0.1:0"`, `admin: {listen: "`+s.ops+`"`, 1))
	for _, args := range [][]string{{"health", "--config", fixed}, {"health", "--alive", "--config", fixed}} {
		if out, err := command(t, args...); err != nil || out != map[int]string{3: "ready\n", 4: "alive\n"}[len(args)] {
			t.Errorf("%q: %q, %v", args, out, err)
		}
	}
	data := strings.TrimSuffix(s.sock, ".sock")
	if err := os.Remove(data); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		_, err := command(t, "health", "--config", fixed)
		if err != nil && strings.Contains(err.Error(), "not ready: store: ") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("without its data: %v", err)
		}
	}
	if out, err := command(t, "health", "--alive", "--config", fixed); err != nil || out != "alive\n" {
		t.Errorf("%q, %v", out, err)
	}
}
