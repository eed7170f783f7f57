package command_test

import (
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
)

// cardsOf reads cards such as "KS QH".
func cardsOf(t *testing.T, names ...string) []game.Card {
	t.Helper()
	var cards []game.Card
	for _, name := range names {
		c, ok := game.ParseCard(name)
		if !ok {
			t.Fatalf("%s is no card", name)
		}
		cards = append(cards, c)
	}
	return cards
}

// Moves that improve something come first, those that only put cards elsewhere behind
// them, and those from the waste last; a king that changes its empty pile has no button.
func TestQuickMovesAreThoseThatImproveSomething(t *testing.T) {
	v := game.View{Rules: game.KlondikeRules(1, 1, true), Piles: []game.ViewPile{
		{Up: cardsOf(t, "KS")}, {Hidden: 2, Up: cardsOf(t, "QH")}, {Up: cardsOf(t, "TS", "9H")}, {Up: cardsOf(t, "TC")}, {}, {}, {Hidden: 1, Up: cardsOf(t, "KD")},
	}, Waste: cardsOf(t, "KC"), Foundations: [game.Suits]int{game.Diamonds: 1}}
	choice := func(from, to game.Pile, card, on string) command.Choice {
		c := command.Choice{Move: game.Move{From: from, To: to, Count: 1}, Card: cardsOf(t, card)[0]}
		if on != "" {
			c.On = cardsOf(t, on)[0]
		}
		return c
	}
	turns := choice(2, 1, "QH", "KS")
	kingTurns, kingTurnsAgain := choice(7, 5, "KD", ""), choice(7, 6, "KD", "")
	waste, wasteAgain := choice(game.Waste, 5, "KC", ""), choice(game.Waste, 6, "KC", "")
	empties, shift, emptyToEmpty := choice(4, 5, "TC", "JD"), choice(3, 4, "9H", "TC"), choice(1, 5, "KS", "")
	back := choice(game.FoundationOf(game.Diamonds), 4, "AD", "2C")
	menu := []command.Choice{turns, waste, wasteAgain, kingTurns, kingTurnsAgain, emptyToEmpty, shift, empties, back}
	for most, want := range map[int][]command.Choice{
		9: {turns, kingTurns, empties, shift, waste}, 5: {turns, kingTurns, empties, shift, waste}, 3: {turns, kingTurns, waste}, 1: {waste},
	} {
		if got := command.Quick(&v, menu, most); !slices.Equal(got, want) {
			t.Errorf("of %d: got %v, want %v", most, got, want)
		}
	}
}

// While the player draws, the buttons of moves between piles stay where they are.
func TestQuickMovesKeepTheirPlacesWhileDrawing(t *testing.T) {
	const most = 5
	drawn := 0
	for number := range 30 {
		p := bottest.NewPerson(t)
		p.Bot.Number = func() int { return number + 1 }
		r := p.Say("new draw 1")
		var piles []command.Choice
		for bottest.Offers(r, "draw") {
			got := r.Quick(most)
			for i, c := range got {
				switch {
				case c.Move.From == game.Waste:
				case i < len(piles) && c != piles[i]:
					t.Fatalf("deal %d: got %v in place of %v", number+1, c, piles[i])
				case i >= len(piles):
					piles = append(piles, c)
				}
			}
			r = p.Say("d")
			drawn++
		}
	}
	if drawn < 600 {
		t.Errorf("only %d cards were drawn", drawn)
	}
}
