package console_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/console"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/render"
)

var update = flag.Bool("update", false, "write the golden transcripts anew")

// newConsole returns a console on an empty store, with fixed numbers and time.
func newConsole(t testing.TB, store persist.Store) *console.Console {
	t.Helper()
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := play.New(store)
	b.Number = func() int { return 1 }
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	b.Now = func() time.Time { now = now.Add(time.Second); return now }
	ids := 0
	b.NewID = func() string { ids++; return "game-" + string(rune('0'+ids)) }
	return &console.Console{
		Bot: b, Catalogue: catalogue, Name: "ann", Place: "/data/solitaire.db",
		Errors: func(err error) { t.Errorf("unexpected error: %v", err) },
	}
}

// talk types lines and returns what is written.
func talk(t testing.TB, c *console.Console, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := c.Run(context.Background(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTranscripts(t *testing.T) {
	for name, lines := range map[string][]string{
		"first-game": {"new draw 3", "d", "5 4", "3 4", "w f", "undo 2", "redo", "quit"},
		"choices":    {"new yukon", "move", "#1", "#99", "restart", "no", "restart", "yes", "more"},
		"questions":  {"new", "d", "new yukon", "d", "yes", "new yukon", "yes", "resign", "2 f", "resign", "#1", "again"},
		"sentences":  {"new draw 3", "settings style text", "d", "5 4"},
		"ascii":      {"settings style ascii", "new draw 3", "d", "5 4"},
		"words":      {"help", "help all", "help move", "rules", "rules yukon", "settings", "mvoe 3", "xyzzy"},
		"data":       {"new draw 3", "d", "my-data", "forget-me", "yes", "show"},
	} {
		t.Run(name, func(t *testing.T) {
			got := talk(t, newConsole(t, persisttest.NewMemory()), lines...)
			bottest.Golden(t, *update, name+".txt", got)
			if strings.Contains(got, "\x1b") || strings.Contains(got, "> ") {
				t.Error("colours or a prompt in a pipe")
			}
		})
	}
}

// Any line but yes and no closes an open question, and so do an empty line and
// a choice that is not there.
func TestAnyLineClosesTheQuestion(t *testing.T) {
	for _, between := range []string{"", "#99", "show", "xyzzy", "quit?"} {
		got := talk(t, newConsole(t, persisttest.NewMemory()), "new", "d", "forget-me", between, "yes")
		if strings.Contains(got, "was deleted") || !strings.Contains(got, "no question to answer") {
			t.Errorf("%q left the question open", between)
		}
	}
	if got := talk(t, newConsole(t, persisttest.NewMemory()), "new", "d", "forget-me", "Y"); !strings.Contains(got, "was deleted") {
		t.Error("y is no answer")
	}
}

// Every style that can be drawn can be chosen, and no other.
// A choice may be typed as it is shown.
func TestChoiceAsShown(t *testing.T) {
	for _, line := range []string{"#1", "# 1", "[1]", "[ 1 ]", "d", "[d]", "#d", "[D]"} {
		if got := talk(t, newConsole(t, persisttest.NewMemory()), "new deal 1141", line); !strings.Contains(got, "Drawn: A♦.") {
			t.Errorf("%q: %s", line, got)
		}
	}
	for _, line := range []string{"[1", "[]", "[x]", "[99]", "#1]"} {
		if got := talk(t, newConsole(t, persisttest.NewMemory()), "new deal 1141", line); strings.Contains(got, "Drawn") {
			t.Errorf("%q: %s", line, got)
		}
	}
}

// A button has the same letter on every screen, whatever else is there; letters of
// places are left to moves.
func TestLettersOfChoicesAreFixed(t *testing.T) {
	letters := map[string]string{}
	got := talk(t, newConsole(t, persisttest.NewMemory()), "new deal 1141", "d", "u", "d", "m", "o", "show", "m", "g", "n", "settings style", "5 1", "w")
	shown := regexp.MustCompile(`\[([a-z]+)\] ([^\n\[]+?)(?:  |\n)`).FindAllStringSubmatch(got, -1)
	for _, found := range shown {
		letter, label := found[1], found[2]
		if before, known := letters[label]; known && before != letter {
			t.Errorf("%s has the letters %s and %s", label, before, letter)
		}
		if letters[label] = letter; letter == "w" || letter == "r" {
			t.Errorf("%s has the letter %s, which is a move", label, letter)
		}
	}
	for label, want := range map[string]string{"Draw": "d", "Undo": "u", "Hint": "h", "More": "m", "Settings": "o", "Resign": "g", "Yes": "y", "No": "n"} {
		if letters[label] != want {
			t.Errorf("%s has the letter %q, want %q", label, letters[label], want)
		}
	}
	if !strings.Contains(got, "1 step undone") || !strings.Contains(got, "A♦ from the waste → foundation") {
		t.Errorf("letters were not understood: %s", got)
	}
}

func TestStylesCanBeChosen(t *testing.T) {
	speaker := newConsole(t, persisttest.NewMemory()).Catalogue.In(locale.English, false)
	for _, style := range render.Styles() {
		got := talk(t, newConsole(t, persisttest.NewMemory()), "settings style "+string(style))
		if name := speaker.Text("button.style-"+string(style), nil); !strings.Contains(got, "Board style: "+name+", from now on") {
			t.Errorf("%s can't be chosen", style)
		}
	}
}

// Input of any kind ends in status 0: long lines, no last newline, no text.
func TestAnyInput(t *testing.T) {
	for _, in := range []string{"", "\n\n\n", "new", "\xff\xfe\x00\n", strings.Repeat("x", 1<<20) + "\nnew", "new\r\nd\r\n", "#\n#x\n#-1\n#0"} {
		talk(t, newConsole(t, persisttest.NewMemory()), in)
	}
}

func TestQuitLeaves(t *testing.T) {
	if got := talk(t, newConsole(t, persisttest.NewMemory()), "QUIT", "new"); strings.Contains(got, "Klondike") {
		t.Error("it went on after quit")
	}
}

func TestContextEndsTheTalk(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	defer w.Close()
	done := make(chan error, 1)
	c := newConsole(t, persisttest.NewMemory())
	c.Errors = nil // the first board may find the context ended
	go func() { done <- c.Run(ctx, r, io.Discard) }()
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("it still waits for input")
	}
}

// When the store fails, the player reads a sentence, the operator gets an error,
// and the talk continues.
func TestStoreFails(t *testing.T) {
	store := &failing{Memory: persisttest.NewMemory()}
	c := newConsole(t, store)
	var reported error
	c.Errors = func(err error) { reported = err }
	store.err = errors.New("input/output error")
	got := talk(t, c, "new", "show")
	if !strings.Contains(got, "I couldn't save that") || strings.Contains(got, "input/output") || reported == nil {
		t.Errorf("reported %v; wrote:\n%s", reported, got)
	}
	store.err = persist.ErrBusy
	if got := talk(t, c, "new"); !strings.Contains(got, "try again in a moment") {
		t.Errorf("busy says:\n%s", got)
	}
	store.err = nil
	if got := talk(t, c, "new"); !strings.Contains(got, "deal 1") {
		t.Errorf("it did not recover:\n%s", got)
	}
}

type failing struct {
	*persisttest.Memory
	err error
}

func (f *failing) Commit(ctx context.Context, c persist.Change) error {
	if f.err != nil {
		return f.err
	}
	return f.Memory.Commit(ctx, c)
}
