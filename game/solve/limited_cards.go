package solve

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A limSet is a set of cards, one bit each. The cards of a rank stand together
// in four bits, the lower ranks first, and the two cards of a colour in the
// same two bits; the colours trade places from rank to rank. So
//
//	bit ^ 1      is the twin: same rank, same colour,
//	bit - 4      has the rank below and the other colour,
//	(bit + 4)^2  is the next card of the suit,
//
// and what fits on what is a shift of the whole set. The layout is that of
// lonelybot.
type limSet uint64

const (
	limAces  limSet = 0xF
	limEven  limSet = 0x5555555555555555 // one bit of each pair of twins
	limPairs limSet = 0x3333333333333333 // the first pair of each rank
)

// limIndex returns the bit number of a card.
func limIndex(c game.Card) uint8 {
	place := [game.Suits]int{game.Hearts: 0, game.Diamonds: 1, game.Spades: 2, game.Clubs: 3}[c.Suit()]
	rank := c.Rank() - 1
	return uint8(rank<<2 | place ^ rank&1<<1)
}

// limCard is the inverse of limIndex.
func limCard(i uint8) game.Card {
	rank := int(i >> 2)
	suit := [...]game.Suit{game.Hearts, game.Diamonds, game.Spades, game.Clubs}[int(i)&3^rank&1<<1]
	return game.NewCard(rank+1, suit)
}

func (s limSet) has(i uint8) bool { return s>>i&1 != 0 }
func (s limSet) len() int         { return bits.OnesCount64(uint64(s)) }

// first returns the lowest bit number of a set that isn't empty.
func (s limSet) first() uint8 { return uint8(bits.TrailingZeros64(uint64(s))) }

// flip exchanges the two colours of each rank.
func (s limSet) flip() limSet { return s&limPairs<<2 | s>>2&limPairs }

// either returns the pairs of twins of which at least one is in the set.
func (s limSet) either() limSet { return ((s | s>>1) & limEven).pairs() }

// both returns the pairs of twins which are both in the set.
func (s limSet) both() limSet { return (s & (s >> 1) & limEven).pairs() }

// pairs completes a set of first twins.
func (s limSet) pairs() limSet { return s | s<<1 }

// limSuit numbers the suits; limSuits has their cards.
func limSuit(i uint8) uint8 { return i&3 ^ i>>2&1<<1 }

// limTakers returns the two cards that take a card; none exist for a king.
func limTakers(i uint8) limSet { return (limSet(1) << i).either() << 4 }
