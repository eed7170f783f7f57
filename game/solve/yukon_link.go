package solve

import "math/bits"

// Yukon positions are kept as links. Every card that is not up lies on exactly
// one of four things: what it lay on at the start of the search, one of the two
// cards it may be built on, or, a king, a bare column. Two bits a card say
// which, and they say everything: the order of the columns doesn't matter, and
// a card is face down as long as the card that lay on it at the start has not
// left. So 104 bits are the exact position; nothing about the key is a hash.

// The links of a card.
const (
	linkRoot = iota // what it lay on at the start of the search
	linkLow         // its parent of the lower suit; a king: a bare column
	linkHigh        // its parent of the higher suit
	linkUp          // its foundation
)

const (
	yukonFirst = 4  // the lowest card number, AC
	yukonCards = 56 // one more than the highest card number, KS
)

// A yukonKey holds the link of card c in the two bits from 2(c-4).
type yukonKey struct{ lo, hi uint64 }

func (k *yukonKey) link(c uint8) uint8 {
	if c < yukonFirst+32 {
		return uint8(k.lo>>(2*(c-yukonFirst))) & 3
	}
	return uint8(k.hi>>(2*(c-yukonFirst-32))) & 3
}

// setLink replaces the link of c.
func (k *yukonKey) setLink(c, link uint8) {
	if c < yukonFirst+32 {
		at := 2 * (c - yukonFirst)
		k.lo = k.lo&^(3<<at) | uint64(link)<<at
		return
	}
	at := 2 * (c - yukonFirst - 32)
	k.hi = k.hi&^(3<<at) | uint64(link)<<at
}

// A yukonMove is a card and the link it gets.
type yukonMove uint8

func newYukonMove(c, link uint8) yukonMove { return yukonMove(c<<2 | link) }

func (m yukonMove) card() uint8 { return uint8(m >> 2) }
func (m yukonMove) link() uint8 { return uint8(m & 3) }

// yukonRed is the set of the red cards, yukonSuit that of the clubs; that of suit
// s is yukonSuit << s.
const (
	yukonRed  = uint64(0x0066666666666660)
	yukonSuit = uint64(0x0011111111111110)
)

// yukonRank returns the rank of a card, from 1 to 13.
func yukonRank(c uint8) uint8 { return c >> 2 }

// yukonParent returns the card of the next higher rank that link names: red
// suits are 1 and 2, black ones 0 and 3.
func yukonParent(c, link uint8) uint8 {
	base := c&^3 + 4
	if yukonRed>>c&1 != 0 {
		return base + 3*(link-1)
	}
	return base + link
}

// yukonLinkTo is the inverse: the link of c when it is built on parent.
func yukonLinkTo(c, parent uint8) uint8 {
	if parent&3 == 0 || parent&3 == 1 {
		return linkLow
	}
	return linkHigh
}

// yukonFits reports whether c may be built on parent.
func yukonFits(c, parent uint8) bool {
	return c&^3+4 == parent&^3 && (yukonRed>>c^yukonRed>>parent)&1 != 0
}

// yukonChildren returns the cards that may be built on some card of the set.
func yukonChildren(parents uint64) uint64 {
	black := (parents | parents>>3) & yukonSuit
	red := (parents>>1 | parents>>2) & yukonSuit
	return black>>3 | black>>2 | red>>4 | red>>1
}

// yukonLowest returns the lowest card number in a set that isn't empty.
func yukonLowest(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }
