package game_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

func TestB48UndoTakesBackPoints(t *testing.T) {
	g := turningUp(t, klondike)
	play(t, g, "d")
	for _, tt := range []struct {
		move  string
		score int
	}{
		{"2>1", 5},  // turned up
		{"w>1", 10}, // from the waste
	} {
		before := g.State()
		play(t, g, tt.move)
		after := g.State()
		g.Undo(1)
		if undone := g.State(); after.Score() != tt.score || undone.Score() != before.Score() {
			t.Errorf("%s: score %d, want %d; after undo %d, want %d",
				tt.move, after.Score(), tt.score, undone.Score(), before.Score())
		}
		g.Redo()
	}
}

func TestB49NothingMovesBetweenFoundations(t *testing.T) {
	s := table(t, klondikeRet, "1: AS 7: *")
	apply(t, &s, "1>f")
	refuses(t, s, "fs>f", game.SamePile)
	if m := (game.Move{From: game.FoundationOf(game.Spades), To: game.FoundationOf(game.Hearts), Count: 1}); s.Check(m) == nil {
		t.Errorf("%v is legal", m)
	}
	g := newGame(t, game.KlondikeRules(3, 1, false), stacked(t, "", "KS KH AS"), game.Origin{})
	play(t, g, "d")
	for range 3 {
		if e := play(t, g, "w>f"); e.Points != 10 {
			t.Errorf("the ace earns %d, want 10", e.Points)
		}
		g.Undo(1)
		if s := g.State(); s.Score() != 0 || s.Fan() != 3 {
			t.Errorf("after undo the score is %d with %d spread, want 0 with 3", s.Score(), s.Fan())
		}
	}
}

func TestB53TheWayRoundThroughAPilePays(t *testing.T) {
	const text = "up: 0 0 0 1 stock: 2S 1: 3H 7: *"
	for line, want := range map[string]int{"d w>f": 10, "d w>1 1>f": 15} {
		s := table(t, klondike, text)
		for _, word := range strings.Fields(line) {
			apply(t, &s, word)
		}
		if s.Score() != want {
			t.Errorf("%s earns %d, want %d", line, s.Score(), want)
		}
	}
}

func TestSC01FloorAfterEachStep(t *testing.T) {
	s := table(t, game.KlondikeRules(1, 0, true), "1: AS 2: 2H stock: 9S 7: *")
	for _, tt := range []struct {
		move          string
		points, score int
	}{
		{"1>f", 10, 10},
		{"fs>2", -10, 0}, // 15, but for the floor
		{"2>f", 10, 10},
		{"d", 0, 10},
		{"r", -10, 0}, // 100, but for the floor
		{"d", 0, 0},
		{"r", 0, 0},
		{"fs>2", 0, 0},
		{"2>f", 10, 10}, // no points are owed from before
	} {
		if e := apply(t, &s, tt.move); e.Points != tt.points || s.Score() != tt.score {
			t.Errorf("%s: %d points, score %d, want %d, %d", tt.move, e.Points, s.Score(), tt.points, tt.score)
		}
	}
}

func TestSC02UndoTakesBackTheFloorToo(t *testing.T) {
	g := newGame(t, game.KlondikeRules(1, 2, false), stacked(t, "9S", "8H"), game.Origin{})
	play(t, g, "d w>1"+strings.Repeat(" d", 23))
	score := func() int { s := g.State(); return s.Score() }
	if score() != 5 {
		t.Fatalf("score %d before turning over, want 5", score())
	}
	if e := play(t, g, "r"); score() != 0 || e.Points != -5 {
		t.Errorf("turning over leaves %d, reported as %d points, want 0, -5", score(), e.Points)
	}
	if g.Undo(1); score() != 5 {
		t.Errorf("undo gives %d, want 5", score())
	}
	if loaded := reload(t, g).State(); loaded.Score() != 5 {
		t.Errorf("replaying gives %d, want 5", loaded.Score())
	}
	if g.Redo(); score() != 0 {
		t.Errorf("redo gives %d, want 0", score())
	}
}

func TestSC03TurningOverCosts(t *testing.T) {
	for draw, want := range map[int][]int{1: {-100, -20, 0}, 3: {0, 0, 0, -20, -20, -20, -20, -20, -20, 0}} {
		r := game.KlondikeRules(draw, 0, false)
		if got := turnOverPoints(t, r, len(want)); !slices.Equal(got, want) {
			t.Errorf("draw %d, from 120 points: turning over costs %d, want %d", draw, got, want)
		}
	}
}

func TestSC04NoPenaltyByDefault(t *testing.T) {
	for _, draw := range []string{"1", "3"} {
		r, err := game.Options{Draw: draw}.Rules()
		if err != nil {
			t.Fatal(err)
		}
		for i, points := range turnOverPoints(t, r, r.Passes-1) {
			if points != 0 {
				t.Errorf("%v: turn-over %d costs %d", r, i+1, points)
			}
		}
	}
}

func TestSC05VegasPaysByTheCard(t *testing.T) {
	for draw, passes := range map[string]int{"1": 1, "3": 3} {
		r, err := game.Options{Draw: draw, Scoring: "vegas"}.Rules()
		if err != nil || r.Passes != passes || r.Scoring != game.Vegas {
			t.Errorf("vegas at draw %s: %+v, %v, want %d passes", draw, r, err, passes)
		}
		_, err = game.Options{Draw: draw, Scoring: "vegas", Passes: "unlimited"}.Rules()
		if fault, ok := errors.AsType[*game.OptionError](err); !ok || fault.Fault != game.VegasPasses {
			t.Errorf("vegas at draw %s with unlimited passes: %v", draw, err)
		}
	}
	g := numbered(t, vegasRules(3, true), 1024)
	var scores []int // by the number of cards up
	for _, word := range strings.Fields(win1024) {
		play(t, g, word)
		s := g.State()
		if want := 5*s.TotalUp() - 52; s.Score() != want {
			t.Fatalf("after %s: score %d with %d up, want %d", word, s.Score(), s.TotalUp(), want)
		}
		if s.TotalUp() == len(scores)+1 {
			scores = append(scores, s.Score())
		}
	}
	if scores[9] != -2 || scores[10] != 3 || scores[51] != 208 {
		t.Errorf("10, 11 and 52 cards up: %d, %d, %d, want -2, 3, 208", scores[9], scores[10], scores[51])
	}
	if s := deal(t, vegasRules(1, false), 1); s.Score() != -52 {
		t.Errorf("the deal costs %d, want -52", s.Score())
	}
}

func TestSC05VegasFollowsFromThePosition(t *testing.T) {
	s := table(t, vegasRules(3, true), "up: 13 13 13 12 1: KS")
	if want := 5*51 - 52; s.Score() != want {
		t.Errorf("score %d with 51 up, want %d", s.Score(), want)
	}
	if e := apply(t, &s, "1>f"); e.Points != 5 {
		t.Errorf("the last card earns %d, want 5", e.Points)
	}
}

func TestSC06WinningPaysNothingMore(t *testing.T) {
	for _, r := range []game.Rules{klondike, yukon} {
		s := table(t, r, "up: 13 13 13 12 1: KS")
		if e := apply(t, &s, "1>f"); !e.Won || e.Points != 10 || s.Score() != 10 {
			t.Errorf("%v: the last card earns %d, score %d, want 10, 10", r, e.Points, s.Score())
		}
	}
}

// TestSC07EachEventHasItsPoints has a row for each event of the scoring table. Pile 7
// takes the remaining cards; each line ends with the event.
func TestSC07EachEventHasItsPoints(t *testing.T) {
	unlimited := game.KlondikeRules(3, 0, true)
	for _, tt := range []struct {
		event, text, line      string
		klondike, yukon, vegas int
	}{
		{"waste to tableau", "waste: 8H 1: 9S 7: *", "w>1", 5, none, 0},
		{"waste to foundation", "waste: AH 7: *", "w>f", 10, none, 5},
		{"tableau to foundation", "1: AH 7: *", "1>f", 10, 10, 5},
		{"turned up", "1: 9S 2: #KS 8H 7: *", "2>1", 5, 5, 0},
		{"turned up, gone up", "2: #KS AH 7: *", "2>f", 15, 15, 5},
		{"back", "1: AS 2: AH 3: 2H 7: *", "1>f 2>f fs>3", -15, -15, -5},
		{"a king back", "up: 0 0 0 12 1: KS 2: AH 7: *", "2>f 1>f fs>3", -15, -15, -5},
		{"tableau to tableau", "1: 9S 2: 8H 7: *", "2>1", 0, 0, 0},
		{"draw", "stock: 9S 7: *", "d", 0, none, 0},
		{"turn over", "waste: 9S 7: *", "r", 0, none, 0},
	} {
		for r, want := range map[game.Rules]int{unlimited: tt.klondike, yukonRet: tt.yukon, vegasRules(3, true): tt.vegas} {
			if want == none {
				continue
			}
			s := table(t, r, tt.text)
			var e game.Effect
			for _, word := range strings.Fields(tt.line) {
				e = apply(t, &s, word)
			}
			if e.Points != want {
				t.Errorf("%v, %s: %d points, want %d", r, tt.event, e.Points, want)
			}
		}
	}
}

const none = -1 // the game has no such event

// TestSC07AGameScoresTheSumOfItsEvents counts the events of whole games and compares
// their sum with the score.
func TestSC07AGameScoresTheSumOfItsEvents(t *testing.T) {
	for _, won := range wonGames() {
		if won.rules.Scoring == game.Vegas {
			continue
		}
		g := numbered(t, won.rules, won.number)
		play(t, g, won.line)
		waste := 0
		for _, m := range g.Steps() {
			if m.From == game.Waste && m.To.Tableau() {
				waste++
			}
		}
		if s := g.State(); s.Score() != 5*waste+52*10+21*5 {
			t.Errorf("%v: score %d with %d cards from waste to tableau", won.rules, s.Score(), waste)
		}
	}
}

func TestSC08RefusedMovesScoreNothing(t *testing.T) {
	s := table(t, game.KlondikeRules(1, 0, false), "2: #KS AH 3: 5D 4: 6D 7: *")
	if e := apply(t, &s, "2>f"); e.Points != 15 || e.Turned.String() != "KS" {
		t.Errorf("an ace off a face-down card: %d points, %v turned up, want 15, KS", e.Points, e.Turned)
	}
	refuses(t, s, "3>4", game.WrongColour)
	refuses(t, s, "r", game.EmptyWaste)
	refuses(t, s, "fh>3", game.NoReturn)
	if s.Score() != 15 {
		t.Errorf("score %d after refused moves, want 15", s.Score())
	}
}
