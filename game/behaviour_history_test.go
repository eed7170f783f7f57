package game_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// turningUp is a deal in which the 8H of pile 2 goes on pile 1 and turns up
// the QC; the stock begins with the 7S.
func turningUp(tb testing.TB, r game.Rules) *game.Game {
	tb.Helper()
	return newGame(tb, r, stacked(tb, "9S QC 2D 3D 4D 5D 6D 8H", "7S"), game.Origin{})
}

func TestB28UndoTakesBackATurnedCardToo(t *testing.T) {
	g := turningUp(t, klondike)
	fresh := g.State()
	e := play(t, g, "2>1")
	moved := g.State()
	if cards, hidden := moved.Pile(2); e.Turned.String() != "QC" || names(cards) != "QC" || hidden != 0 {
		t.Fatalf("%v was turned up, pile 2 is %s with %d face down", e.Turned, names(cards), hidden)
	}
	if len(g.Steps()) != 1 {
		t.Errorf("the flip is a step of its own: %v", g.Steps())
	}
	if n := g.Undo(1); n != 1 || g.State() != fresh {
		t.Error("one undo does not take back the move with its flip")
	}
	if g.Undone() != 1 {
		t.Errorf("%d steps can be redone, want 1", g.Undone())
	}
	if again, ok := g.Redo(); !ok || again != e || g.State() != moved {
		t.Errorf("redo: %+v, want %+v", again, e)
	}
	play(t, g, "d w>1")
	g.Undo(2)
	if got := g.Undone(); got != 2 {
		t.Errorf("%d steps can be redone, want 2", got)
	}
	play(t, g, "d")
	if got := g.Undone(); got != 0 {
		t.Errorf("%d steps can be redone after another move, want none", got)
	}
}

func TestB29UndoingNothingChangesNothing(t *testing.T) {
	g := turningUp(t, klondike)
	fresh := g.State()
	if _, ok := g.Redo(); ok {
		t.Error("redo with nothing undone")
	}
	if _, ok := g.LastEffect(); ok {
		t.Error("a last effect before the first step")
	}
	for _, n := range []int{math.MinInt, -1, 0, 1, math.MaxInt} {
		if got := g.Undo(n); got != 0 {
			t.Errorf("Undo(%d) of a fresh deal takes back %d", n, got)
		}
	}
	if g.Restart() != 0 || g.Begun() || g.Undos() != 0 {
		t.Error("nothing was begun, and something was taken back")
	}
	play(t, g, "2>1 d w>1")
	if got := g.Undo(math.MaxInt); got != 3 || g.State() != fresh || !g.Begun() {
		t.Errorf("undoing everything takes back %d steps; begun %t", got, g.Begun())
	}
	if got := g.Restart(); got != 0 || g.Undos() != 3 {
		t.Errorf("a restart on top takes back %d; %d undos, want 3", got, g.Undos())
	}
	along(t, func(t *testing.T, g *game.Game, _ game.Move) {
		n, undos := len(g.Steps()), g.Undos()
		g.Restart()
		if s, err := game.Deal(g.Rules(), g.Deck()); err != nil || g.State() != s || g.Undos() != undos+n {
			t.Fatalf("undoing %d steps does not give the deal", n)
		}
		for range n {
			g.Redo()
		}
	})
}

func TestB29TheLongestHistoryIsKept(t *testing.T) {
	g := numbered(t, game.KlondikeRules(24, 0, false), 29)
	for range game.MaxSteps / 2 {
		play(t, g, "d r")
	}
	last := g.State()
	if _, err := g.Do(game.Draw); !errors.Is(err, game.ErrTooLong) || g.State() != last {
		t.Errorf("step %d: %v, want %v", game.MaxSteps+1, err, game.ErrTooLong)
	}
	if loaded := reload(t, g); !sameGame(loaded, g) {
		t.Error("the longest game is loaded as another one")
	}
	if g.Undo(1); g.Undone() != 1 {
		t.Error("the longest game can't be taken back")
	}
	play(t, g, "r")
	if got := g.Restart(); got != game.MaxSteps {
		t.Errorf("restart takes back %d steps, want %d", got, game.MaxSteps)
	}
}

// The bot refuses to undo after a recorded result (B30). The engine's part is that a win
// is reported once, and that no move follows it.
func TestB30AGameIsWonOnce(t *testing.T) {
	for _, won := range wonGames() {
		g := numbered(t, won.rules, won.number)
		e := play(t, g, won.line)
		s := g.State()
		if !e.Won || !s.Won() {
			t.Fatalf("%v: the last step does not win: %+v", won.rules, e)
		}
		if moves := engineMoves(&s); len(moves) > 0 {
			t.Errorf("%v: a won game has moves: %s", won.rules, moves)
		}
		for _, text := range []string{"d", "r", "w>f", "1>2", "fh>1", "1>f"} {
			refuses(t, s, text, game.GameWon)
			if e, err := g.Do(move(t, text)); err == nil || e.Won {
				t.Errorf("%v: %s after the win: %+v, %v", won.rules, text, e, err)
			}
		}
		if _, ok := s.Finish(); ok {
			t.Errorf("%v: finish is offered after the win", won.rules)
		}
		if loaded := reload(t, g).State(); loaded != s {
			t.Errorf("%v: loaded as %s", won.rules, engineTable(&loaded))
		}
	}
}

func TestB32TheDealIsKept(t *testing.T) {
	deck := game.Seeded([32]byte{32})
	for _, origin := range []game.Origin{
		{},
		{Generator: game.Generator, Number: game.MaxNumber},
		{Generator: "pcg2", Number: 1}, // of a later program: its cards are its own
	} {
		g := newGame(t, game.KlondikeRules(3, 3, false), deck, origin)
		play(t, g, "d d")
		for name, g := range map[string]*game.Game{"played": g, "loaded": reload(t, g)} {
			g.Restart()
			s := g.State()
			if g.Origin() != origin || !slices.Equal(g.Deck(), deck) || names(s.Stock()) != names(deck[28:]) {
				t.Errorf("%s: %+v, %s, want %+v, %s", name, g.Origin(), names(g.Deck()), origin, names(deck))
			}
		}
	}
	g := newGame(t, klondike, deck, game.Origin{})
	deck[0], deck[51] = deck[51], deck[0]
	g.Deck()[0] = 0
	if g.Restart(); !slices.Equal(g.Deck(), game.Seeded([32]byte{32})) {
		t.Error("the deck of a game was changed from outside")
	}
}

func TestB33HalfAStoredGameIsDamaged(t *testing.T) {
	g := numbered(t, game.KlondikeRules(3, 1, false), 1024)
	play(t, g, win1024)
	stored := encoded(t, g)
	for n := range stored {
		var torn game.Game
		if err := torn.UnmarshalBinary(stored[:n]); !errors.Is(err, game.ErrDamaged) {
			t.Fatalf("the first %d bytes of %d: %v, want %v", n, len(stored), err, game.ErrDamaged)
		}
	}
	loaded := reload(t, g)
	for loaded.Undo(1) == 1 {
		g.Undo(1)
		if loaded.State() != g.State() {
			t.Fatalf("after loading and undo step %d is another one", len(g.Steps()))
		}
	}
	if fresh := deal(t, g.Rules(), 1024); loaded.State() != fresh {
		t.Error("undoing everything after loading does not give the deal")
	}
}

func TestB34DealNumbersAreKept(t *testing.T) {
	for _, r := range choosableRules() {
		g := reload(t, numbered(t, r, 34))
		if got := g.Origin().Number; got != 34 || !slices.Equal(g.Deck(), game.Numbered(34)) {
			t.Errorf("%v: deal %d, %s", r, got, names(g.Deck()))
		}
	}
}
