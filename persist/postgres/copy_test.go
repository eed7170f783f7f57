package postgres_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// victimEnv holds the URL of a database that a child process writes to until it is
// killed.
const victimEnv = "POSTGRES_TEST_VICTIM"

// victim delivers to its own players, and prints each delivery once it is acknowledged.
func victim(place string) {
	s, err := postgres.Open(context.Background(), place, patient())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var writers sync.WaitGroup
	for i := range 8 {
		m := member{store: s, player: persisttest.Player(fmt.Sprintf("%d-%d", os.Getpid(), i))}
		writers.Go(func() {
			for n := 1; m.deliver(fmt.Sprint(n)) == nil; n++ {
				fmt.Printf("%s %d\n", m.player.User, n)
			}
		})
	}
	writers.Wait()
	os.Exit(1)
}

// TestCopyKilled kills one of two copies of the bot under load. Everything that it
// acknowledged is there, and the other copy continues.
func TestCopyKilled(t *testing.T) {
	place := postgrestest.Database(t)
	s := mustOpen(t, place, patient())
	c := gather(s)
	for range 2 {
		for name, told := range killCopy(t, place) {
			r, err := s.Load(context.Background(), persisttest.Player(name))
			if err != nil || r.Games[0].Hints < told || r.Games[0].Hints > told+1 {
				t.Errorf("%s: %+v, %v; %d were acknowledged", name, r.Games, err, told)
			}
		}
		before := c.total()
		until(t, func() bool { return c.total() > before+int64(len(c.members)) })
	}
	c.disperse(t, s)
}

// killCopy returns how many deliveries to each player the copy had printed before it was
// killed.
func killCopy(t *testing.T, place string) map[string]int {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), victimEnv+"="+place)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	told := map[string]int{}
	n := 0
	for lines := bufio.NewScanner(out); lines.Scan(); n++ {
		if n == 200 {
			_ = child.Process.Kill()
		}
		name, number, _ := strings.Cut(lines.Text(), " ")
		if count, err := strconv.Atoi(number); err == nil { // otherwise the kill cut the line off
			told[name] = max(told[name], count)
		}
	}
	if err := child.Wait(); err == nil || child.ProcessState.ExitCode() != -1 {
		t.Fatalf("the copy ended by itself: %v", err)
	}
	return told
}
