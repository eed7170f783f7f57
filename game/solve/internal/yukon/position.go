package yukon

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// Yukon positions are stored as edges. Every card that isn't up lies on exactly one of
// four things: what it lay on at the start of the search, one of the two cards that it
// may be built on, or, if it is a king, an empty column. Two bits per card say which, and
// that is the whole position: the order of the columns doesn't matter, and a card is face
// down as long as the card that lay on it at the start hasn't left. So 104 bits are the
// exact position; no part of the key is a hash.

// The edges of a card.
const (
	edgeRoot = iota // what it lay on at the start of the search
	edgeLow         // its parent of the lower suit; for a king, an empty column
	edgeHigh        // its parent of the higher suit
	edgeUp          // its foundation
)

const (
	firstCard   = 4  // the lowest card number, AC
	cardNumbers = 56 // one more than the highest card number, KS
)

// A key holds the edge of card c in the two bits from 2(c-4).
type key struct{ lo, hi uint64 }

func (k *key) edge(c uint8) uint8 {
	if c < firstCard+32 {
		return uint8(k.lo>>(2*(c-firstCard))) & 3
	}
	return uint8(k.hi>>(2*(c-firstCard-32))) & 3
}

// setEdge replaces the edge of c.
func (k *key) setEdge(c, edge uint8) {
	if c < firstCard+32 {
		at := 2 * (c - firstCard)
		k.lo = k.lo&^(3<<at) | uint64(edge)<<at
		return
	}
	at := 2 * (c - firstCard - 32)
	k.hi = k.hi&^(3<<at) | uint64(edge)<<at
}

// A move is a card and the edge it gets.
type move uint8

func newMove(c, edge uint8) move { return move(c<<2 | edge) }

func (m move) card() uint8 { return uint8(m >> 2) }
func (m move) edge() uint8 { return uint8(m & 3) }

// reds is the set of the red cards, clubs that of the clubs; that of suit
// s is clubs << s.
const (
	reds  = uint64(0x0066666666666660)
	clubs = uint64(0x0011111111111110)
)

// rankOf returns the rank of a card, from 1 to 13.
func rankOf(c uint8) uint8 { return c >> 2 }

// parentOf returns the card of the next higher rank that an edge names: red suits are 1
// and 2, black ones 0 and 3.
func parentOf(c, edge uint8) uint8 {
	base := c&^3 + 4
	if reds>>c&1 != 0 {
		return base + 3*(edge-1)
	}
	return base + edge
}

// edgeTo is the inverse: the edge of c when it is built on parent.
func edgeTo(c, parent uint8) uint8 {
	if parent&3 == 0 || parent&3 == 1 {
		return edgeLow
	}
	return edgeHigh
}

// fits reports whether c may be built on parent.
func fits(c, parent uint8) bool {
	return c&^3+4 == parent&^3 && (reds>>c^reds>>parent)&1 != 0
}

// children returns the cards that may be built on some card of the set.
func children(parents uint64) uint64 {
	black := (parents | parents>>3) & clubs
	red := (parents>>1 | parents>>2) & clubs
	return black>>3 | black>>2 | red>>4 | red>>1
}

// lowest returns the lowest card number in a set that isn't empty.
func lowest(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }

// A board is a position laid out for making moves. Card numbers are those of game.Card; 0
// means no card. Sets of cards are words in which bit c is card c.
type board struct {
	key     key
	face    uint64               // face-up cards of the tableau
	exposed uint64               // the last cards of the columns
	below   [cardNumbers]uint8   // what a card lies on; 0 if it is the first of its column
	above   [cardNumbers]uint8   // what lies on it
	col     [cardNumbers]uint8   // its column
	base    [game.MaxPiles]uint8 // the first cards of the columns that aren't empty
	tip     [game.MaxPiles]uint8 // their last cards
	cols    uint8                // number of columns that aren't empty
	up      [game.Suits]uint8
}

// lift takes the group that starts with c off its column and turns up the card under it.
// An emptied column closes up: the last one takes its number.
func (b *board) lift(c uint8) (last uint8) {
	col, under := b.col[c], b.below[c]
	last = b.tip[col]
	if under != 0 {
		b.tip[col] = under
		b.above[under] = 0
		b.face |= 1 << under
		b.exposed |= 1 << under
		return last
	}
	b.cols--
	if end := b.cols; col != end {
		b.base[col], b.tip[col] = b.base[end], b.tip[end]
		for d := b.base[col]; d != 0; d = b.above[d] {
			b.col[d] = col
		}
	}
	return last
}

// put lays the group from c to last, which is in no column, on the exposed card under, or
// on an empty column if that is 0.
func (b *board) put(c, last, under uint8) {
	col := b.cols
	if under == 0 {
		b.base[col] = c
		b.cols++
	} else {
		col = b.col[under]
		b.exposed &^= 1 << under
		b.above[under] = c
	}
	b.below[c] = under
	for d := c; d != 0; d = b.above[d] {
		b.col[d] = col
	}
	b.tip[col] = last
}

// raise puts the exposed card c on its foundation.
func (b *board) raise(c uint8) {
	b.lift(c)
	b.below[c] = 0 // for the relaxation: if c comes back, it lies on nothing it lay on
	b.exposed &^= 1 << c
	b.face &^= 1 << c
	b.up[c&3]++
	b.key.setEdge(c, edgeUp)
}

// next returns the set of the cards that the foundations need next; for a complete suit,
// the bit is no card.
func (b *board) next() uint64 {
	return 1<<(4*b.up[0]+4) | 1<<(4*b.up[1]+5) | 1<<(4*b.up[2]+6) | 1<<(4*b.up[3]+7)
}

// allUp returns the number of cards on the foundations.
func (b *board) allUp() int {
	return int(b.up[0]) + int(b.up[1]) + int(b.up[2]) + int(b.up[3])
}

// rooted returns the cards that still lie where they lay at the start and aren't built.
func (e *Engine) rooted(b *board) uint64 {
	const even = 0x5555555555555555
	lo := ^(b.key.lo | b.key.lo>>1) & even
	hi := ^(b.key.hi | b.key.hi>>1) & even
	return (squeeze(lo) | squeeze(hi)<<32) << firstCard & e.all
}

// squeeze moves the even bits of x together; its odd bits must be clear.
func squeeze(x uint64) uint64 {
	x = (x | x>>1) & 0x3333333333333333
	x = (x | x>>2) & 0x0f0f0f0f0f0f0f0f
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	return (x | x>>16) & 0x00000000ffffffff
}
