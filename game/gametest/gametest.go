// Package gametest helps to test whatever plays: all rules, deals, positions written
// short, moves in notation, and decks that differ only in cards nobody has seen. Only
// tests import it.
package gametest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// EveryRules lists the rules that people can choose.
func EveryRules() []game.Rules {
	sets := []game.Rules{game.YukonRules(false), game.YukonRules(true)}
	for _, draw := range []int{1, 3} {
		for _, passes := range []int{1, 3, 0} {
			sets = append(sets, game.KlondikeRules(draw, passes, false), game.KlondikeRules(draw, passes, true))
		}
	}
	return sets
}

// Deal returns a numbered deal.
func Deal(t testing.TB, r game.Rules, number int) game.State {
	t.Helper()
	return DealOf(t, r, game.Numbered(number))
}

// DealOf returns the deal of a deck.
func DealOf(t testing.TB, r game.Rules, d game.Deck) game.State {
	t.Helper()
	s, err := game.Deal(r, d)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Play makes moves given in notation, with spaces between.
func Play(t testing.TB, s game.State, moves string) game.State {
	t.Helper()
	for _, word := range strings.Fields(moves) {
		m, err := game.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		next, _, err := s.Apply(m)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	return s
}

// RandomDeck returns a shuffled deck of a game with the given number of ranks.
func RandomDeck(random *rand.Rand, ranks int) game.Deck {
	var deck game.Deck
	for suit := range game.Suit(game.Suits) {
		for rank := range ranks {
			deck = append(deck, game.NewCard(rank+1, suit))
		}
	}
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// Twin returns a deck with the unseen cards of a fresh deal in another order.
func Twin(t testing.TB, r game.Rules, d game.Deck, random *rand.Rand) game.Deck {
	t.Helper()
	state := DealOf(t, r, d)
	var hidden []int
	for i, c := range d {
		if p, _ := state.Find(c); p == 0 {
			hidden = append(hidden, i)
		}
	}
	other := slices.Clone(d)
	for i, j := range random.Perm(len(hidden)) {
		other[hidden[i]] = d[hidden[j]]
	}
	return other
}

// Wander plays random moves, so that a test begins in mid-game.
func Wander(random *rand.Rand, s game.State, steps int) game.State {
	for range steps {
		legal := slices.Collect(s.Moves())
		if len(legal) == 0 {
			break
		}
		s, _, _ = s.Apply(legal[random.IntN(len(legal))])
	}
	return s
}

// A Table is a position written short. The face-down cards and the stock are those that
// are named nowhere.
type Table struct {
	Rules game.Rules
	Piles string // with "/" between: a # for each face-down card, then the face-up ones
	Waste string
	Up    [game.Suits]int
	Pass  int
}

// Set lays out a table. The cards that are named nowhere are shuffled, unless random is
// nil.
func (table Table) Set(t testing.TB, random *rand.Rand) game.State {
	t.Helper()
	p := game.Position{Foundations: table.Up, Pass: table.Pass, Waste: cards(t, table.Waste)}
	named := slices.Clone(p.Waste)
	for suit, up := range table.Up {
		for rank := game.Ace; rank <= up; rank++ {
			named = append(named, game.NewCard(rank, game.Suit(suit)))
		}
	}
	for pile := range strings.SplitSeq(table.Piles, "/") {
		up := cards(t, strings.ReplaceAll(pile, "#", " "))
		named = append(named, up...)
		p.Piles = append(p.Piles, game.PositionPile{Cards: up, Hidden: strings.Count(pile, "#")})
	}
	rest := slices.DeleteFunc(game.NewDeck(), func(c game.Card) bool { return slices.Contains(named, c) })
	if random != nil {
		random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	}
	for i, pile := range p.Piles {
		p.Piles[i].Cards = append(rest[:pile.Hidden:pile.Hidden], pile.Cards...)
		rest = rest[pile.Hidden:]
	}
	p.Stock = rest
	s, err := game.FromPosition(table.Rules, p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func cards(t testing.TB, words string) (list []game.Card) {
	t.Helper()
	for _, word := range strings.Fields(words) {
		c, ok := game.ParseCard(word)
		if !ok {
			t.Fatalf("not a card: %q", word)
		}
		list = append(list, c)
	}
	return list
}
