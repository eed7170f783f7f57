// Package cards represents sets of cards as the bits of a word, arranged so that building
// in the tableau becomes shifting. The arrangement is that of the program lonelybot. Both
// Klondike engines use it.
package cards

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A Bit is the place of a card in a [Set]: rank (from 0) times four, plus a place within
// the rank. Bit 0 of that place distinguishes the two suits of a colour. Bit 1 is the
// colour, inverted on every other rank. So, for a card b,
//
//	b ^ 1      is its twin: same rank, same colour,
//	b + 4, and the twin of that, are the two cards that may carry it,
//	(b+4) ^ 2  is the next card of its suit.
type Bit = uint8

// A Set is a set of cards, one bit each. Bits from 52 on aren't cards; in the set of
// cards that the foundations need next, they mean that a suit is complete.
type Set uint64

const (
	Aces   Set = 0xf
	Firsts Set = 0x5555_5555_5555_5555 // one card of each pair of twins
	Reds   Set = 0x3c3c_3c3c_3c3c_3c3c // diamonds and hearts
)

// Of returns the bit of a card.
func Of(c game.Card) Bit {
	rank, suit := uint8(c.Rank()-1), uint8(c.Suit())
	colour := (suit ^ suit>>1) & 1
	return rank<<2 | (colour^rank&1)<<1 | suit>>1
}

// Card is the inverse of [Of].
func Card(b Bit) game.Card {
	rank := b >> 2
	suit := b>>1&1 ^ rank&1 // the colour: clubs or diamonds
	if b&1 == 1 {
		suit = uint8(game.Spades) - suit // spades or hearts
	}
	return game.NewCard(int(rank)+1, game.Suit(suit))
}

// Suit returns a number from 0 to 3 for the suit of a card, the colour in bit 1.
func Suit(b Bit) uint8 { return b&3 ^ b>>1&2 }

// One returns the set of a single card.
func One(b Bit) Set { return 1 << b }

// RanksUpTo returns all cards of the ranks 0 to n; none if n is negative.
func RanksUpTo(n int) Set { return 1<<uint(4*(n+1)) - 1 }

// Has reports whether a card is in the set.
func (s Set) Has(b Bit) bool { return s>>b&1 != 0 }

// First returns the lowest card of a set that isn't empty.
func (s Set) First() Bit { return Bit(bits.TrailingZeros64(uint64(s))) }

// Last returns the highest card of a set that isn't empty.
func (s Set) Last() Bit { return Bit(bits.Len64(uint64(s)) - 1) }

// Count returns the number of cards.
func (s Set) Count() int { return bits.OnesCount64(uint64(s)) }

// Twins returns the set with the twin of each of its cards added.
func (s Set) Twins() Set { return (s | s>>1) & Firsts * 3 }

// Both returns the pairs of twins of which both are in the set.
func (s Set) Both() Set { return s & (s >> 1) & Firsts * 3 }

// Flip exchanges the two colours within each rank.
func (s Set) Flip() Set {
	const low Set = 0x3333_3333_3333_3333
	return s>>2&low | s&low<<2
}

// SuitAbove returns, for each card, the next higher card of its suit.
func (s Set) SuitAbove() Set { return (s << 4).Flip() }

// SuitBelow returns, for each card, the next lower card of its suit; aces have
// none.
func (s Set) SuitBelow() Set { return (s >> 4).Flip() }

// Takers returns the two cards that may carry a card; none exist for a king.
func Takers(b Bit) Set { return One(b).Twins() << 4 }
