package solve

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A bit is a card as a position in a set of cards: rank (from 0) times four,
// plus a place within the rank that makes building a matter of shifts. Bit 0
// of the place tells the two suits of a colour apart, bit 1 is the colour
// turned over on every other rank. So a card and its twin (same rank, same
// colour) are neighbours, and the two cards that may carry it in the tableau
// have the place within their rank that it has within its own: four higher.
type bit = uint8

// A set is a set of cards, one bit each. Bits from 52 on are no cards; in the
// set of cards that the foundations wait for they say that a suit is complete.
type set uint64

const (
	// firsts holds one card of each pair of twins.
	firsts set = 0x5555_5555_5555_5555
	// reds holds the diamonds and hearts: the colour bit alternates by rank.
	reds set = 0x3c3c_3c3c_3c3c_3c3c
)

// bitOf converts a card of the engine.
func bitOf(c game.Card) bit {
	rank, suit := uint8(c.Rank()-1), uint8(c.Suit())
	colour := (suit ^ suit>>1) & 1
	return rank<<2 | (colour^rank&1)<<1 | suit>>1
}

// cardOf converts back.
func cardOf(b bit) game.Card {
	rank := b >> 2
	suit := b>>1&1 ^ rank&1 // the colour: clubs or diamonds
	if b&1 == 1 {
		suit = uint8(game.Spades) - suit // spades or hearts
	}
	return game.NewCard(int(rank)+1, game.Suit(suit))
}

// suitOf returns a number from 0 to 3 for the suit of a card, the colour in
// bit 1.
func suitOf(b bit) uint8 { return b&3 ^ b>>1&2 }

// one returns the set of a single card.
func one(b bit) set { return 1 << b }

// first returns the lowest card of a set that isn't empty.
func (s set) first() bit { return bit(bits.TrailingZeros64(uint64(s))) }

// last returns the highest card of a set that isn't empty.
func (s set) last() bit { return bit(bits.Len64(uint64(s)) - 1) }

// count returns the number of cards.
func (s set) count() int { return bits.OnesCount64(uint64(s)) }

// twins returns the set with the twin of each of its cards added.
func (s set) twins() set { return (s | s>>1) & firsts * 3 }

// suitAbove returns, for each card, the next higher card of its suit. The
// colour bit alternates, so that is four up and the other half of the rank.
func (s set) suitAbove() set { return swapHalves(s << 4) }

// suitBelow returns the next lower card of the suit; aces have none.
func (s set) suitBelow() set { return swapHalves(s >> 4) }

// swapHalves exchanges the two colours within each rank.
func swapHalves(s set) set {
	const low set = 0x3333_3333_3333_3333
	return s>>2&low | s&low<<2
}

// ranksUpTo returns all cards of the ranks 0 to n; none if n is negative.
func ranksUpTo(n int) set { return 1<<uint(4*(n+1)) - 1 }
