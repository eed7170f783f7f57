package solve

// expand reaches every class of positions that is one lasting move away.
func (e *yukonEngine) expand(b *yukonBoard, id uint32) {
	tops := b.tops()
	flex := e.flex(b)
	ends := tops // cards that something can be put on, swaps granted
	for set := flex; set != 0; set &= set - 1 {
		ends |= 1 << b.below[lowest(set)]
	}
	for set := ends & b.next(); set != 0; set &= set - 1 {
		e.try(b, id, newYukonMove(lowest(set), linkUp))
	}
	for set := withParents(ends) & b.face &^ flex; set != 0; set &= set - 1 {
		c := lowest(set)
		for link := uint8(linkLow); link <= linkHigh; link++ {
			if p := yukonParent(c, link); ends>>p&1 != 0 && p != b.below[c] {
				e.try(b, id, newYukonMove(c, link))
			}
		}
	}
	if int(b.cols) < e.piles {
		for set := b.face & e.kings(); set != 0; set &= set - 1 {
			if c := lowest(set); b.below[c] != 0 {
				e.try(b, id, newYukonMove(c, linkLow))
			}
		}
	}
	if e.ret {
		e.returns(b, id, ends)
	}
}

func (e *yukonEngine) returns(b *yukonBoard, id uint32, ends uint64) {
	for s, up := range b.up {
		if up == 0 {
			continue
		}
		c := up<<2 | uint8(s)
		if up == e.ranks {
			if int(b.cols) < e.piles {
				e.try(b, id, newYukonMove(c, linkLow))
			}
			continue
		}
		for link := uint8(linkLow); link <= linkHigh; link++ {
			if p := yukonParent(c, link); ends>>p&1 != 0 {
				e.try(b, id, newYukonMove(c, link))
			}
		}
	}
}

// try reaches the class after a move, if some position here allows it.
func (e *yukonEngine) try(b *yukonBoard, id uint32, m yukonMove) {
	next := *b
	if e.ready(&next, m) {
		e.play(&next, m)
		e.settle(&next)
		e.reach(&next, id, m)
	}
}

// ready swaps cards until a move is legal, if that can be.
func (e *yukonEngine) ready(b *yukonBoard, m yukonMove) bool {
	c, link := m.card(), m.link()
	if link == linkUp {
		return b.above[c] == 0 || e.vacate(b, c, 0)
	}
	if yukonRank(c) == e.ranks {
		return true
	}
	p := yukonParent(c, link)
	if b.face>>c&1 == 0 { // comes back from its foundation
		return b.above[p] == 0 || e.vacate(b, p, 0)
	}
	if b.above[p] == 0 && b.col[p] != b.col[c] {
		return true
	}
	return e.vacate(b, p, c)
}

// vacate rearranges the flexible cards so that p has nothing on it and doesn't
// lie on the card cut. The card that could be on p stays on its other parent.
func (e *yukonEngine) vacate(b *yukonBoard, p, cut uint8) bool {
	flex := e.flex(b)
	d := b.above[p]
	switch {
	case d == 0:
		return e.arrangeCut(b, flex&^withParents(1<<p), cut, p)
	case flex>>d&1 == 0:
		return false
	}
	q := yukonParent(d, 3-yukonLinkTo(d, p))
	b.above[p] = 0
	b.above[q], b.below[d] = d, q
	b.key.setLink(d, yukonLinkTo(d, q))
	return e.arrangeCut(b, flex&^(1<<d), cut, p)
}

// play makes a legal move.
func (e *yukonEngine) play(b *yukonBoard, m yukonMove) {
	c, link := m.card(), m.link()
	switch {
	case link == linkUp:
		b.raise(c)
	case b.up[c&3] >= yukonRank(c):
		b.takeBack(c, link, e.ranks)
	case yukonRank(c) == e.ranks:
		b.found(c)
	default:
		b.build(c, yukonParent(c, link))
	}
}

// settle sends up every card that goes up by itself.
func (e *yukonEngine) settle(b *yukonBoard) {
	for {
		c, ok := e.safeCard(b)
		if !ok {
			return
		}
		b.raise(c)
	}
}

// safeCard returns a card that goes up by itself.
func (e *yukonEngine) safeCard(b *yukonBoard) (uint8, bool) {
	if e.rules&yukonSafeUp == 0 {
		return 0, false
	}
	for set := b.tops() & b.next(); set != 0; set &= set - 1 {
		if c := lowest(set); e.safe(b, c) {
			return c, true
		}
	}
	return 0, false
}

// safe
func (e *yukonEngine) safe(b *yukonBoard, c uint8) bool {
	r := yukonRank(c)
	s := c & 3
	if r == 1 {
		return true
	}
	o1, o2 := uint8(1), uint8(2)
	if s == 1 || s == 2 {
		o1, o2 = 0, 3
	}
	if b.up[o1]+1 < r || b.up[o2]+1 < r {
		return false
	}
	return !e.ret || b.up[3-s]+2 >= r
}
