package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/persist"
)

// While somebody sits at a terminal the day's deals get a shorter line and a
// difficulty, those of today only. Quitting ends the program in the midst of it.
func TestPlayWorksBeside(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.db")
	ann := sitDown(t, "play", "--plain", "--db", file, "--name", "ann")
	for _, line := range []string{"daily", "d", "resign", "yes"} {
		ann.types(line)
	}
	ann.until("daily practice", "· easy", "· medium", "· hard", "· expert")
	ann.types("quit")
	ann.ends()
	improved, rated := 0, 0
	for _, d := range kept(t, file, 3) {
		if d.Improved {
			improved++
		}
		if d.Difficulty != "" {
			rated++
		}
	}
	if improved == 0 || rated == 0 {
		t.Errorf("of the day's deals %d are improved, %d rated", improved, rated)
	}
}

// Piped input doesn't start the background jobs.
func TestPipedInputStartsNoWork(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.db")
	if err := run(t.Context(), []string{"play", "--db", file, "--name", "ann"}, noEnv, strings.NewReader("new\nd\n"), io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	kept(t, file, 0)
}

// kept returns the deals of the day in a data file.
func kept(t *testing.T, file string, want int) []persist.Daily {
	t.Helper()
	store, err := openStore(context.Background(), file, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	return bottest.Dailies(t, store, want)
}
