package game

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// A Deck lists the cards of a game in dealing order: first the triangle row by
// row (row 1 puts one card on each of the piles 1…7, row 2 on piles 2…7, …),
// then the stock, the card that is turned first coming first; in a game
// without a stock the remaining cards follow face up in rows on piles 2…7.
type Deck []Card

// Faults of a deck or a position, found by errors.Is.
var (
	ErrCardCount = errors.New("wrong number of cards")
	ErrCardTwice = errors.New("a card is there twice")
	ErrBadCard   = errors.New("not a card of this game")
)

// Generator names the shuffle that [Numbered] uses. It is stored with a game,
// so that a later generator never changes what an old number meant.
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

// Seeded returns the deal of a 32-byte seed, drawn from ChaCha8. Without the
// seed nobody can compute it.
func Seeded(seed [32]byte) Deck {
	return shuffled(rand.New(rand.NewChaCha8(seed)))
}

// shuffled is the Fisher–Yates shuffle from the last card down.
func shuffled(r *rand.Rand) Deck {
	deck := NewDeck()
	for i := len(deck) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck
}

// Check reports whether the deck holds every card of the rules once. The error
// is, by errors.Is, one of [ErrBadCard], [ErrCardTwice] and [ErrCardCount].
func (d Deck) Check(r Rules) error {
	var seen cardSet
	for _, c := range d {
		if err := seen.add(c, r); err != nil {
			return err
		}
	}
	if len(d) != r.Cards() {
		return fmt.Errorf("%w: %d, not %d", ErrCardCount, len(d), r.Cards())
	}
	return nil
}

// A cardSet remembers cards by the bit of their number.
type cardSet uint64

func (s cardSet) len() int { return bits.OnesCount64(uint64(s)) }

func (s *cardSet) add(c Card, r Rules) error {
	if !c.Valid() || c.Rank() > r.Ranks {
		return fmt.Errorf("%w: %v", ErrBadCard, c)
	}
	if *s&(1<<c) != 0 {
		return fmt.Errorf("%w: %v", ErrCardTwice, c)
	}
	*s |= 1 << c
	return nil
}
