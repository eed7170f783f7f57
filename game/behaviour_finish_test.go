package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

func TestB37TheLastCardWins(t *testing.T) {
	for _, tt := range []struct {
		name, text, line string
	}{
		{"tableau", "up: 12 13 13 13 1: KC", "1>f"},
		{"last pile", "up: 12 13 13 13 7: KC", "7>f"},
		{"waste", "up: 12 13 13 13 waste: KC", "w>f"},
		{"list", "up: 11 13 13 12 1: KC QC stock: KS", "1>f d w>f 1>f"},
	} {
		s := table(t, klondike, tt.text)
		for i, text := range strings.Fields(tt.line) {
			if e := apply(t, &s, text); e.Won != (i == strings.Count(tt.line, " ")) || e.Won != s.Won() {
				t.Errorf("%s: %s, won %t, the state says %t", tt.name, text, e.Won, s.Won())
			}
		}
		s = table(t, klondike, tt.text)
		if won := finish(t, &s); !won {
			t.Errorf("%s: finish does not notice the win", tt.name)
		}
	}
}

// finish plays what Finish returns and reports whether the last step won.
func finish(tb testing.TB, s *game.State) bool {
	tb.Helper()
	moves, ok := s.Finish()
	if !ok {
		tb.Fatalf("finish is not offered: %s", engineTable(s))
	}
	won := false
	for _, m := range moves {
		won = apply(tb, s, m.String()).Won
	}
	return won
}

// Deal 8 has no move left once its stock is used up.
func TestB38ClaimsAreProved(t *testing.T) {
	g := numbered(t, klondike, 8)
	for range 24 {
		s := g.State()
		if moves := engineMoves(&s); !slices.Contains(moves, "d") {
			t.Fatalf("no draw in %s", moves)
		}
		play(t, g, "d")
	}
	s := g.State()
	if moves := engineMoves(&s); len(moves) > 0 {
		t.Errorf("%s is legal at the end of deal 8", moves)
	}
	g.Undo(1)
	s = g.State()
	if moves := engineMoves(&s); !slices.Equal(moves, []string{"d"}) {
		t.Errorf("%s is legal after undo, want the draw", moves)
	}
	for r, want := range map[game.Rules][]string{
		klondike:                        nil,
		game.KlondikeRules(1, 2, false): {"r"},
	} {
		s := table(t, r, "up: 13 13 13 0 1: AS KS 2: 3S 2S 3: 4S 4: 5S 5: 6S 6: 7S 7: QS JS TS waste: 9S 8S")
		if moves := engineMoves(&s); !slices.Equal(moves, want) {
			t.Errorf("%v: %s is legal, want %s", r, moves, want)
		}
	}
}

// The king at the bottom of its pile can only move to another empty pile. No hint would
// suggest that, but the game isn't over.
func TestB40AGameWithAPointlessMoveIsNotOver(t *testing.T) {
	s := table(t, yukon, "up: 13 13 13 0 1: KS AS 2S 2: *")
	want := []string{"1>3:3", "1>4:3", "1>5:3", "1>6:3", "1>7:3"}
	if moves := engineMoves(&s); !slices.Equal(moves, want) {
		t.Errorf("%s is legal, want %s", moves, want)
	}
	apply(t, &s, "1>3:3")
	if moves := engineMoves(&s); len(moves) != len(want) {
		t.Errorf("%s is legal after the king has moved", moves)
	}
}

func TestB41OtherMovesLeaveTheWasteAlone(t *testing.T) {
	s := table(t, game.KlondikeRules(3, 3, false), "stock: 2H 3H AH AS AC AD 1: KC 2: #QD 5C 3: 6H 7: *")
	for _, tt := range []struct{ line, waste string }{
		{"d", "2H 3H AH"},
		{"2>3", "2H 3H AH"}, // turns a card up, and the ace stays
		{"2>1", "2H 3H AH"},
		{"d", "2H 3H AH AS AC AD"},
		{"r", ""},
		{"d", "2H 3H AH"},
	} {
		apply(t, &s, tt.line)
		if got := names(s.Waste()); got != tt.waste || s.TotalUp() > 0 {
			t.Errorf("after %s the waste is %q with %d up, want %q", tt.line, got, s.TotalUp(), tt.waste)
		}
	}
}

func TestB42NothingGoesUpUnasked(t *testing.T) {
	along(t, func(t *testing.T, g *game.Game, next game.Move) {
		s := g.State()
		want := s.TotalUp()
		if next.To == game.Foundation {
			want++
		}
		apply(t, &s, next.String())
		if s.TotalUp() != want {
			t.Fatalf("after %v %d cards are up, want %d", next, s.TotalUp(), want)
		}
	})
}

func TestB43FinishIsOfferedOnlyWhereItWins(t *testing.T) {
	onePass, twoPasses := game.KlondikeRules(3, 1, false), game.KlondikeRules(3, 2, false)
	for _, tt := range []struct {
		name  string
		rules game.Rules
		text  string
		want  string // empty: not offered
	}{
		{"ace under king", yukon, "up: 13 13 13 0 1: AS KS 2: QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", ""},
		{
			"king under ace", yukon, "up: 13 13 13 0 1: KS AS 2: QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
			"1>f 2>f 2>f 2>f 2>f 2>f 2>f 2>f 2>f 2>f 2>f 2>f 1>f",
		},
		{"won", yukon, "up: 13 13 13 13", ""},
		{"face down, though it would come up", yukon, "up: 13 13 13 11 2: #KS QS", ""},
		{"waste", klondike, "up: 13 13 13 10 1: KS waste: QS JS", "w>f w>f 1>f"},
		{"stock", klondike, "up: 13 13 13 10 1: KS stock: JS QS", "d w>f d w>f 1>f"},
		{"wrong order in the last pass", klondike, "up: 13 13 13 10 1: KS stock: QS JS", "d d w>f w>f 1>f"},
		{"needs a pass more", klondike, "up: 13 13 13 10 stock: QS KS JS", ""},
		{
			"turned over", game.KlondikeRules(1, 2, false), "up: 13 13 13 10 stock: QS KS JS",
			"d d d w>f r d w>f d w>f",
		},
		{
			"lowest first", klondike, "up: 11 10 11 11 1: KH QH 2: KD QD JD 3: KC QC 4: KS QS",
			"2>f 1>f 2>f 3>f 4>f 1>f 2>f 3>f 4>f",
		},
		{"tableau before waste", klondike, "up: 12 12 13 13 6: KD waste: KC", "6>f w>f"},
		{"lower in the waste", klondike, "up: 12 11 13 13 6: KC waste: KD QD", "w>f 6>f w>f"},
		{"the order of three unseen cards decides", klondike, "up: 13 13 13 10 stock: JS QS KS", ""},
		{"the order is known from an earlier pass", game.KlondikeRules(1, 2, false), "up: 13 13 13 10 stock: JS QS KS pass: 2", "d w>f d w>f d w>f"},
		{"at draw 1, unlimited passes need no order", game.KlondikeRules(1, 0, false), "up: 13 13 13 10 stock: JS QS KS", "d w>f d w>f d w>f"},
		{"passes used up", onePass, "up: 13 13 13 11 stock: QS KS", ""},
		{"a pass is left", twoPasses, "up: 13 13 13 11 stock: QS KS", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := table(t, tt.rules, tt.text)
			moves, ok := s.Finish()
			if got := strings.Trim(fmt.Sprint(moves), "[]"); got != tt.want || ok != (tt.want != "") {
				t.Fatalf("finish offers %q, %t, want %q", got, ok, tt.want)
			}
			if ok && !finish(t, &s) {
				t.Error("and does not win")
			}
		})
	}
}
