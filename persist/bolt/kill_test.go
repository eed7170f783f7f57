package bolt_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

var killRounds = flag.Int("kill.rounds", 10, "how often TestKill kills a process that writes")

const (
	victimEnv     = "BOLT_TEST_VICTIM" // the file that a child process writes to until it is killed
	victimWriters = 8
)

// victim commits from several goroutines, to their own players and to one that they
// share, and prints each version once it is acknowledged.
func victim(path string) {
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var writers sync.WaitGroup
	for i := range victimWriters {
		writers.Go(func() { commitForever(s, persisttest.Player(fmt.Sprint("own", i))) })
		writers.Go(func() { commitForever(s, persisttest.Player("shared")) })
	}
	writers.Wait()
}

func commitForever(s persist.Store, p persist.Player) {
	ctx := context.Background()
	for {
		r, _ := s.Load(ctx, p)
		next := persisttest.Sized(r.Version, rand.IntN(6000))
		id := fmt.Sprint(r.Version % 50)
		if s.Commit(ctx, persist.Change{Player: p, Record: next, Results: []persist.Result{{ID: id}}}) == nil {
			fmt.Printf("%s %d\n", p.User, r.Version+1)
		}
	}
}

// TestKill kills a process while it writes, again and again on the same file. Every
// change that it acknowledged must be there.
func TestKill(t *testing.T) {
	path := newPath(t)
	total := 0
	for range *killRounds {
		acknowledged := killWhileWriting(t, path)
		if _, err := os.Stat(path); err == nil { // the process may be killed before it creates the file
			sound(t, path)
		}
		s := mustOpen(t, path, bolt.Options{})
		for name, version := range acknowledged {
			r, err := s.Load(context.Background(), persisttest.Player(name))
			if err != nil || r.Version < version {
				t.Fatalf("%s has version %d, %v; %d was acknowledged", name, r.Version, err, version)
			}
		}
		total += len(acknowledged)
		persisttest.Close(t, s)
	}
	if total == 0 {
		t.Error("nothing was acknowledged in any round")
	}
}

// killWhileWriting returns the last version of each player that the process printed.
func killWhileWriting(t *testing.T, path string) map[string]uint64 {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), victimEnv+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(time.Duration(rand.Int64N(int64(150*time.Millisecond))), func() { _ = child.Process.Kill() })
	defer timer.Stop()
	acknowledged := map[string]uint64{}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		name, number, _ := strings.Cut(lines.Text(), " ")
		version, err := strconv.ParseUint(number, 10, 64)
		if err != nil {
			continue // cut off by the kill
		}
		acknowledged[name] = max(acknowledged[name], version)
	}
	if err := child.Wait(); err == nil || child.ProcessState.ExitCode() != -1 {
		t.Fatalf("the process ended by itself: %v", err)
	}
	return acknowledged
}
