package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func countFiles(t *testing.T, folder string) int {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func writeFile(t *testing.T, name, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// litter puts into a folder what killed processes leave, and files that only look a
// little like it.
func litter(t *testing.T, folder string) (other []string) {
	t.Helper()
	other = []string{".solitaire-notes", "solitaire-1.new", ".solitaire-1.newer", "x.solitaire-1.new"}
	for _, name := range append([]string{".solitaire-1.new", ".solitaire-23.backup", ".solitaire-4.compact/solitaire.db", ".solitaire-5.sock/s"}, other...) {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return other
}

func namesIn(folder string) (list []string) {
	found, _ := os.ReadDir(folder)
	for _, f := range found {
		list = append(list, f.Name())
	}
	return list
}

// Each command that writes beside the data, or beside its result, sweeps there first.
func TestCommandsSweep(t *testing.T) {
	t.Parallel()
	path := dataFile(t, soundEntries(t, 1))
	for _, args := range [][]string{{"backup", "--data", path}, {"export", "--data", path}, {"compact", path}} {
		folder := filepath.Dir(path)
		if args[0] != "compact" {
			folder = t.TempDir()
			args = append(args, filepath.Join(folder, "result"))
		}
		other := litter(t, folder)
		if out, err := command(t, args...); err != nil {
			t.Fatalf("%s%v", out, err)
		}
		if got := namesIn(folder); len(got) != len(other)+1 {
			t.Errorf("%s left %q", args[0], got)
		}
	}
}

// The bot sweeps beside its data file when it starts, and so a killed backup, of which
// the copy was not yet whole, takes no room for ever.
func TestServeSweeps(t *testing.T) {
	t.Parallel()
	c := newCaller(t)
	file := configure(t, c.section())
	other := litter(t, filepath.Dir(file))
	s := serve(t, file, callerEnv())
	s.waitFor(`"files":4`)
	if got := namesIn(filepath.Dir(file)); len(got) != len(other)+3 { // the configuration, the data, the socket
		t.Errorf("left: %q", got)
	}
}

// A backup that is killed leaves a file, which the next one sweeps.
func TestKilledBackupIsSwept(t *testing.T) {
	t.Parallel()
	path, folder := dataFile(t, soundEntries(t, 300)), t.TempDir()
	killed := false
	for range 50 {
		cmd := program(t, nil, "backup", "--data", path, filepath.Join(folder, "copy.db"))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		killed = killWithLeftover(cmd, folder)
		if killed {
			break
		}
		_ = os.Remove(filepath.Join(folder, "copy.db"))
	}
	if !killed {
		t.Skip("no backup was slow enough to be killed in the middle")
	}
	if out, err := command(t, "backup", "--data", path, filepath.Join(folder, "copy.db")); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	wantFiles(t, folder, 1)
}

// killWithLeftover kills a command while it writes, and reports whether it left a file.
func killWithLeftover(cmd *exec.Cmd, folder string) bool {
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	left := func() bool {
		return slices.ContainsFunc(namesIn(folder), func(name string) bool { return strings.HasPrefix(name, ".solitaire-") })
	}
	for !left() {
		select {
		case <-ended:
			return false
		case <-time.After(100 * time.Microsecond):
		}
	}
	_ = cmd.Process.Kill()
	<-ended
	return left()
}
