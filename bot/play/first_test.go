package play_test

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
)

// A new player's first game is dealt at once by the strict rules, from the deals that
// are proved winnable, and says so. The next one comes from there only if that is
// asked for.
func TestTheFirstGameIsStrictAndWinnable(t *testing.T) {
	p := bottest.Advised(t)
	p.Bot.Solver, p.Bot.Number = bottest.NewSolver(), numbers(0)
	if err := play.StockWinnable(context.Background(), p.Bot); err != nil {
		t.Fatal(err)
	}
	stock, err := p.Bot.Store.Docs(context.Background(), "winnable", "klondike-d1-1pass-noreturn|", "", 10)
	if err != nil || len(stock) != 1 {
		t.Fatalf("got %d deals in stock, want 1 (%v)", len(stock), err)
	}
	r := p.Say("new")
	p.Has(r, "new.first")
	_, g := p.Current()
	if want := game.KlondikeRules(1, 1, false); g.Rules() != want {
		t.Errorf("got the rules %s, want %s", g.Rules(), want)
	}
	if left, _ := p.Bot.Store.Docs(context.Background(), "winnable", "klondike-d1-1pass-noreturn|", "", 10); len(left) != 0 {
		t.Error("the deal is still in stock")
	}
	p.Has(p.Say("new"), "new.one-pass")
}

// Without a deal in stock the first game is an ordinary one: nobody waits for it.
func TestTheFirstGameWaitsForNoProof(t *testing.T) {
	p := bottest.Advised(t)
	p.Has(p.Say("new"), "new.one-pass")
}

// As long as no move was made, two buttons deal the same cards without a limit of
// passes and with three cards at a time, from every screen with the board.
func TestOtherRulesAreOfferedBeforeTheFirstMove(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Bot.Number = func() int { return 7 }
	r := p.Say("new")
	const relaxed, three = "new klondike draw 1 passes unlimited deal 7", "new klondike draw 3 deal 7"
	for range 2 {
		if !bottest.Offers(r, relaxed) || !bottest.Offers(r, three) {
			t.Fatalf("got the buttons %v", r.Actions)
		}
		r = p.Say("show")
	}
	r = p.Tap(r, relaxed)
	p.Has(r, "new.unlimited")
	if r = p.Tap(r, "new klondike draw 3 passes unlimited deal 7"); r.Board.Rules != game.KlondikeRules(3, 0, false) {
		t.Errorf("got the rules %s", r.Board.Rules)
	}
	r = p.Tap(r, "draw")
	if bottest.Offers(r, "new klondike draw 1 passes unlimited deal 7") {
		t.Error("other rules are offered in a game that was begun")
	}
}

// A new game without options is of the rules that were played last, and so is a
// winnable one.
func TestNewRepeatsTheRulesPlayedLast(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Bot.Number = func() int { return 7 } // some deals have no move to begin with
	for _, text := range []string{"new yukon return yes", "new draw 3 passes unlimited", "new scoring vegas", "new draw 1 passes 3 public"} {
		want := p.Say(text).Board.Rules
		for _, again := range []string{"new", "new public"} {
			if got := p.Say(again).Board.Rules; got != want {
				t.Errorf("%s after %s: got the rules %s, want %s", again, text, got, want)
			}
		}
		p.Say(p.Say("show").Menu[0].Text())
		if got := p.Yes(p.Say("new")).Board.Rules; got != want {
			t.Errorf("after the question: got the rules %s, want %s", got, want)
		}
	}
	p.Say("new yukon")
	if got := p.Say("new deal 5").Board.Rules; got != game.KlondikeRules(1, 1, false) {
		t.Errorf("a deal by its number has the rules %s", got)
	}
}
