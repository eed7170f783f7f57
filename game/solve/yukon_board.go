package solve

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

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

// A yukonBoard is a position laid out for making moves. Card numbers are those
// of game.Card; 0 is no card. Sets of cards are words with bit c for card c.
type yukonBoard struct {
	key     yukonKey
	face    uint64               // face-up cards of the tableau
	exposed uint64               // the last cards of the columns
	below   [yukonCards]uint8    // what a card lies on; 0: it is the first of its column
	above   [yukonCards]uint8    // what lies on it
	col     [yukonCards]uint8    // its column
	bases   [game.MaxPiles]uint8 // the first cards of the columns that aren't empty
	tip     [game.MaxPiles]uint8 // their last cards
	cols    uint8                // how many they are
	up      [game.Suits]uint8
}

// yukonBlack and yukonRed are the cards of a colour.
const (
	yukonBlack = uint64(0x0099999999999990)
	yukonRed   = uint64(0x0066666666666660)
)

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

// yukonChildren returns the two cards that may be built on parent.
func yukonChildren(parent uint8) (low, high uint8) {
	base := parent&^3 - 4
	if yukonRed>>parent&1 != 0 {
		return base, base + 3
	}
	return base + 1, base + 2
}

// lift takes the group that starts with c off its column and turns up what lay
// under it. An emptied column closes up: the last one takes its number.
func (b *yukonBoard) lift(c uint8) (last uint8) {
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
		b.bases[col], b.tip[col] = b.bases[end], b.tip[end]
		for d := b.bases[col]; d != 0; d = b.above[d] {
			b.col[d] = col
		}
	}
	return last
}

// build moves the group that starts with c on to the exposed card parent.
func (b *yukonBoard) build(c, parent uint8) {
	last := b.lift(c)
	b.put(c, last, parent)
}

// put lays a group that lies nowhere on the exposed card parent.
func (b *yukonBoard) put(c, last, parent uint8) {
	b.exposed &^= 1 << parent
	b.above[parent] = c
	b.below[c] = parent
	b.settle(c, last, b.col[parent])
	b.key.setLink(c, yukonLinkTo(c, parent))
}

// found moves the group that starts with the king c to an empty column.
func (b *yukonBoard) found(c uint8) {
	last := b.lift(c)
	b.putBare(c, last)
}

func (b *yukonBoard) putBare(c, last uint8) {
	b.below[c] = 0
	b.bases[b.cols] = c
	b.cols++
	b.settle(c, last, b.cols-1)
	b.key.setLink(c, linkLow)
}

// settle notes the new column of the group from c to last.
func (b *yukonBoard) settle(c, last, col uint8) {
	for d := c; d != 0; d = b.above[d] {
		b.col[d] = col
	}
	b.tip[col] = last
}

// raise puts the exposed card c on its foundation.
func (b *yukonBoard) raise(c uint8) {
	b.lift(c)
	b.exposed &^= 1 << c
	b.face &^= 1 << c
	b.up[c&3]++
	b.key.setLink(c, linkUp)
}

// takeBack brings c down from its foundation.
func (b *yukonBoard) takeBack(c, link, ranks uint8) {
	b.up[c&3]--
	b.above[c] = 0
	b.face |= 1 << c
	b.exposed |= 1 << c
	if yukonRank(c) == ranks {
		b.putBare(c, c)
		return
	}
	b.put(c, c, yukonParent(c, link))
}

// next returns the set of the cards the foundations wait for, those of a
// complete suit being no cards at all.
func (b *yukonBoard) next() uint64 {
	return 1<<(4*b.up[0]+4) | 1<<(4*b.up[1]+5) | 1<<(4*b.up[2]+6) | 1<<(4*b.up[3]+7)
}

// tops returns the last cards of the columns.
func (b *yukonBoard) tops() uint64 { return b.exposed }

// withParents returns the cards that may be built on some card of the set.
func withParents(parents uint64) uint64 {
	const clubs = uint64(0x0011111111111110)
	black := (parents | parents>>3) & clubs
	red := (parents>>1 | parents>>2) & clubs
	return black>>3 | black>>2 | red>>4 | red>>1
}

// lowest returns the lowest card number in a set that isn't empty.
func lowest(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }
