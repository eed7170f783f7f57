package portable_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/portable"
)

var update = flag.Bool("update", false, "write the golden file anew")

func sample() []persist.Entry {
	at := time.Date(2026, 11, 29, 20, 15, 0, 123456789, time.UTC)
	log := persist.Deliveries(nil).Add("d1", at, []byte("moved"))
	p := persist.Player{Platform: "slack", Space: "T1", User: "U<2>"}
	return []persist.Entry{
		{Player: p, Body: &persist.Record{
			Version: 1<<64 - 1, Current: "g2",
			Games: []persist.Game{
				{ID: "g1", Kind: "free", Version: 3, Data: []byte{0, 1, 2}, Hints: 1, First: at, Last: at.Add(time.Minute), Outcome: persist.Won},
				{ID: "g2", Kind: "practice", Version: 1, Data: []byte{}},
			},
			Settings: map[string]string{"deck": "blue", "language": "de"}, Deliveries: log,
		}},
		{Player: persist.Player{Platform: "terminal", User: "\xff\"\n"}, Body: &persist.Record{Version: 1}},
		{Player: p, Body: &persist.Result{
			ID: "g1", Kind: "free", Rules: "klondike", Scoring: 1, Generator: "v1", Number: 17, Outcome: persist.Won,
			Moves: 99, Undos: 2, Hints: 1, Up: 52, Score: 700, First: at, Last: at.Add(time.Minute),
		}},
	}
}

func all(entries []persist.Entry) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func written(t testing.TB, entries iter.Seq2[persist.Entry, error]) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := portable.Write(&b, "solitaire test", entries); err != nil {
		t.Fatalf("Write: %v", err)
	}
	return b.Bytes()
}

// read returns the entries before the error, if there is one.
func read(r io.Reader) (entries []persist.Entry, err error) {
	for e, err := range portable.Read(r) {
		if err != nil {
			return entries, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func TestRoundTrip(t *testing.T) {
	for _, want := range [][]persist.Entry{nil, sample()} {
		got, err := read(iotest.OneByteReader(bytes.NewReader(written(t, all(want)))))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("Read: %v\n%s", err, diff)
		}
	}
}

// Every record comes back unchanged, down to its stored bytes.
func TestRoundTripsAnything(t *testing.T) {
	times := rapid.Custom(func(t *rapid.T) time.Time {
		return time.Unix(rapid.Int64Range(-1<<35, 1<<37).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")).UTC()
	})
	games := rapid.Custom(func(t *rapid.T) persist.Game {
		return persist.Game{
			ID: rapid.String().Draw(t, "id"), Kind: rapid.String().Draw(t, "kind"), Version: rapid.Uint64().Draw(t, "version"),
			Data: rapid.SliceOf(rapid.Byte()).Draw(t, "data"), Hints: rapid.Int().Draw(t, "hints"),
			First: times.Draw(t, "first"), Last: times.Draw(t, "last"), Public: rapid.Bool().Draw(t, "public"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		want := persist.Entry{
			Player: persist.Player{Platform: "p", User: string(rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "user"))},
			Body: &persist.Record{
				Version: rapid.Uint64().Draw(t, "version"), Current: rapid.String().Draw(t, "current"),
				Games: rapid.SliceOfN(games, 0, 3).Draw(t, "games"), Settings: rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "settings"),
				Deliveries: rapid.SliceOf(rapid.Byte()).Draw(t, "deliveries"),
			},
		}
		var b bytes.Buffer
		if err := portable.Write(&b, "solitaire test", all([]persist.Entry{want})); err != nil {
			t.Fatal(err)
		}
		got, err := read(&b)
		if err != nil || len(got) != 1 || got[0].Player != want.Player {
			t.Fatalf("Read = %v, %v; want %v", got, err, want)
		}
		stored, _ := want.Encode()
		if again, err := got[0].Encode(); err != nil || !bytes.Equal(stored, again) {
			t.Fatalf("stored as %x, %v; want %x", again, err, stored)
		}
	})
}

// TestGolden keeps the format of the lines. If it fails, earlier exports can no longer be
// imported: increase the format, and keep reading this one.
func TestGolden(t *testing.T) {
	// The first file is by a program that stored older deliveries as entries.
	former, latest := filepath.Join("testdata", "format1.jsonl"), filepath.Join("testdata", "format1-without-blocks.jsonl")
	if *update {
		if err := os.WriteFile(latest, written(t, all(sample())), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{former, latest} {
		golden, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(bytes.NewReader(golden))
		if diff := cmp.Diff(sample(), got); err != nil || diff != "" {
			t.Errorf("Read %s: %v\n%s", file, err, diff)
		}
		if diff := cmp.Diff(string(golden), string(written(t, all(sample())))); file == latest && diff != "" {
			t.Error(diff)
		}
	}
}

// Any byte that is changed, or missing at the end, is reported with its line.
func TestDamageIsTold(t *testing.T) {
	whole := written(t, all(sample()))
	for i := range whole {
		for _, flip := range []byte{1, 0x20, 0x80} {
			b := bytes.Clone(whole)
			b[i] ^= flip
			checkTold(t, b, 1+bytes.Count(whole[:i], []byte("\n")))
		}
		checkTold(t, whole[:i], 1+bytes.Count(whole[:i], []byte("\n")))
	}
	checkTold(t, append(bytes.Clone(whole), '\n'), bytes.Count(whole, []byte("\n")))
	checkTold(t, append(bytes.Clone(whole), whole...), bytes.Count(whole, []byte("\n")))
}

// checkTold expects an error that names this line or a later one.
func checkTold(t *testing.T, b []byte, least int) {
	t.Helper()
	_, err := read(bytes.NewReader(b))
	at, ok := errors.AsType[*portable.LineError](err)
	known := errors.Is(err, persist.ErrDamaged) || errors.Is(err, persist.ErrNewer) || errors.Is(err, portable.ErrForeign)
	if !ok || !known || at.Line < least {
		t.Fatalf("Read: %v; want a fault from line %d on\n%s", err, least, b)
	}
}

func TestFaults(t *testing.T) {
	const header = `{"kind":"header","format":1,"program":"x"}` + "\n"
	const player = `"player":{"platform":"p","user":"u"}`
	for content, want := range map[string]struct {
		is   error
		text string
	}{
		"":              {portable.ErrForeign, "line 1: not an export of this program"},
		"SQLite format": {portable.ErrForeign, "line 1: "},
		"{}\n":          {portable.ErrForeign, "line 1: "},
		`{"kind":"header","format":2,"leagues":true}` + "\n": {persist.ErrNewer, "line 1: the data is of a newer version: format 2, this program knows 1"},
		header:            {persist.ErrDamaged, "line 2: the stored data is damaged: it is cut off here"},
		header + "\n":     {persist.ErrDamaged, "line 2: "},
		header + "null\n": {persist.ErrNewer, "line 2: "},
		header + header:   {persist.ErrNewer, `line 2: the data is of a newer version: kind "header"`},
		header + `{"kind":"league","schema":1,"of":"all"}` + "\n":                        {persist.ErrNewer, `kind "league"`},
		header + `{"kind":"record","schema":2,"of":"all"}` + "\n":                        {persist.ErrNewer, "schema 2, this program knows 1"},
		header + `{"kind":"record","schema":1,` + player + `,"body":{"luck":7}}` + "\n":  {persist.ErrDamaged, `unknown field "luck"`},
		header + `{"kind":"record","schema":1,` + player + `,"body":{},"luck":7}` + "\n": {persist.ErrDamaged, `unknown field "luck"`},
		header + `{"kind":"record","schema":1,"body":{}}` + "\n":                         {persist.ErrDamaged, "a player needs"},
		header + `{"kind":"result","schema":1,` + player + `,"body":{}}` + "\n":          {persist.ErrDamaged, "a result's id"},
		header + `{"kind":"record","schema":1,` + player + `}` + "\n":                    {persist.ErrDamaged, ""},
		header + `{"kind":"record","schema":1,` + player + `,"body":{}} {}` + "\n":       {persist.ErrDamaged, "line 2: "},
		header + strings.Repeat(" ", 33<<20):                                             {persist.ErrDamaged, "the line is too long"},
		header + `{"kind":"end","entries":0,"sha256":""}` + "\n":                         {persist.ErrDamaged, "the lines before it have changed"},
		header + `{"kind":"end","entries":0,"sha256":"","leagues":0}` + "\n":             {persist.ErrDamaged, "the lines before it have changed"},
	} {
		entries, err := read(strings.NewReader(content))
		if !errors.Is(err, want.is) || !strings.Contains(err.Error(), want.text) || len(entries) > 0 {
			t.Errorf("%.200s:\n got %v\nwant %s", content, err, want.text)
		}
	}
}

func TestReaderFails(t *testing.T) {
	whole := written(t, all(sample()))
	broken := errors.New("broken")
	for n := range []int{0, 10, len(whole) / 2} {
		_, err := read(io.MultiReader(bytes.NewReader(whole[:n]), iotest.ErrReader(broken)))
		if _, ofLine := errors.AsType[*portable.LineError](err); !errors.Is(err, broken) || ofLine {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// A reader that stops is asked for nothing more.
func TestStops(t *testing.T) {
	n := 0
	for range portable.Read(bytes.NewReader(written(t, all(sample())))) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d entries", n)
	}
}

// A failed dump or write leaves a file that can't be imported.
func TestWriteFails(t *testing.T) {
	broken := errors.New("broken")
	var b bytes.Buffer
	err := portable.Write(&b, "x", func(yield func(persist.Entry, error) bool) {
		if yield(sample()[0], nil) {
			yield(sample()[1], broken)
		}
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), `record of terminal`) {
		t.Errorf("Write: %v", err)
	}
	if _, err := read(&b); !errors.Is(err, portable.ErrForeign) && !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("Read: %v", err)
	}
	if err := portable.Write(full{}, "x", all(sample())); !errors.Is(err, errFull) {
		t.Errorf("Write: %v", err)
	}
}

var errFull = errors.New("no room")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// Entries that can be read are written and read again as the same entries.
func FuzzRead(f *testing.F) {
	whole := written(f, all(sample()))
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	for line := range bytes.Lines(whole) {
		f.Add(append([]byte(`{"kind":"header","format":1}`+"\n"), line...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		entries, err := read(bytes.NewReader(b))
		if _, ofLine := errors.AsType[*portable.LineError](err); err != nil && !ofLine {
			t.Errorf("Read: %v", err)
		}
		file := written(t, all(entries))
		again, err := read(bytes.NewReader(file))
		if err != nil {
			t.Fatalf("read again: %v", err)
		}
		if diff := cmp.Diff(string(file), string(written(t, all(again)))); diff != "" {
			t.Error(diff)
		}
	})
}
