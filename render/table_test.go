package render_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// A table is a position in short form. Cards that it doesn't name fill the face-down
// places and the stock.
type table struct {
	rules game.Rules
	piles string // separated by "/": a number of face-down cards, then the face-up ones
	waste string
	up    [game.Suits]int
	pass  int
}

// mustSet lays out a table.
func mustSet(tb testing.TB, t table) game.State {
	tb.Helper()
	piles := strings.Split(t.piles, "/")
	p := game.Position{Foundations: t.up, Pass: t.pass}
	named := mustCards(tb, t.waste)
	p.Waste = named
	for suit, up := range t.up {
		for rank := game.Ace; rank <= up; rank++ {
			named = append(named, game.NewCard(rank, game.Suit(suit)))
		}
	}
	hidden := make([]int, len(piles))
	for i, pile := range piles {
		count, cards, _ := strings.Cut(strings.TrimSpace(pile), " ")
		if n, err := strconv.Atoi(count); err == nil {
			hidden[i], piles[i] = n, cards
		}
		named = append(named, mustCards(tb, piles[i])...)
	}
	rest := without(game.NewDeck(), named)
	for i, pile := range piles {
		cards := append(rest[:hidden[i]:hidden[i]], mustCards(tb, pile)...)
		rest = rest[hidden[i]:]
		p.Piles = append(p.Piles, game.PositionPile{Cards: cards, Hidden: hidden[i]})
	}
	p.Stock = rest
	s, err := game.FromPosition(t.rules, p)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func mustCards(tb testing.TB, words string) []game.Card {
	tb.Helper()
	var cards []game.Card
	for _, word := range strings.Fields(words) {
		c, ok := game.ParseCard(word)
		if !ok {
			tb.Fatalf("not a card: %q", word)
		}
		cards = append(cards, c)
	}
	return cards
}

func without(deck, cards []game.Card) []game.Card {
	gone := map[game.Card]bool{}
	for _, c := range cards {
		gone[c] = true
	}
	var rest []game.Card
	for _, c := range deck {
		if !gone[c] {
			rest = append(rest, c)
		}
	}
	return rest
}

func mustDeal(tb testing.TB, r game.Rules, number int) game.State {
	tb.Helper()
	s, err := game.Deal(r, game.Numbered(number))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// mustPlay makes moves given in notation.
func mustPlay(tb testing.TB, s game.State, moves string) game.State {
	tb.Helper()
	for _, word := range strings.Fields(moves) {
		m, err := game.ParseMove(word)
		if err != nil {
			tb.Fatal(err)
		}
		next, _, err := s.Apply(m)
		if err != nil {
			tb.Fatal(err)
		}
		s = next
	}
	return s
}

// Rules of the tests.
func drawOne() game.Rules   { return game.KlondikeRules(1, 1, false) }
func drawThree() game.Rules { return game.KlondikeRules(3, 3, false) }
func yukon() game.Rules     { return game.YukonRules(false) }

// midgame is a Klondike game at draw 3 whose last draw was 3♦ 9♠ 10♥. All three can be
// played one after the other, by "w>3 w>2 w>6", and then J♣ of an earlier draw, by "w>1".
func midgame(tb testing.TB) game.State {
	tb.Helper()
	return mustSet(tb, table{
		rules: drawThree(),
		piles: "KS QH/1 TD/2 JS//4 8C 7D 6S 5H/5 4S/6 9H 8S",
		waste: "KC 2S JC 3D 9S TH",
		up:    [game.Suits]int{2, 1, 0, 1},
		pass:  2,
	})
}
