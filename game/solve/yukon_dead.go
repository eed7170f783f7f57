package solve

import "math/bits"

// A yukonHope is the delete relaxation of a position: what was once to be had
// stays so. It says which cards can ever leave their places.
type yukonHope struct {
	open  uint64 // cards that nothing lies on, at some time
	face  uint64 // cards face up at some time
	loose uint64 // cards that leave what they lie on
	bare  bool   // a column gets empty
	up    [4]uint8
}

func (e *yukonEngine) dead(b *yukonBoard) bool {
	h := yukonHope{open: b.tops(), face: b.face &^ 1, up: b.up}
	h.bare = int(b.cols) < e.piles
	e.levels, e.rounds, e.levels0 = 0, 0, 0
	for more := true; more; {
		before := h.loose
		more = h.raise(b, e.ranks)
		kings := uint64(15) << (4 * e.ranks)
		if e.ret {
			back := withParents(h.open)
			if h.bare {
				back |= kings
			}
			back &= h.above(e) &^ h.open
			more = more || back != 0
			h.open |= back
		}
		free := withParents(h.open) & h.face &^ h.loose
		if h.bare {
			free |= h.face & kings &^ h.loose
		}
		for ; free != 0; free &= free - 1 {
			c := lowest(free)
			if h.movable(b, c, e.ranks) {
				h.leave(b, c)
				more = true
			}
		}
		e.rounds++
		n := h.loose &^ before
		e.levels += bits.OnesCount64(n) * e.rounds
		e.levels0 += bits.OnesCount64(n&e.rootLinked(b)) * e.rounds
	}
	return int(h.up[0])+int(h.up[1])+int(h.up[2])+int(h.up[3]) < 4*int(e.ranks)
}

// raise
func (h *yukonHope) raise(b *yukonBoard, ranks uint8) bool {
	more := false
	for s := uint8(0); s < 4; s++ {
		for h.up[s] < ranks {
			c := (h.up[s]+1)<<2 | s
			if h.open>>c&1 == 0 {
				break
			}
			h.up[s]++
			more = true
			if h.loose>>c&1 == 0 {
				h.leave(b, c)
			}
		}
	}
	return more
}

func (h *yukonHope) leave(b *yukonBoard, c uint8) {
	h.loose |= 1 << c
	under := b.below[c]
	if under == 0 {
		h.bare = true
		return
	}
	h.open |= 1 << under
	h.face |= 1 << under
}

func (h *yukonHope) movable(b *yukonBoard, c uint8, ranks uint8) bool {
	if yukonRank(c) == ranks {
		return b.below[c] != 0
	}
	for link := uint8(linkLow); link <= linkHigh; link++ {
		p := yukonParent(c, link)
		if h.open>>p&1 != 0 && (b.col[p] != b.col[c] || h.apart(b, c, p)) {
			return true
		}
	}
	return false
}

// apart
func (h *yukonHope) apart(b *yukonBoard, c, p uint8) bool {
	for d := p; d != c; d = b.below[d] {
		if d == 0 || h.loose>>d&1 != 0 {
			return true
		}
	}
	return false
}

// above returns the cards that were up at some time.
func (h *yukonHope) above(e *yukonEngine) uint64 {
	var set uint64
	for s, up := range h.up {
		set |= (1<<(4*up+4) - 1) & (0x1111111111111110 << s)
	}
	return set
}

func (e *yukonEngine) rootLinked(b *yukonBoard) uint64 {
	lo, hi := b.key.lo, b.key.hi
	lo = ^(lo | lo>>1) & 0x5555555555555555
	hi = ^(hi | hi>>1) & 0x5555555555555555
	return (pext(lo) | pext(hi)<<32) << 4 & e.all
}

func pext(x uint64) uint64 {
	x = (x | x>>1) & 0x3333333333333333
	x = (x | x>>2) & 0x0f0f0f0f0f0f0f0f
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	x = (x | x>>16) & 0x00000000ffffffff
	return x
}
