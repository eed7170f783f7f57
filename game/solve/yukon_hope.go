package solve

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A yukonHope is the delete relaxation of a position: whatever was to be had
// once stays so. A card that has left its place can lie anywhere; a card that
// was free once can be built on for ever. What can't be won even so can't be
// won at all: each move of a winning line, in turn, is one that the relaxation
// allows as well, since all it asks for was granted before.
type yukonHope struct {
	open  uint64 // cards that nothing lies on, at some time
	face  uint64 // cards face up at some time
	loose uint64 // cards that have left what they lie on
	bare  bool   // a column is empty at some time
	next  uint64 // the cards that the foundations wait for
}

func (e *yukonEngine) hope(b *yukonBoard) yukonHope {
	return yukonHope{open: b.exposed, face: b.face, next: b.next(), bare: int(b.cols) < e.piles}
}

// won reports whether all cards go up.
func (h *yukonHope) won(ranks uint8) bool { return h.next == 15<<(4*ranks+4) }

// outlook returns the end of the relaxation, and how long it took.
func (e *yukonEngine) outlook(b *yukonBoard) (h yukonHope, d yukonDepth) {
	h = e.hope(b)
	root := e.rooted(b)
	for before := h.loose; h.round(e, b, 0, 0); before = h.loose {
		d.rounds++
		d.late += d.rounds * bits.OnesCount64(h.loose&^before&root)
	}
	return h, d
}

// close runs the relaxation to its end. The cards of frozen stay where they
// are; nothing can be built on those of covered, and they don't go up.
func (h *yukonHope) close(e *yukonEngine, b *yukonBoard, frozen, covered uint64) {
	for h.round(e, b, frozen, covered) {
	}
}

// round makes every move that is to be had; it reports whether there was one.
func (h *yukonHope) round(e *yukonEngine, b *yukonBoard, frozen, covered uint64) bool {
	more := h.raise(b, frozen|covered)
	if e.ret {
		back := h.backs(e, covered) &^ frozen &^ h.open
		more = more || back != 0
		h.open |= back
	}
	free := yukonChildren(h.open&^covered) | h.bareKings(e)
	for free &= h.face &^ h.loose &^ frozen; free != 0; free &= free - 1 {
		c := yukonLowest(free)
		if h.movable(e, b, c, covered) {
			h.leave(b, c)
			more = true
		}
	}
	return more
}

// raise sends up all cards that can go, but those of stay.
func (h *yukonHope) raise(b *yukonBoard, stay uint64) bool {
	more := false
	for set := h.next & h.open &^ stay; set != 0; set = h.next & h.open &^ stay {
		h.next += set<<4 - set
		more = true
		for ; set != 0; set &= set - 1 {
			h.leave(b, yukonLowest(set))
		}
	}
	return more
}

// yukonFull is the set of the clubs and of what a full foundation waits for.
const yukonFull = uint64(0x0111111111111110)

// backs returns the cards that can come back from the foundations.
func (h *yukonHope) backs(e *yukonEngine, covered uint64) uint64 {
	var up uint64
	for s := range game.Suits {
		suit := yukonFull << s
		up |= (h.next&suit - 1) & suit
	}
	return up & (yukonChildren(h.open&^covered) | h.bareKings(e))
}

// bareKings returns the kings if there is a column for them.
func (h *yukonHope) bareKings(e *yukonEngine) uint64 {
	if !h.bare {
		return 0
	}
	return e.kings()
}

// leave takes c off what it lies on.
func (h *yukonHope) leave(b *yukonBoard, c uint8) {
	if h.loose>>c&1 != 0 {
		return
	}
	h.loose |= 1 << c
	under := b.below[c]
	if under == 0 {
		h.bare = true
		return
	}
	h.open |= 1 << under
	h.face |= 1 << under
}

// movable reports whether c has somewhere to go: kings of free do.
func (h *yukonHope) movable(e *yukonEngine, b *yukonBoard, c uint8, covered uint64) bool {
	if yukonRank(c) == e.ranks {
		return b.below[c] != 0
	}
	low := yukonParent(c, linkLow)
	return h.canBuild(b, c, low, covered) || h.canBuild(b, c, yukonParent(c, linkHigh), covered)
}

// canBuild reports whether p is to be had for c to lie on.
func (h *yukonHope) canBuild(b *yukonBoard, c, p uint8, covered uint64) bool {
	return h.open&^covered>>p&1 != 0 && (b.col[p] != b.col[c] || h.apart(b, c, p))
}

// apart reports whether c and p, of one column, can come into two: not if p lies
// on c and no card from above c up to p can leave its place.
func (h *yukonHope) apart(b *yukonBoard, c, p uint8) bool {
	if h.loose>>c&1 != 0 {
		return true
	}
	for d := p; d != c; d = b.below[d] {
		if d == 0 || h.loose>>d&1 != 0 {
			return true
		}
	}
	return false
}
