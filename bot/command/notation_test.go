package command_test

import (
	"strconv"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
)

// Deal 1 of Klondike at draw 3 shows 6♠ 3♠ Q♣ K♣ Q♦ 2♥ J♣.
func TestAMoveCanBeWrittenInManyWays(t *testing.T) {
	for _, text := range []string{
		"/move 5 4", "move 5 4", "5 4", "/move 5>4", "5-4", "5 -> 4", "5→4", "5 to 4", "/MOVE 5 4", "５ ４",
		"5 4", "qd kc", "Q♦ K♣", "q♦ 4", "5 k♣", "5 4 1", "5 4 x1", "5>4:1", "pile 5 to pile 4", "m 5 4",
		"/move “5 4”", "qd", "/solitaire move 5 4", "  5   4  ", "Q♦️ K♣️",
		"5️⃣ 4️⃣", "5 ➡️ 4", "5 4.", "5\u00a04", "‘5’ 4", "“Q♦” “K♣”", "5–4", "5 —> 4", "**5** 4", "*5 4*", "٥ ٤", "५ ४", "۵ ۴", "5\n", "\n5 4\n",
	} {
		p := bottest.NewPerson(t)
		p.Say("new draw 3 deal 1")
		r := p.Expect(text, "Q♦ from pile 5 → K♣ on pile 4")
		if r.Board.Piles[3].Up[1] != game.NewCard(12, game.Diamonds) {
			t.Errorf("%q: got no Q♦ on pile 4", text)
		}
	}
}

// Each line is a move, in whatever way it is written; phones make a full stop of two
// spaces.
func TestSeveralLinesAreSeveralMoves(t *testing.T) {
	for _, text := range []string{"5 4\nd\nd", "/move 5 4\r\n/move d\r\n\r\n/draw", "move 5 4\u2028d\nd", "5 4, d\nd", "5 4. d. d", "move\n5 4\nd\nd"} {
		p := bottest.NewPerson(t)
		p.Say("new draw 3 deal 1")
		if r := p.Say(text); len(r.Board.Waste) != 6 || len(r.Board.Piles[3].Up) != 2 {
			t.Errorf("%q: got %s", text, p.Text(r))
		}
	}
	p := bottest.NewPerson(t)
	if r := p.Say("new\nyukon\ndeal 5"); r.Board == nil || r.Board.Rules.HasStock() {
		t.Errorf("lines of another command: got %s", p.Text(r))
	}
	call, fault := p.Bot.Grammar().Build("move", map[string]string{"from": "5 4\nd"})
	if fault != nil || len(call.Args.Orders()) != 2 {
		t.Errorf("in a typed option: got the moves %v", call.Args.Orders())
	}
}

// The heart that phones offer is a suit.
func TestPhonesHearts(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	p.Expect("2❤️ 3♠️", "2♥ from pile 6")
}

// A card moved onto the top card of a foundation goes to that foundation.
func TestAFoundationIsNamedByItsTopCard(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 1141")
	p.Say("d, w f") // A♦ is up
	p.Expect("6 3", "2♦ from pile 6")
	p.Expect("2d ad", "2♦ from pile 3 → foundation")
	p.Expect("undo", "undo")
	p.Expect("ks ad", "K♠ can't go up yet")
	p.Expect("2d ac", "No move starts or ends at that card")
	p.Expect("3 ad", "2♦ from pile 3 → foundation")
}

func TestAmbiguousMovesAreOfferedAsAChoice(t *testing.T) {
	p, text := bottest.NewPerson(t), ""
	for n := 1; text == "" && n < 2000; n++ {
		r := p.Say("new yukon deal " + strconv.Itoa(n))
		text = ambiguous(r.Menu)
	}
	if text == "" {
		t.Fatal("found no deal with two readings of a move")
	}
	r := p.Say(text)
	p.Has(r, "move.which")
	if !r.Choose || len(r.Menu) < 2 {
		t.Fatalf("got the menu %v, want a choice of two or more", r.Menu)
	}
	if after := p.Tap(r, r.Menu[1].Text()); len(after.Lines) == 0 || after.Ref.Version != r.Ref.Version+1 {
		t.Errorf("the chosen move wasn't made: %s", p.Text(after))
	}
}

// ambiguous returns FROM TO of two moves that differ only in their count.
func ambiguous(menu []command.Choice) string {
	seen := map[game.Move]bool{}
	for _, c := range menu {
		m := c.Move
		m.Count = 0
		if seen[m] {
			return m.From.String() + " " + m.To.String()
		}
		seen[m] = true
	}
	return ""
}

// An unknown name is refused; nothing similar is substituted for it.
func TestUnknownNamesAreRefused(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	for command, want := range map[string]string{
		"stats @bob":  "choice.unknown",
		"stats yukon": "choice.unknown",
		"stats":       "stats.none",
		"stats <@1>":  "stats.none",
		"help foo":    "unknown.command",
		"help hnit":   "unknown.near",
		"help d":      "help.draw",
	} {
		if got := ann.Say(command).Lines[0].Key; got != want {
			t.Errorf("%q: got %s, want %s", command, got, want)
		}
	}
	ann.Has(ann.Say("stats <@bob>", bob), "stats.private")
}

// B57.
func TestCaseIsIgnoredAndEmptyInputChangesNothing(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("NEW DRAW 3 DEAL 1")
	before := p.Say("MOVE QD KC")
	for _, text := range []string{"", " ", "/", "\u200b", "\t\n", "/solitaire", "SOLITAIRE"} {
		if r := p.Say(text); r.Ref != before.Ref {
			t.Errorf("%q changed the game", text)
		}
	}
}

// A command with words that it doesn't take changes nothing.
func TestUnexpectedWordsAreRefused(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	before := p.Say("d")
	for _, text := range []string{"draw 3", "redo all", "undo 1 2", "undo abc 3", "show free practice", "restart game", "settings style ascii extra", "finish it now", "resign please"} {
		if r := p.Say(text); r.Ref != before.Ref || len(r.Lines) != 1 {
			t.Errorf("%q: got %s, want a refusal", text, p.Text(r))
		}
	}
	p.Has(p.Say("turn over"), "did.draw")
	p.Has(p.Say("/solitaire /draw"), "did.draw")
	p.Has(p.Say("give up"), "resign.ask-free")
}
