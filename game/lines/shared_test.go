package lines_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// A winningLine is a line of golden.jsonl or witness.jsonl. Its rules are the
// strictest that the moves satisfy.
type winningLine struct {
	ID     string
	Game   string
	Fits   []string
	Length int
	text   string
}

// winning returns the lines of both files.
func winning(t *testing.T) []winningLine {
	var all []winningLine
	for text := range strings.Lines(shared(t, "golden.jsonl") + shared(t, "witness.jsonl")) {
		w := winningLine{text: text}
		if err := json.Unmarshal([]byte(text), &w); err != nil {
			t.Fatal(err)
		}
		all = append(all, w)
	}
	if want := 105 + 306; len(all) != want {
		t.Fatalf("%d lines, want %d", len(all), want)
	}
	return all
}

func TestSharedLinesWin(t *testing.T) {
	for _, w := range winning(t) {
		t.Run(w.ID, func(t *testing.T) {
			l := mustRead(t, w.text, game.Options{})
			if r := lines.Replay(l); !r.OK || !r.Won {
				t.Errorf("ok %v, won %v, reason %s", r.OK, r.Won, r.Reason)
			}
			if got := game.Length(parseMoves(t, l.Moves)); got != w.Length {
				t.Errorf("length %d, want %d", got, w.Length)
			}
		})
	}
}

func parseMoves(t *testing.T, texts []string) []game.Move {
	t.Helper()
	moves := make([]game.Move, len(texts))
	for i, text := range texts {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		moves[i] = m
	}
	return moves
}

// TestWinningLinesFit checks that a line wins under exactly those of the named rule sets
// that it lists, and is refused for the right reason under the others.
func TestWinningLinesFit(t *testing.T) {
	for _, w := range winning(t) {
		own := mustRead(t, w.text, game.Options{})
		won := []string{}
		for _, set := range namedSets(own.Rules()) {
			l := mustRead(t, w.text, set)
			r := lines.Replay(l)
			switch {
			case r.OK && r.Won:
				won = append(won, l.Rules().String())
			case r.Reason != wantRefusal(own.Rules(), l.Rules(), r.Reason):
				t.Errorf("%s under %v: reason %s", w.ID, l.Rules(), r.Reason)
			}
		}
		if diff := cmp.Diff(w.Fits, won); diff != "" {
			t.Errorf("%s: %s", w.ID, diff)
		}
	}
}

// namedSets returns the named rule sets for a line's draw count, in the order of the
// files.
func namedSets(r game.Rules) []game.Options {
	passes := []string{"1", "3", "unlimited"}
	if !r.HasStock() {
		passes = []string{""}
	}
	var sets []game.Options
	for _, n := range passes {
		for _, ret := range []string{"no", "yes"} {
			sets = append(sets, game.Options{Passes: n, Return: ret})
		}
	}
	return sets
}

// wantRefusal returns got if it is a legitimate reason to refuse, under the rules have, a
// line that needs the rules need.
func wantRefusal(need, have game.Rules, got game.Reason) game.Reason {
	switch {
	case got == game.NoPassLeft && have.Passes > 0 && have.Passes < need.Passes:
		return got
	case got == game.NoReturn && need.Return && !have.Return:
		return got
	}
	return "no-pass-left or no-return, where the line needs it"
}

// TestWinningLinesNeedTheirRules checks that rules one step stricter than those of a line
// refuse it.
func TestWinningLinesNeedTheirRules(t *testing.T) {
	for _, w := range winning(t) {
		rules := mustRead(t, w.text, game.Options{}).Rules()
		if rules.Passes > 1 {
			checkRefused(t, w, game.Options{Passes: strconv.Itoa(rules.Passes - 1)}, game.NoPassLeft)
		}
		if rules.Return {
			checkRefused(t, w, game.Options{Return: "no"}, game.NoReturn)
		}
	}
}

func checkRefused(t *testing.T, w winningLine, stricter game.Options, want game.Reason) {
	t.Helper()
	if r := lines.Replay(mustRead(t, w.text, stricter)); r.OK || r.Reason != want {
		t.Errorf("%s under %+v: ok %v, reason %s, want %s", w.ID, stricter, r.OK, r.Reason, want)
	}
}

func TestLinesWithoutMovesAreRead(t *testing.T) {
	good, bad := readAll(t, strings.NewReader(shared(t, "verdicts.jsonl")), game.Options{})
	if len(good) != 322 || len(bad) > 0 {
		t.Errorf("%d lines, errors %v", len(good), bad)
	}
}
