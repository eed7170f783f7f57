package lines_test

import (
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// deal returns the line of a deal with a number as its id.
func deal(number int) string {
	return `{"id":` + strconv.Itoa(number) + `,"game":"klondike","cards":` + cards(number) + `}`
}

func TestBlankLinesAreCountedAndSkipped(t *testing.T) {
	long := `{"id":"` + strings.Repeat("x", lines.MaxLine) + `"}`
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"blank", "\n \t\r\n\n", ""},
		{"mark only", "\ufeff\n", ""},
		{"one", deal(7) + "\n", "1:7"},
		{"no newline at the end", deal(7), "1:7"},
		{"byte order mark", "\ufeff" + deal(7), "1:7"},
		{"CRLF", deal(7) + "\r\n" + deal(8) + "\r\n", "1:7 2:8"},
		{"blank ones between", "\n\n" + deal(7) + "\n \n" + deal(8) + "\n\n", "3:7 5:8"},
		{"a bad one between", deal(7) + "\nx\n" + deal(8), "1:7 2! 3:8"},
		{"a long one between", deal(7) + "\n" + long + "\n" + deal(8), "1:7 2! 3:8"},
		{"a long one at the end", deal(7) + "\n" + long, "1:7 2!"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(test.text), iotest.HalfReader(strings.NewReader(test.text))} {
				if diff := cmp.Diff(test.want, outline(t, in)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// outline lists what a reader yields: line:id for each line, line! for each
// error.
func outline(t *testing.T, in io.Reader) string {
	t.Helper()
	var out []string
	r := lines.NewReader(in, game.Options{})
	for {
		line, err := r.Next()
		bad, isLine := errors.AsType[*lines.Error](err)
		switch {
		case err == io.EOF:
			return strings.Join(out, " ")
		case isLine:
			out = append(out, strconv.Itoa(bad.Line)+"!")
		case err != nil:
			t.Fatal(err)
		default:
			out = append(out, strconv.Itoa(line.Number)+":"+string(line.ID))
		}
	}
}

func TestTooLongLinesAreRefused(t *testing.T) {
	fill := func(n int) string { return deal(7) + strings.Repeat(" ", n-len(deal(7))) }
	for _, end := range []string{"", "\n", "\r\n"} {
		if got := outline(t, strings.NewReader(fill(lines.MaxLine)+end)); got != "1:7" {
			t.Errorf("longest line, end %q: %s", end, got)
		}
		if got := outline(t, strings.NewReader(fill(lines.MaxLine+1)+end)); got != "1!" {
			t.Errorf("line one byte too long, end %q: %s", end, got)
		}
	}
}

func TestAReadErrorEndsTheStream(t *testing.T) {
	broken := errors.New("broken")
	r := lines.NewReader(io.MultiReader(strings.NewReader(deal(7)+"\n{"), iotest.ErrReader(broken)), game.Options{})
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's own error", err)
	}
}

func TestKeysAreExact(t *testing.T) {
	tests := []struct{ name, keys string }{
		{"further keys", `"source":"x","fits":[1],"Cards":[],"MOVES":5`},
		{"null keys", `"rules":null,"moves":null,"position":null`},
		{"null rules", `"rules":{"draw":null,"passes":null,"return":null}`},
		{"further rules", `"rules":{"Draw":99,"scoring":"vegas"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := mustRead(t, strings.TrimSuffix(deal(7), "}")+","+test.keys+"}", game.Options{})
			if want := game.KlondikeRules(1, 1, false); l.Rules() != want || len(l.Moves) != 0 {
				t.Errorf("rules %v, moves %v", l.Rules(), l.Moves)
			}
			if diff := cmp.Diff(game.Numbered(7), l.Deck); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// endless repeats a text without end.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	e.at = (e.at + n) % len(e.text)
	return n, nil
}

func TestReadersDontGrowWithTheStream(t *testing.T) {
	r := lines.NewReader(&endless{text: strings.TrimSuffix(deal(7), "}") + `,"moves":["d","d","d"]}` + "\n"}, game.Options{})
	replay := func(n int) (heap uint64) {
		for range n {
			l, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			lines.Replay(l)
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := replay(100)
	if after := replay(10_000); after > before+256<<10 {
		t.Errorf("10,000 lines have left %d bytes on the heap", after-before)
	}
}
