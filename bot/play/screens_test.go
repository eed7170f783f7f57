package play_test

import (
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
)

// bottom is the last row of buttons.
func bottom(r bot.Reply) []bot.Action { return r.Actions[len(r.Actions)-1] }

// onlyDraw leads a game to a position in which no card can move, but the stock has cards.
func onlyDraw(t *testing.T, p *bottest.Person) bot.Reply {
	t.Helper()
	p.Say("new klondike draw 3 passes 1 deal 6")
	r := p.Say("show")
	for range 200 {
		switch {
		case len(r.Menu) == 0 && bottest.Offers(r, "draw"):
			return r
		case len(r.Menu) > 0:
			r = p.Say(r.Menu[0].Text())
		case bottest.Offers(r, "draw"):
			r = p.Say("d")
		default:
			t.Fatal("the deal never comes to such a position")
		}
	}
	t.Fatal("the game goes round in circles")
	return r
}

// A finger that stays on Draw never meets another button: when nothing can be drawn any
// more, Draw does nothing.
func TestControlsKeepTheirPlaces(t *testing.T) {
	p := bottest.NewPerson(t)
	r := p.Say("new klondike draw 1 passes 1 deal 1")
	for n := range 30 {
		row := bottom(r)
		if len(row) < 4 || row[0].Text != "draw" || row[1].Text != "undo" || row[2].Text != "hint" || row[3].Text != "more" {
			t.Fatalf("after %d taps: got the buttons %v", n, row)
		}
		if row[0].Idle != (n >= 24) || row[1].Idle != (n == 0) {
			t.Errorf("after %d taps: draw is idle: %v, undo: %v", n, row[0].Idle, row[1].Idle)
		}
		r = p.Send(row[0].Text, r.Ref)
	}
	if stored, g := p.Current(); g.Undos() != 0 || g.Done() != 24 {
		t.Errorf("got %d undos and %d steps of game %s, want none and 24", g.Undos(), g.Done(), stored.ID)
	}
}

// If Draw is the only move, every screen offers it, at the latest after the button that
// leads back to the board.
func TestEveryScreenLeadsBackToTheBoard(t *testing.T) {
	p := bottest.NewPerson(t)
	board := onlyDraw(t, p)
	seen := map[string]bool{}
	var visit func(r bot.Reply, from string)
	visit = func(r bot.Reply, from string) {
		if !r.Asks() && !bottest.Offers(r, "draw") {
			if !bottest.Offers(r, bot.BackText) {
				t.Errorf("%s: there is no way back: %v", from, r.Actions)
				return
			}
			if back := p.Tap(r, bot.BackText); !bottest.Offers(back, "draw") {
				t.Errorf("%s: the way back leads to %v", from, back.Actions)
			}
		}
		for _, act := range slices.Concat(r.Actions...) {
			switch act.Text {
			case "draw", "undo", "redo", "daily", "hint": // they change the position, or open another game
				continue
			}
			if seen[act.Text] || act.Answer == bot.AnswerYes {
				continue
			}
			seen[act.Text] = true
			visit(p.Send(act.Text, p.Say("show").Ref), from+" > "+act.Text)
		}
	}
	visit(board, "board")
	for _, text := range []string{"more", "settings", "settings language", "stats", "leaderboard", "help", "rules", "restart", "resign"} {
		if !seen[text] {
			t.Errorf("the way to %q was not found", text)
		}
	}
}
