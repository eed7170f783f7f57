package solve

import "github.com/solitaire-chat/solitaire/game"

// A yukonBoard is a position laid out for making moves. Card numbers are those
// of game.Card; 0 is no card. Sets of cards are words with bit c for card c.
type yukonBoard struct {
	key     yukonKey
	face    uint64               // face-up cards of the tableau
	exposed uint64               // the last cards of the columns
	below   [yukonCards]uint8    // what a card lies on; 0: it is the first of its column
	above   [yukonCards]uint8    // what lies on it
	col     [yukonCards]uint8    // its column
	base    [game.MaxPiles]uint8 // the first cards of the columns that aren't empty
	tip     [game.MaxPiles]uint8 // their last cards
	cols    uint8                // how many they are
	up      [game.Suits]uint8
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
		b.base[col], b.tip[col] = b.base[end], b.tip[end]
		for d := b.base[col]; d != 0; d = b.above[d] {
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
	b.place(c, last, b.col[parent])
	b.key.setLink(c, yukonLinkTo(c, parent))
}

// found moves the group that starts with the king c to an empty column.
func (b *yukonBoard) found(c uint8) {
	last := b.lift(c)
	b.putBare(c, last)
}

// putBare lays a group that lies nowhere on an empty column.
func (b *yukonBoard) putBare(c, last uint8) {
	b.below[c] = 0
	b.base[b.cols] = c
	b.cols++
	b.place(c, last, b.cols-1)
	b.key.setLink(c, linkLow)
}

// place notes the new column of the group from c to last.
func (b *yukonBoard) place(c, last, col uint8) {
	for d := c; d != 0; d = b.above[d] {
		b.col[d] = col
	}
	b.tip[col] = last
}

// raise puts the exposed card c on its foundation.
func (b *yukonBoard) raise(c uint8) {
	b.lift(c)
	b.below[c] = 0 // for the relaxation: should c come back, it lies on nothing it lay on
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

// allUp returns the number of cards on the foundations.
func (b *yukonBoard) allUp() int {
	return int(b.up[0]) + int(b.up[1]) + int(b.up[2]) + int(b.up[3])
}

// rooted returns the cards that lie where they lay at the start, out of build.
func (e *yukonEngine) rooted(b *yukonBoard) uint64 {
	const even = 0x5555555555555555
	lo := ^(b.key.lo | b.key.lo>>1) & even
	hi := ^(b.key.hi | b.key.hi>>1) & even
	return (yukonSqueeze(lo) | yukonSqueeze(hi)<<32) << yukonFirst & e.all
}

// yukonSqueeze moves the even bits of x together; its odd bits must be clear.
func yukonSqueeze(x uint64) uint64 {
	x = (x | x>>1) & 0x3333333333333333
	x = (x | x>>2) & 0x0f0f0f0f0f0f0f0f
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	return (x | x>>16) & 0x00000000ffffffff
}
