package game

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
)

// A Suit is one of the four suits. Their order, clubs, diamonds, hearts, spades, is that
// of a fresh deck and of the foundations.
type Suit uint8

// The suits.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Suits is the number of suits.
const Suits = 4

// Red reports whether s is diamonds or hearts.
func (s Suit) Red() bool { return s == Diamonds || s == Hearts }

// String returns the letter of the suit: C, D, H or S.
func (s Suit) String() string { return string(suitLetters[s&3]) }

// Ranks run from the ace (1) to the king (13).
const (
	Ace  = 1
	King = 13
)

const (
	rankLetters = "A23456789TJQK"
	suitLetters = "CDHS"
)

// A Card is a rank and a suit. The zero Card means no card: an empty place, or a card
// that the player may not see.
type Card uint8

// NewCard returns the card of a rank from 1 (ace) to 13 (king) in a suit.
func NewCard(rank int, suit Suit) Card { return Card(rank<<2) | Card(suit) }

// Rank returns the rank, from 1 (ace) to 13 (king); 0 for no card.
func (c Card) Rank() int { return int(c >> 2) }

// Suit returns the suit.
func (c Card) Suit() Suit { return Suit(c & 3) }

// Red reports whether the card is a diamond or a heart.
func (c Card) Red() bool { return c.Suit().Red() }

// Valid reports whether c is one of the 52 cards.
func (c Card) Valid() bool { return c.Rank() >= Ace && c.Rank() <= King }

// String returns rank and suit as two letters, such as "TH" for the ten of hearts; "--"
// for no card.
func (c Card) String() string {
	if !c.Valid() {
		return "--"
	}
	return string([]byte{rankLetters[c.Rank()-1], suitLetters[c.Suit()]})
}

// ParseCard parses the two letters of [Card.String]. It reports false for anything else.
func ParseCard(s string) (Card, bool) {
	if len(s) != 2 {
		return 0, false
	}
	rank, suit := strings.IndexByte(rankLetters, s[0])+1, strings.IndexByte(suitLetters, s[1])
	if rank == 0 || suit < 0 {
		return 0, false
	}
	return NewCard(rank, Suit(suit)), true
}

// A Deck lists the cards of a game in dealing order: first the triangle row by row (row 1
// puts one card on each of the piles 1…7, row 2 on piles 2…7, …), then the stock, the
// card that is drawn first coming first. In a game without a stock, the remaining cards
// follow face up in rows on piles 2…7.
type Deck []Card

// Errors of decks and positions; test for them with errors.Is.
var (
	ErrCardCount = errors.New("wrong number of cards")
	ErrCardTwice = errors.New("a card occurs twice")
	ErrBadCard   = errors.New("not a card of this game")
)

// Generator names the shuffle that [Numbered] uses. It is stored with each game, so that
// a later shuffle can't change what an old number means.
const Generator = "pcg1"

// MaxNumber is the highest deal number; the lowest is 1.
const MaxNumber = 999_999_999

// NewDeck returns the unshuffled deck: AC…KC AD…KD AH…KH AS…KS.
func NewDeck() Deck {
	deck := make(Deck, 0, Suits*King)
	for suit := Clubs; suit <= Spades; suit++ {
		for rank := Ace; rank <= King; rank++ {
			deck = append(deck, NewCard(rank, suit))
		}
	}
	return deck
}

// Numbered returns deal number n of the generator "pcg1": the PCG source of
// math/rand/v2 seeded with (n, 0).
func Numbered(n int) Deck {
	return shuffled(rand.New(rand.NewPCG(uint64(n), 0)))
}

// Seeded returns the deal of a 32-byte seed, drawn from ChaCha8. Nobody can compute the
// deal without the seed.
func Seeded(seed [32]byte) Deck {
	return shuffled(rand.New(rand.NewChaCha8(seed)))
}

// shuffled is a Fisher–Yates shuffle from the last card down.
func shuffled(r *rand.Rand) Deck {
	deck := NewDeck()
	for i := len(deck) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck
}

// Check reports whether the deck holds every card of the rules exactly once. The error
// wraps [ErrBadCard], [ErrCardTwice] or [ErrCardCount].
func (d Deck) Check(r Rules) error { return cardSet(0).check(d, r) }

// A cardSet is a set of cards, one bit for each.
type cardSet uint64

// check reports whether the set and the cards together are every card of the rules, once
// each.
func (s cardSet) check(cards []Card, r Rules) error {
	for _, c := range cards {
		switch {
		case !c.Valid() || c.Rank() > r.Ranks:
			return fmt.Errorf("%w: %v", ErrBadCard, c)
		case s&(1<<c) != 0:
			return fmt.Errorf("%w: %v", ErrCardTwice, c)
		}
		s |= 1 << c
	}
	if n := bits.OnesCount64(uint64(s)); n != r.Cards() {
		return fmt.Errorf("%w: %d, not %d", ErrCardCount, n, r.Cards())
	}
	return nil
}
