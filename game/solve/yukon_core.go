package solve

// A yukonCore is a game on few cards. The links of its cards are exact; all
// others live in the delete relaxation.
type yukonCore struct {
	e       *yukonEngine
	b       *yukonBoard
	cards   [2]uint8
	k       int
	ctx     [16]yukonHope
	seen    uint16
	pending uint16
	won     bool
}

func (h *yukonHope) join(o *yukonHope) bool {
	old := *h
	h.open |= o.open
	h.face |= o.face
	h.loose |= o.loose
	h.bare = h.bare || o.bare
	for s := range h.up {
		h.up[s] = max(h.up[s], o.up[s])
	}
	return old != *h
}

// closure runs the relaxation with the cards of frozen kept where they are and
// those of covered covered.
func (h *yukonHope) closure(e *yukonEngine, b *yukonBoard, frozen, covered uint64) {
	kings := uint64(15) << (4 * e.ranks)
	for more := true; more; {
		more = false
		for s := uint8(0); s < 4; s++ {
			for h.up[s] < e.ranks {
				c := (h.up[s]+1)<<2 | s
				if h.open&^covered&^frozen>>c&1 == 0 {
					break
				}
				h.up[s]++
				more = true
				if h.loose>>c&1 == 0 {
					h.leave(b, c)
				}
			}
		}
		if e.ret {
			back := withParents(h.open &^ covered)
			if h.bare {
				back |= kings
			}
			back &= h.above(e) &^ h.open &^ frozen
			more = more || back != 0
			h.open |= back
		}
		free := withParents(h.open&^covered) & h.face &^ h.loose &^ frozen
		if h.bare {
			free |= h.face & kings &^ h.loose &^ frozen
		}
		for ; free != 0; free &= free - 1 {
			c := lowest(free)
			if h.movable2(b, c, e.ranks, covered) {
				h.leave(b, c)
				more = true
			}
		}
	}
}

func (h *yukonHope) movable2(b *yukonBoard, c uint8, ranks uint8, covered uint64) bool {
	if yukonRank(c) == ranks {
		return b.below[c] != 0
	}
	for link := uint8(linkLow); link <= linkHigh; link++ {
		if h.canBuild(b, c, yukonParent(c, link), covered) {
			return true
		}
	}
	return false
}

func (h *yukonHope) canBuild(b *yukonBoard, c, p uint8, covered uint64) bool {
	return h.open&^covered>>p&1 != 0 && (h.loose>>c&1 != 0 || b.col[p] != b.col[c] || h.apart(b, c, p))
}

func (q *yukonCore) covered(state int) uint64 {
	var m uint64
	for i := 0; i < q.k; i++ {
		c := q.cards[i]
		link := uint8(state >> (2 * i) & 3)
		if (link == linkLow || link == linkHigh) && yukonRank(c) < q.e.ranks {
			m |= 1 << yukonParent(c, link)
		}
	}
	return m
}

func (q *yukonCore) enter(state int, h yukonHope) {
	var frozen uint64
	for i := 0; i < q.k; i++ {
		if state>>(2*i)&3 != linkUp {
			frozen |= 1 << q.cards[i]
		}
	}
	h.closure(q.e, q.b, frozen, q.covered(state))
	if int(h.up[0])+int(h.up[1])+int(h.up[2])+int(h.up[3]) == 4*int(q.e.ranks) {
		q.won = true
		return
	}
	if q.seen>>state&1 == 0 {
		q.seen |= 1 << state
		q.ctx[state] = h
		q.pending |= 1 << state
		return
	}
	if q.ctx[state].join(&h) {
		q.pending |= 1 << state
	}
}

// hopeless
func (e *yukonEngine) hopeless(b *yukonBoard, base *yukonHope, cards ...uint8) bool {
	q := yukonCore{e: e, b: b, k: len(cards)}
	copy(q.cards[:], cards)
	start := 0
	for i, c := range cards {
		start |= int(b.key.link(c)) << (2 * i)
	}
	q.enter(start, *base)
	for q.pending != 0 && !q.won {
		state := int(lowest(uint64(q.pending)))
		q.pending &^= 1 << state
		q.expand(state)
	}
	return !q.won
}

func (q *yukonCore) expand(state int) {
	h := q.ctx[state]
	b := q.b
	cov := q.covered(state)
	for i := 0; i < q.k; i++ {
		c := q.cards[i]
		link := uint8(state >> (2 * i) & 3)
		if link == linkUp {
			continue
		}
		bit := uint64(1) << c
		if h.open&^cov&bit != 0 && h.up[c&3]+1 == yukonRank(c) {
			n := h
			n.up[c&3]++
			if n.loose&bit == 0 {
				n.leave(b, c)
			}
			q.enter(state|linkUp<<(2*i), n)
		}
		if h.face&bit == 0 {
			continue
		}
		if yukonRank(c) == q.e.ranks {
			if h.bare && link == linkRoot && b.below[c] != 0 {
				n := h
				n.leave(b, c)
				q.enter(state|linkLow<<(2*i), n)
			}
			continue
		}
		for to := uint8(linkLow); to <= linkHigh; to++ {
			if to != link && h.canBuild(b, c, yukonParent(c, to), cov) {
				n := h
				if n.loose&bit == 0 {
					n.leave(b, c)
				}
				q.enter(state&^(3<<(2*i))|int(to)<<(2*i), n)
			}
		}
	}
}

func (e *yukonEngine) base(b *yukonBoard) yukonHope {
	h := yukonHope{open: b.tops(), face: b.face &^ 1, up: b.up}
	h.bare = int(b.cols) < e.piles
	return h
}

func (e *yukonEngine) hopeless1(b *yukonBoard) bool {
	h := e.base(b)
	for set := e.all; set != 0; set &= set - 1 {
		if c := lowest(set); b.key.link(c) != linkUp && e.hopeless(b, &h, c) {
			return true
		}
	}
	return false
}

func (e *yukonEngine) hopelessTwins(b *yukonBoard) bool {
	h := e.base(b)
	for set := e.all; set != 0; set &= set - 1 {
		c := lowest(set)
		d := c&^3 | 3 - c&3
		if c < d && b.key.link(c) != linkUp && b.key.link(d) != linkUp && e.hopeless(b, &h, c, d) {
			return true
		}
	}
	return false
}

func (e *yukonEngine) hopeless2(b *yukonBoard) bool {
	h := e.base(b)
	for set := e.all; set != 0; set &= set - 1 {
		c := lowest(set)
		if b.key.link(c) == linkUp {
			continue
		}
		for set2 := set & (set - 1); set2 != 0; set2 &= set2 - 1 {
			d := lowest(set2)
			if b.key.link(d) != linkUp && e.hopeless(b, &h, c, d) {
				return true
			}
		}
	}
	return false
}

// hopelessPairs tries the twins, those first that last proved something.
func (e *yukonEngine) hopelessPairs(b *yukonBoard) bool {
	if e.pairs == nil {
		for c := uint8(4); c < 4*(e.ranks+1); c++ {
			if c&3 < 2 {
				e.pairs = append(e.pairs, c)
			}
		}
	}
	h := e.base(b)
	for i, c := range e.pairs {
		d := c&^3 | 3 - c&3
		if b.key.link(c) != linkUp && b.key.link(d) != linkUp && e.hopeless(b, &h, c, d) {
			copy(e.pairs[1:], e.pairs[:i])
			e.pairs[0] = c
			return true
		}
	}
	return false
}
