package solve

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// A sharedLine is a line of golden.jsonl or witness.jsonl.
type impSharedLine struct {
	ID    string
	Deal  string
	Game  string
	Cards []string
	Rules struct {
		Draw, Passes int
		Return       bool
	}
	Length int
	Moves  []string
}

func (l *impSharedLine) rules() game.Rules {
	if l.Game == game.Yukon {
		return game.YukonRules(l.Rules.Return)
	}
	return game.KlondikeRules(l.Rules.Draw, l.Rules.Passes, l.Rules.Return)
}

func (l *impSharedLine) start(t testing.TB, r game.Rules) game.State {
	t.Helper()
	var deck game.Deck
	for _, text := range l.Cards {
		c, _ := game.ParseCard(text)
		deck = append(deck, c)
	}
	s, err := game.Deal(r, deck)
	if err != nil {
		t.Fatalf("%s: %v", l.ID, err)
	}
	return s
}

func (l *impSharedLine) line(t testing.TB) []game.Move {
	t.Helper()
	var line []game.Move
	for _, text := range l.Moves {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", l.ID, err)
		}
		line = append(line, m)
	}
	return line
}

// impShared reads a file of the shared deals, or skips the test.
func impShared[T any](t testing.TB, name string) []T {
	t.Helper()
	dir := os.Getenv("SOLITAIRE_SHARED")
	if dir == "" {
		t.Skip("SOLITAIRE_SHARED is not set")
	}
	f, err := os.Open(filepath.Join(dir, "deals", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var v T
		if err := json.Unmarshal(in.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// impCPU is a context that ends when the process has used some CPU time, so
// that results don't depend on what else the machine does.
type impCPU struct {
	context.Context
	end time.Duration
}

func impCPUContext(d time.Duration) context.Context {
	return &impCPU{context.Background(), impUsed() + d}
}

func (c *impCPU) Err() error {
	if impUsed() > c.end {
		return context.DeadlineExceeded
	}
	return nil
}

func impUsed() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
