package lines_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// claims are the claims of a line of positions.jsonl about its position.
type claims struct {
	Legal    []string
	Illegal  []string
	LegalAll []string `json:"legal_all"`
}

// A knownPosition is a line of positions.jsonl.
type knownPosition struct {
	claims
	ID         string
	Over       bool
	NoProgress bool `json:"no_progress"`
	Finish     *bool
	Play       []knownPlay
	start      *lines.Line
}

// A knownPlay says where moves from the position lead.
type knownPlay struct {
	claims
	Moves  []string
	Expect map[string]any
}

func TestSharedPositionsHaveTheirMoves(t *testing.T) {
	n := 0
	for text := range strings.Lines(shared(t, "positions.jsonl")) {
		n++
		k := knownPosition{start: mustRead(t, text, game.Options{})}
		if err := json.Unmarshal([]byte(text), &k); err != nil {
			t.Fatal(err)
		}
		t.Run(k.ID, k.test)
	}
	if n != 93 {
		t.Errorf("%d lines, want 93", n)
	}
}

func (k knownPosition) test(t *testing.T) {
	k.check(t, k.start)
	for _, p := range k.Play {
		p.test(t, *k.start)
	}
	if k.Over && (len(lines.LegalMoves(&k.start.Start)) > 0 || k.start.Start.Won()) {
		t.Error("the game is not over")
	}
	if k.NoProgress && progress(k.start.Start) {
		t.Error("there is more than draws, recycles and bottom kings")
	}
	if k.Finish != nil && *k.Finish != winsByUps(k.start.Start) {
		t.Errorf("moves to the foundations alone: want win %v", *k.Finish)
	}
}

// check compares the claims with the position after a line's moves.
func (c claims) check(t *testing.T, l *lines.Line) {
	t.Helper()
	r := lines.Replay(l)
	if !r.OK {
		t.Fatalf("move %d refused: %s", *r.At, r.Reason)
	}
	if c.LegalAll != nil {
		if diff := cmp.Diff(c.LegalAll, r.Legal); diff != "" {
			t.Errorf("legal_all: %s", diff)
		}
	}
	for _, move := range c.Legal {
		if !replayed(l, move).OK {
			t.Errorf("%s is refused", move)
		}
	}
	for _, move := range c.Illegal {
		if replayed(l, move).OK || slices.Contains(r.Legal, move) {
			t.Errorf("%s is not refused", move)
		}
	}
}

// replayed replays a line with one more move.
func replayed(l *lines.Line, move string) lines.Result {
	longer := *l
	longer.Moves = append(slices.Clone(l.Moves), move)
	return lines.Replay(&longer)
}

func (p knownPlay) test(t *testing.T, l lines.Line) {
	first := encode(t, lines.PositionOf(&l.Start))
	l.Moves = p.Moves
	p.check(t, &l)
	got := fields(t, lines.Replay(&l).Position)
	for key, want := range p.Expect {
		if diff := cmp.Diff(want, got[key]); diff != "" {
			t.Errorf("%v: %s: %s", p.Moves, key, diff)
		}
	}
	l.Moves = nil
	if diff := cmp.Diff(first, encode(t, lines.Replay(&l).Position)); diff != "" {
		t.Errorf("%v taken back: %s", p.Moves, diff)
	}
}

// fields returns a value in the form that a reader of its JSON gets.
func fields(t *testing.T, v any) (m map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(encode(t, v)), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// progress reports whether, within two passes, some move becomes possible that isn't a
// draw, a recycle or a bottom king's move to an empty pile.
func progress(s game.State) bool {
	last := s.Pass() + 2
	seen := map[game.State]bool{s: true}
	for todo := []game.State{s}; len(todo) > 0; {
		s, todo = todo[0], todo[1:]
		for m := range s.Moves() {
			if !idle(&s, m) {
				return true
			}
			if next, _, _ := s.Apply(m); !seen[next] && next.Pass() <= last {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}

func idle(s *game.State, m game.Move) bool {
	cards, _ := s.Pile(m.From)
	to, _ := s.Pile(m.To)
	return m == game.Draw || m == game.TurnOver || m.From.Tableau() && m.To.Tableau() && len(cards) == m.Count && len(to) == 0
}

// winsByUps reports whether moves to the foundations alone win.
func winsByUps(s game.State) bool {
	for {
		i := slices.IndexFunc(lines.LegalMoves(&s), func(m string) bool { return strings.HasSuffix(m, ">f") })
		if i < 0 {
			return s.Won()
		}
		m, _ := game.ParseMove(lines.LegalMoves(&s)[i])
		s, _, _ = s.Apply(m)
	}
}
