package picture_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render/picture"
)

func mustPainter(tb testing.TB) *picture.Painter {
	tb.Helper()
	p, err := picture.New()
	if err != nil {
		tb.Fatal(err)
	}
	return p
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

// A table is a position in short form: piles separated by "/", each a number of face-down
// cards followed by the face-up ones. Cards that it doesn't name fill the face-down
// places and the stock.
type table struct {
	rules game.Rules
	piles string
	waste string
	up    [game.Suits]int
	pass  int
}

// mustSet lays out a table. The seed decides the order of the cards that it doesn't name.
func mustSet(tb testing.TB, t table, seed uint64) game.State {
	tb.Helper()
	p := game.Position{Foundations: t.up, Pass: t.pass, Waste: cards(tb, t.waste)}
	named := append([]game.Card(nil), p.Waste...)
	for suit, up := range t.up {
		for rank := game.Ace; rank <= up; rank++ {
			named = append(named, game.NewCard(rank, game.Suit(suit)))
		}
	}
	for pile := range strings.SplitSeq(t.piles, "/") {
		hidden := strings.Count(pile, "#")
		up := cards(tb, strings.ReplaceAll(pile, "#", " "))
		named = append(named, up...)
		p.Piles = append(p.Piles, game.PositionPile{Cards: up, Hidden: hidden})
	}
	rest := unnamed(named)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	for i := range p.Piles {
		n := p.Piles[i].Hidden
		p.Piles[i].Cards = append(rest[:n:n], p.Piles[i].Cards...)
		rest = rest[n:]
	}
	p.Stock = rest
	s, err := game.FromPosition(t.rules, p)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func cards(tb testing.TB, words string) []game.Card {
	tb.Helper()
	var list []game.Card
	for _, word := range strings.Fields(words) {
		c, ok := game.ParseCard(word)
		if !ok {
			tb.Fatalf("not a card: %q", word)
		}
		list = append(list, c)
	}
	return list
}

func unnamed(named []game.Card) []game.Card {
	known := map[game.Card]bool{}
	for _, c := range named {
		known[c] = true
	}
	var rest []game.Card
	for _, c := range game.NewDeck() {
		if !known[c] {
			rest = append(rest, c)
		}
	}
	return rest
}

// Tables of the tests.

func midgame() table {
	return table{
		rules: game.KlondikeRules(3, 3, false), pass: 1,
		piles: "KS QH/#TD/##JS//####8C 7D 6S 5H/#####4S/######9H 8S",
		waste: "KC 2S JC 3D 9S TH",
		up:    [game.Suits]int{2, 1, 0, 1},
	}
}

func longestKlondike() table {
	return table{
		rules: game.KlondikeRules(1, 1, false), pass: 1,
		piles: "//////######KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS",
		up:    [game.Suits]int{13, 13, 0, 0},
	}
}

// longestYukon has a column of 45 cards.
func longestYukon() table {
	up := [game.Suits]int{3, 2, 1, 1}
	var tail []string
	for _, c := range game.Numbered(7) {
		if c.Rank() > up[c.Suit()] && len(tail) < 39 {
			tail = append(tail, c.String())
		}
	}
	return table{rules: game.YukonRules(false), piles: "//////######" + strings.Join(tail, " "), up: up}
}

func emptyStock() table {
	return table{
		rules: game.KlondikeRules(1, 1, false), pass: 1,
		piles: "KS/#QH/##JS/###TD/8C 7D 6S 5H/#####4S/######9H",
		waste: "2C 3C 4C 5C 6C 7C 9C TC JC QC KC",
		up:    [game.Suits]int{1, 3, 3, 3},
	}
}

func won() table {
	return table{rules: game.KlondikeRules(3, 3, false), pass: 3, piles: "//////", up: [game.Suits]int{13, 13, 13, 13}}
}
