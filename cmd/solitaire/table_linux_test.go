package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A player who sits down has a game on the table at once. Killed at any moment, the
// program shows the same board again; the place of the games is said once, at the end.
func TestTheTableIsAsItWasLeft(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.db")
	at := window{w: 80, h: 24}
	ann := sitAt(t, at, "play", "--db", file, "--name", "ann")
	ann.waits("winnable")
	ann.presses("d")
	ann.waits("Drawn: ")
	ann.presses("d")
	ann.waits("2 moves")
	before := ann.settled()
	if err := ann.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = ann.cmd.Wait()

	ann = sitAt(t, at, "play", "--db", file, "--name", "ann")
	ann.waits("2 moves")
	if got, want := cards(ann.settled()), cards(before); got != want {
		t.Errorf("another board:\n%s\nwant:\n%s", got, want)
	}
	ann.presses("q")
	ann.ends()
	if n := strings.Count(ann.seen(), "Your games are kept in "+file); n != 1 {
		t.Errorf("the place is said %d times", n)
	}
	if !strings.Contains(ann.seen(), "\x1b[?1049l") {
		t.Error("the terminal is left on the table's screen")
	}
}

// Killed in the middle of typing, the program shows a board again that is no older than
// what the player saw last, and that these keys lead to.
func TestATableKilledWhileKeysAreTyped(t *testing.T) {
	t.Parallel()
	const deal, keys = ":new draw 1 passes unlimited deal 1141\r", 12
	moves := regexp.MustCompile(`(\d+) moves?`)
	count := func(screen string) int {
		n := 0
		if m := moves.FindStringSubmatch(screen); m != nil {
			n, _ = strconv.Atoi(m[1])
		}
		return n
	}
	at, folder := window{w: 80, h: 24}, t.TempDir()
	bea := sitAt(t, at, "play", "--db", filepath.Join(folder, "whole.db"), "--name", "ann")
	bea.waits("Keys")
	bea.presses(deal)
	bea.waits("deal 1141 ")
	boards := []string{cards(bea.settled())}
	for range keys {
		bea.presses("d")
		boards = append(boards, "")
		n := len(boards) - 1
		bea.waits(fmt.Sprintf("%d move", n))
		boards[n] = cards(bea.settled())
	}
	bea.presses("q")
	bea.ends()

	for i := range *kills {
		file := filepath.Join(folder, fmt.Sprint(i))
		ann := sitAt(t, at, "play", "--db", file, "--name", "ann")
		ann.waits("Keys")
		ann.presses(deal)
		ann.waits("deal 1141 ")
		after := rand.N(keys)
		for k := range keys {
			ann.presses("d")
			if k == after {
				time.Sleep(rand.N(20 * time.Millisecond))
				break
			}
			time.Sleep(rand.N(15 * time.Millisecond))
		}
		if err := ann.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = ann.cmd.Wait()
		<-ann.dark // everything is shown that ever was sent
		seen := count(ann.board())

		ann = sitAt(t, at, "play", "--db", file, "--name", "ann")
		ann.waits("deal 1141 ")
		screen := ann.settled()
		got := count(screen)
		if got < seen || got > after+1 {
			t.Errorf("killed after %d keys: %d moves were shown, and then %d", after+1, seen, got)
			continue
		}
		if board := cards(screen); board != boards[got] {
			t.Errorf("after %d moves:\n%s\nwant:\n%s", got, board, boards[got])
		}
		ann.presses("q")
		ann.ends()
	}
}

// settled returns what the terminal shows once a whole frame is there.
func (s *seat) settled() string {
	s.t.Helper()
	s.waits("Keys")
	for before := s.board(); ; {
		time.Sleep(100 * time.Millisecond)
		now := s.board()
		if now == before {
			return now
		}
		before = now
	}
}

// BenchmarkKeyInATerminal measures the time from a key to the new frame of the built
// program in a terminal, with its jobs beside it: a hundredth of them takes p99-ms or
// longer. People leave time between two keys, in which the jobs work.
func BenchmarkKeyInATerminal(b *testing.B) {
	for _, bb := range []struct{ name, keys string }{{"cursor", "lh"}, {"move", "du"}} {
		b.Run(bb.name, func(b *testing.B) {
			ann := sitAt(b, window{w: 120, h: 40}, "play", "--db", filepath.Join(b.TempDir(), "games.db"), "--name", "ann")
			ann.waits("Keys")
			ann.presses(":new draw 1 passes unlimited deal 1141\r")
			ann.waits("deal 1141 ")
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				time.Sleep(time.Duration(50+rand.N(100)) * time.Millisecond)
				for drained := false; !drained; {
					select {
					case <-ann.news:
					default:
						drained = true
					}
				}
				begin := time.Now()
				ann.presses(bb.keys[i%2 : i%2+1])
				<-ann.news
				took = append(took, time.Since(begin))
			}
			slices.Sort(took)
			for name, share := range map[string]int{"p50-ms": 50, "p99-ms": 99} {
				b.ReportMetric(float64(took[len(took)*share/100].Microseconds())/1000, name)
			}
		})
	}
}

// cards returns the rows of a screen without the last ones, which say what happened.
func cards(screen string) string {
	rows := strings.Split(screen, "\n")
	return strings.Join(rows[:max(len(rows)-4, 0)], "\n")
}

// Without colours none are sent; a dumb terminal and --plain get no escape sequence at
// all, and the C locale no character beside ASCII.
func TestTheTerminalDecidesWhatIsSent(t *testing.T) {
	t.Parallel()
	colour := regexp.MustCompile("\x1b\\[([0-9;]*;)?(3[0-8]|4[0-8]|9[0-7])[;m]")
	for name, tt := range map[string]struct {
		env  map[string]string
		args []string
		fits func(sent string) bool
	}{
		"colours":  {nil, nil, colour.MatchString},
		"NO_COLOR": {map[string]string{"NO_COLOR": "1"}, nil, func(sent string) bool { return !colour.MatchString(sent) && strings.Contains(sent, "┏") }},
		"dumb":     {map[string]string{"TERM": "dumb"}, nil, func(sent string) bool { return !strings.Contains(sent, "\x1b") && strings.Contains(sent, "\n> ") }},
		"--plain":  {nil, []string{"--plain"}, func(sent string) bool { return !strings.Contains(sent, "\x1b") && strings.Contains(sent, "\n> ") }},
		"C": {map[string]string{"LANG": "C"}, nil, func(sent string) bool {
			return strings.Contains(sent, "+-") && !strings.ContainsFunc(sent, func(r rune) bool { return r > '~' })
		}},
		"C, dumb": {map[string]string{"LANG": "C", "TERM": "dumb"}, nil, func(sent string) bool {
			return strings.Contains(sent, "KH") && !strings.ContainsFunc(sent, func(r rune) bool { return r > '~' || r == '\x1b' })
		}},
	} {
		file := filepath.Join(t.TempDir(), "games.db")
		ann := sitAt(t, window{80, 24, tt.env}, append([]string{"play", "--db", file, "--name", "ann"}, tt.args...)...)
		quit := "q"
		if tt.env["TERM"] == "dumb" || name == "--plain" {
			ann.waits("New game")
			quit = "new deal 1141\rquit\r"
		} else {
			ann.waits("Keys")
		}
		ann.presses(quit)
		ann.ends()
		if !tt.fits(ann.seen()) {
			t.Errorf("%s: it sent %q", name, ann.seen())
		}
	}
}

// Sentences are for people who listen: the table gives way to lines.
func TestSentencesAreSaidLineByLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "games.db")
	ann := sitDown(t, "play", "--db", file, "--name", "ann")
	ann.waits("Keys")
	ann.presses(":settings style text\r")
	ann.waits("Pile 1: ")
	ann.types("quit")
	ann.ends()
	ann = sitDown(t, "play", "--db", file, "--name", "ann")
	ann.waits("Pile 1: ")
	if strings.Contains(ann.seen(), "\x1b") {
		t.Errorf("escape sequences: %q", ann.seen())
	}
	ann.types("quit")
	ann.ends()
}

// An answer never shares its line with the progress bar, where both go to one terminal.
func TestProgressIsOnALineOfItsOwn(t *testing.T) {
	t.Parallel()
	var deals bytes.Buffer
	for i := range 30 {
		if err := run(t.Context(), []string{"deal", "--json", "--number", strconv.Itoa(i + 1)}, noEnv, nil, &deals, io.Discard); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "deals.jsonl")
	if err := os.WriteFile(file, deals.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	mine, theirs := pseudoTerminal(t)
	s := &seat{t: t, window: window{w: 4000, h: 40}, cmd: program(t, map[string]string{"TERM": "xterm"}, "solve", file), keyboard: mine, dark: make(chan struct{})}
	s.cmd.Stdin, s.cmd.Stdout, s.cmd.Stderr = theirs, theirs, theirs
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	go s.look()
	s.ends()
	answers := 0
	for row := range strings.SplitSeq(s.board(), "\n") {
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		if answers++; !strings.HasPrefix(row, `{"id"`) || !strings.HasSuffix(row, "}") {
			t.Errorf("a row is %q", row)
		}
	}
	if answers != 30 || !strings.Contains(s.seen(), "deals/s") {
		t.Errorf("%d answers; the bar was shown: %v", answers, strings.Contains(s.seen(), "deals/s"))
	}
}

// A command that waits for a person at the terminal says so, on standard error.
func TestCommandsSayThatTheyWait(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"solve"}, {"replay"}, {"replay", "-"}, {"import", "--data", filepath.Join(t.TempDir(), "new.db")}} {
		s := sitDown(t, args...)
		s.presses("\x04")
		<-s.dark
		_ = s.cmd.Wait()
		if !strings.Contains(s.errors.String(), "from the terminal; Ctrl-D ends") || strings.Contains(s.seen(), "Ctrl-D") {
			t.Errorf("%q says %q", args, s.errors.String())
		}
	}
}
