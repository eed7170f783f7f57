package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// The tests in behaviour_*_test.go each check one thing that other programs got wrong.
// The ids (B01, SC01, …) number that list.

func TestB01UndoTakesBackAWholeDraw(t *testing.T) {
	for _, draw := range []int{1, 3} {
		g := numbered(t, game.KlondikeRules(draw, 1, false), 5)
		for {
			before := g.State()
			if _, err := g.Do(game.Draw); err != nil {
				break
			}
			after := g.State()
			g.Undo(1)
			if undone := g.State(); undone != before {
				t.Fatalf("draw %d: undo leaves\n%s, want\n%s", draw, engineTable(&undone), engineTable(&before))
			}
			play(t, g, "d")
			if again := g.State(); again != after {
				t.Fatalf("draw %d: drawing again shows\n%s, want\n%s", draw, engineTable(&again), engineTable(&after))
			}
		}
	}
}

func TestB02TheCardUnderneathCanBePlayed(t *testing.T) {
	s := table(t, game.KlondikeRules(3, 1, false), "stock: KD QD AC 3H 2H AH 7: *")
	apply(t, &s, "d")
	apply(t, &s, "d")
	for _, want := range []struct {
		waste string
		fan   int
	}{
		{"KD QD AC 3H 2H AH", 3},
		{"KD QD AC 3H 2H", 2},
		{"KD QD AC 3H", 1},
		{"KD QD AC", 1}, // of the draw before
		{"KD QD", 1},
	} {
		v := s.View()
		if got := names(v.Waste); got != want.waste || v.Fan != want.fan {
			t.Fatalf("the waste shows %q, %d spread, want %q, %d", got, v.Fan, want.waste, want.fan)
		}
		if want.waste != "KD QD" {
			apply(t, &s, "w>f")
		}
	}
}

func TestB03TheLastDrawMayBeShort(t *testing.T) {
	for _, tt := range []struct {
		stock, waste, after string
		drawn               int
	}{
		{"AC", "", "AC", 1},
		{"AC 5D", "", "AC 5D", 2},
		{"AC", "9S 9H 9C", "9S 9H 9C AC", 1},
		{"AC 5D", "9S 9H 9C", "9S 9H 9C AC 5D", 2},
		{"AC 5D KS", "9S 9H 9C", "9S 9H 9C AC 5D KS", 3},
	} {
		s := table(t, game.KlondikeRules(3, 3, false), fmt.Sprintf("stock: %s waste: %s 7: *", tt.stock, tt.waste))
		e := apply(t, &s, "d")
		if e.Drawn != tt.drawn || s.Fan() != tt.drawn || names(s.Waste()) != tt.after || len(s.Stock()) > 0 {
			t.Errorf("stock %s, waste %s: %d drawn, %d spread, waste %s, want %d, %[6]d, %s",
				tt.stock, tt.waste, e.Drawn, s.Fan(), names(s.Waste()), tt.drawn, tt.after)
		}
		if !strings.HasSuffix(tt.after, e.Card.String()) {
			t.Errorf("stock %s: %v is reported on top, want the last of %s", tt.stock, e.Card, tt.after)
		}
	}
}

func TestB04TurningOverKeepsTheOrder(t *testing.T) {
	for _, draw := range []int{1, 3} {
		g := numbered(t, game.KlondikeRules(draw, 2, false), 6)
		pass := func() (tops []game.Card) {
			for s := g.State(); len(s.Stock()) > 0; s = g.State() {
				tops = append(tops, play(t, g, "d").Card)
			}
			return tops
		}
		first := pass()
		play(t, g, "r")
		if second := pass(); !slices.Equal(first, second) {
			t.Errorf("draw %d: the second pass shows %s, the first %s", draw, names(second), names(first))
		}
	}
}

func TestB05DrawCountBelongsToTheGame(t *testing.T) {
	one, three := numbered(t, game.KlondikeRules(1, 1, false), 7), numbered(t, game.KlondikeRules(3, 3, false), 7)
	for range 3 {
		for g, want := range map[*game.Game]int{one: 1, three: 3} {
			if got := play(t, g, "d").Drawn; got != want {
				t.Errorf("%d cards drawn, want %d", got, want)
			}
			if got := play(t, reload(t, g), "d").Drawn; got != want {
				t.Errorf("%d cards drawn after loading, want %d", got, want)
			}
		}
	}
}

func TestB06PenaltyBelongsToTheGame(t *testing.T) {
	for r, want := range map[game.Rules]int{
		game.KlondikeRules(1, 0, false): -100,
		game.KlondikeRules(3, 0, false): 0,
		vegasRules(3, false):            0,
	} {
		if got := turnOverPoints(t, r, 1); got[0] != want {
			t.Errorf("%v: turning over costs %d, want %d", r, got[0], want)
		}
	}
}

// turnOverPoints returns what the first n turn-overs cost a player with 120 points.
func turnOverPoints(tb testing.TB, r game.Rules, n int) (points []int) {
	tb.Helper()
	s := table(tb, r, "up: 0 13 13 13 1: QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC waste: KC")
	for range 12 {
		apply(tb, &s, "1>f")
	}
	for range n {
		points = append(points, apply(tb, &s, "r").Points)
		apply(tb, &s, "d")
	}
	return points
}

func TestB07RulesAreStoredWithTheGame(t *testing.T) {
	for _, r := range choosableRules() {
		g := numbered(t, r, 8)
		for range 60 {
			if _, err := g.Do(game.Draw); err != nil {
				_, _ = g.Do(game.TurnOver)
			}
		}
		loaded := reload(t, g)
		if loaded.Rules() != r {
			t.Errorf("%+v is loaded as %+v", r, loaded.Rules())
		}
		if before, after := g.State(), loaded.State(); after != before {
			t.Errorf("%v, pass %d: loaded as\n%s", r, before.Pass(), engineTable(&after))
		}
	}
}

func TestB08PassesAreOneMoreThanTurnOvers(t *testing.T) {
	for _, draw := range []int{1, 3} {
		for _, passes := range []int{1, 2, 3, 5} {
			s := deal(t, game.KlondikeRules(draw, passes, false), 9)
			draws, turnOvers := cycle(t, &s, passes+1)
			if turnOvers != passes-1 || draws != passes*24/draw {
				t.Errorf("draw %d, %d passes: %d draws and %d turn-overs", draw, passes, draws, turnOvers)
			}
			if moves := engineMoves(&s); slices.Contains(moves, "d") || slices.Contains(moves, "r") {
				t.Errorf("draw %d, %d passes: at the end the stock is still on the list %s", draw, passes, moves)
			}
		}
	}
}

func deal(tb testing.TB, r game.Rules, n int) game.State {
	tb.Helper()
	s, err := game.Deal(r, game.Numbered(n))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// cycle draws through the stock as often as the rules allow without playing a card, but
// turns over at most the given number of times.
func cycle(tb testing.TB, s *game.State, most int) (draws, turnOvers int) {
	tb.Helper()
	for {
		switch {
		case s.Check(game.Draw) == nil:
			apply(tb, s, "d")
			draws++
		case s.Check(game.TurnOver) == nil && turnOvers < most:
			apply(tb, s, "r")
			turnOvers++
		default:
			return draws, turnOvers
		}
	}
}

func TestB09TurningOverNeedsAnEmptyStockAndAWaste(t *testing.T) {
	r := game.KlondikeRules(1, 2, false)
	for _, tt := range []struct {
		stock, waste string
		pass         int
		want         game.Reason
	}{
		{"", "9S", 1, ""},
		{"", "9S", 2, game.NoPassLeft},
		{"", "", 1, game.EmptyWaste},
		{"", "", 2, game.EmptyWaste},
		{"9H", "9S", 1, game.StockNotEmpty},
		{"9H", "9S", 2, game.StockNotEmpty},
		{"9H", "", 1, game.StockNotEmpty},
		{"9H", "", 2, game.StockNotEmpty},
	} {
		s := table(t, r, fmt.Sprintf("stock: %s waste: %s pass: %d 7: *", tt.stock, tt.waste, tt.pass))
		refuses(t, s, "r", tt.want)
	}
	refuses(t, deal(t, game.YukonRules(false), 1), "r", game.NoStock)
}

func TestB10EveryPassOptionAllowsItsPasses(t *testing.T) {
	for _, draw := range []int{1, 3} {
		for passes, last := range map[int]int{1: 0, 3: 2, 0: 40} {
			s := deal(t, game.KlondikeRules(draw, passes, false), 10)
			if _, turnOvers := cycle(t, &s, last); turnOvers != last {
				t.Errorf("draw %d, passes %d: %d turn-overs, want %d", draw, passes, turnOvers, last)
			}
			want := game.NoPassLeft
			if passes == 0 {
				want = ""
			}
			refuses(t, s, "r", want)
		}
	}
}

func TestB11ARefusedTurnOverChangesNothing(t *testing.T) {
	g := numbered(t, game.KlondikeRules(3, 1, false), 11)
	play(t, g, "d d d d d d d d")
	before, length := g.State(), g.Length()
	_, err := g.Do(game.TurnOver)
	if got := engineRefusal(&before, game.TurnOver); err == nil || got != string(game.NoPassLeft) {
		t.Errorf("turning over without a pass left: %v, reason %q", err, got)
	}
	if after := g.State(); after != before || g.Length() != length || len(g.Steps()) != length {
		t.Errorf("the refused turn-over changed something: %d steps, %s", len(g.Steps()), engineTable(&after))
	}
}

func TestB12PassesAreCounted(t *testing.T) {
	g := numbered(t, game.KlondikeRules(3, 2, false), 12)
	for _, tt := range []struct {
		line string
		pass int // after another attempt to turn over
	}{
		{"", 1},
		{"d d d d d d d", 1},
		{"d", 2},
		{"d d d d d d d d", 2},
	} {
		play(t, g, tt.line)
		_, err := g.Do(game.TurnOver)
		if s := g.State(); s.Pass() != tt.pass {
			t.Errorf("after %q and a turn-over (%v): pass %d, want %d", tt.line, err, s.Pass(), tt.pass)
		}
	}
}

func TestB13StockCardsAreNotPlayable(t *testing.T) {
	g := newGame(t, game.KlondikeRules(1, 1, false), stacked(t, "9S", "8H AC"), game.Origin{})
	play(t, g, "d")
	refuses(t, g.State(), "w>1", "")
	refuses(t, g.State(), "w>f", game.FoundationOrder) // the ace is still in the stock
	g.Undo(1)
	s := g.State()
	refuses(t, s, "w>1", game.EmptyWaste)
	refuses(t, s, "w>f", game.EmptyWaste)
	if v := s.View(); slices.ContainsFunc(v.Stock, game.Card.Valid) {
		t.Errorf("the stock shows %s", names(v.Stock))
	}
	for m := range s.Moves() {
		if m != game.Draw && !m.From.Tableau() {
			t.Errorf("%v is legal after the draw was taken back", m)
		}
	}
}

func TestB14FinishGivesUpAfterAFruitlessPass(t *testing.T) {
	one, three := game.KlondikeRules(1, 0, false), game.KlondikeRules(3, 0, false)
	for _, tt := range []struct {
		rules game.Rules
		text  string
		want  bool
	}{
		{one, "up: 11 11 11 11 1: KC QC stock: KD KH waste: KS QS QH QD", true},
		{three, "up: 11 11 11 11 1: KC QC stock: KD KH waste: KS QS QH QD", true},
		{one, "up: 10 11 11 11 1: JC QC stock: KD KH KC waste: KS QS QH QD", false},
		{three, "up: 10 11 11 11 1: JC QC stock: KD KH KC waste: KS QS QH QD", false},
		{one, "up: 11 11 13 13 1: KD stock: QC QD KC", true},
		{three, "up: 11 11 13 13 1: KD stock: QC QD KC", false}, // only the king ever reaches the top
	} {
		s := table(t, tt.rules, tt.text)
		if moves, ok := s.Finish(); ok != tt.want {
			t.Errorf("%v, %s: finish offered is %t, want %t (%v)", tt.rules, tt.text, ok, tt.want, moves)
		}
	}
}
