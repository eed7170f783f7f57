package play_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
)

func TestIllegalMovesAreRefusedWithAReason(t *testing.T) {
	for text, want := range map[string]string{
		"3 4":      "Q♣ can't go on K♣: it takes a red Q.",
		"6 1":      "2♥ can't go on 6♠: it takes a red 5.",
		"w f":      "The waste is empty.",
		"w":        "The waste is empty.",
		"w w":      "already there",
		"3 w":      "can't move cards to the waste",
		"f 3":      "stay on the foundations",
		"f":        "stay on the foundations",
		"1 1":      "already there",
		"1 f":      "6♠ can't go up yet",
		"r":        "once the stock is empty",
		"2 1 2":    "You can move only face-up cards",
		"2 1 9":    "fewer than 9 cards",
		"fh 3":     "stay on the foundations",
		"1 9":      "as a move",
		"9h 10s":   "No move starts or ends",
		"3":        "Pile 3 has no legal move",
		"move 3 q": "as a move",
		"6s":       "6♠ has no legal move",
	} {
		p := bottest.NewPerson(t)
		before := p.Say("new draw 3 deal 1")
		after := p.Expect(text, want)
		if after.Ref != before.Ref || after.Board.Score != before.Board.Score {
			t.Errorf("%q: a refused move changed the game", text)
		}
	}
}

func TestMoveWithoutArgumentsListsLegalMoves(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	r := p.Say("/move")
	p.Has(r, "move.list")
	if !r.Choose || len(r.Menu) != 3 {
		t.Fatalf("got the menu %v, want a choice of three moves", r.Menu)
	}
	if got := p.Speaker.Say(r.Menu[0].Label()); got != "Q♦ from pile 5 → K♣ on pile 4" {
		t.Errorf("got the first entry %q, want the move of Q♦", got)
	}
	p.Tap(r, r.Menu[0].Text())
	p.Expect("/move 5", "Pile 5 has no legal move")
}

func TestMovesToAFoundationAreListedFirst(t *testing.T) {
	p := bottest.NewPerson(t)
	r := p.Say("new yukon deal 1")
	if got := r.Menu[0].Move.String(); got != "2>f" {
		t.Errorf("got the first entry %s, want the move to a foundation", got)
	}
}

func TestAListOfMovesStopsAtTheFirstIllegalOne(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	r := p.Say("/move 5 4, d, 1 2, d")
	p.Has(r, "move.played", "did.draw", "move.stopped", "refused.takes-red")
	if n := len(r.Board.Stock); n != 21 {
		t.Errorf("got %d cards in the stock, want 21", n)
	}
	if !strings.Contains(p.Text(r), "I stopped at “1 2”") {
		t.Errorf("got %s, want the move at which it stopped", p.Text(r))
	}
	p.Say("undo") // each move of a list is a step of its own
	r = p.Say("undo")
	if r.Board.Piles[4].Up[0] != game.NewCard(12, game.Diamonds) {
		t.Error("two undos didn't take both steps back")
	}
}

func TestDrawTurnsOverAnEmptyStock(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	r := p.Say(strings.Repeat("d,", 8))
	if !bottest.Offers(r, "draw") || p.Speaker.Say(r.Actions[0][0].Label) != "Turn over" {
		t.Errorf("got %v, want a button to turn the stock over", r.Actions)
	}
	r = p.Expect("/draw", "turned the waste over")
	if r.Board.Pass != 2 {
		t.Errorf("got pass %d, want 2", r.Board.Pass)
	}
	p.Say(strings.Repeat("d,", 8) + "r," + strings.Repeat("d,", 8))
	p.Expect("d", "this was your last pass")
	p.Expect("r", "this was your last pass")
}

// The bot reports it if and only if there is no legal move, and checks again after an
// undo (B38).
func TestNoLegalMoveLeftIsReported(t *testing.T) {
	p := bottest.NewPerson(t)
	stuck := 0
	for n := 1; n <= 40 && stuck < 3; n++ {
		r := p.Say("new deal " + strconv.Itoa(n) + " confirm")
		r = p.PlayGreedily(r)
		over := len(r.Menu) == 0 && !bottest.Offers(r, "draw") && !r.Board.Won
		if said := strings.Contains(p.Text(p.Say("show")), "no legal move"); said != over {
			t.Fatalf("deal %d: reported: %v, want %v", n, said, over)
		}
		if over {
			stuck++
			if strings.Contains(p.Text(p.Say("undo")), "no legal move") {
				t.Fatalf("deal %d: still reported after an undo", n)
			}
		}
	}
	if stuck == 0 {
		t.Fatal("no game got stuck")
	}
}
