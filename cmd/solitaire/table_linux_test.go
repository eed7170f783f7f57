package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
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
	before := ann.board()
	if err := ann.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = ann.cmd.Wait()

	ann = sitAt(t, at, "play", "--db", file, "--name", "ann")
	ann.waits("2 moves")
	if got, want := cards(ann.board()), cards(before); got != want {
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
