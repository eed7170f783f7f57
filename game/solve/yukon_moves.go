package solve

// expand reaches every position that is one lasting move away. Moves that don't
// last are the swaps of flexible cards; see there. A king at the bottom of its
// column stays: all empty columns are alike.
func (e *yukonEngine) expand(b *yukonBoard, id uint32) {
	flex := e.flex(b)
	ends := b.exposed // cards that nothing lies on, swaps granted
	for set := flex; set != 0; set &= set - 1 {
		ends |= 1 << b.below[yukonLowest(set)]
	}
	for set := ends & b.next(); set != 0; set &= set - 1 {
		e.try(b, id, newYukonMove(yukonLowest(set), linkUp))
	}
	for set := yukonChildren(ends) & b.face &^ flex; set != 0; set &= set - 1 {
		e.builds(b, id, yukonLowest(set), ends)
	}
	if int(b.cols) < e.piles {
		for set := b.face & e.kings(); set != 0; set &= set - 1 {
			if c := yukonLowest(set); b.below[c] != 0 {
				e.try(b, id, newYukonMove(c, linkLow))
			}
		}
	}
	if e.ret {
		e.returns(b, id, ends)
	}
}

// builds tries to move c on to its parents.
func (e *yukonEngine) builds(b *yukonBoard, id uint32, c uint8, ends uint64) {
	for link := uint8(linkLow); link <= linkHigh; link++ {
		if p := yukonParent(c, link); ends>>p&1 != 0 && p != b.below[c] {
			e.try(b, id, newYukonMove(c, link))
		}
	}
}

// returns tries to take cards back from the foundations.
func (e *yukonEngine) returns(b *yukonBoard, id uint32, ends uint64) {
	for s, up := range b.up {
		c := up<<2 | uint8(s)
		switch {
		case up == 0:
		case up < e.ranks:
			e.builds(b, id, c, ends)
		case int(b.cols) < e.piles:
			e.try(b, id, newYukonMove(c, linkLow))
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

// ready swaps flexible cards until a move is legal. It reports whether that can
// be; if not, b is spoilt.
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
	for set := b.exposed & b.next(); set != 0; set &= set - 1 {
		if c := yukonLowest(set); e.safe(b, c) {
			return c, true
		}
	}
	return 0, false
}

// safe reports whether the ready card c can go up at once: if the position can
// be won, then so it can.
//
// Without return: if both foundations of the other colour have come to the rank
// below c's, no card is left that could be put on c. Take a winning line and
// leave c out of it: whatever it does with c and cards on c's column stays
// legal, as c only ever lay on others, and a column without c ends, or is empty,
// no later than with it. An ace needs nothing; no card goes on it.
//
// With return, cards could come back from the foundations to lie on c. Let the
// foundation of c's twin have come to two below c's rank as well. Then call low
// what is up, up to these ranks, and c. Only low cards can ever lie on low cards
// but c, and on c, so a winning line from which all moves of low cards are left
// out stays legal too.
//
// Klondike's wider rule (two below for the other colour) is wrong here: in Yukon
// a card that could go up may be needed lower down with a group on it.
func (e *yukonEngine) safe(b *yukonBoard, c uint8) bool {
	rank := yukonRank(c)
	low, high := uint8(0), uint8(3)
	if yukonRed>>c&1 == 0 {
		low, high = 1, 2
	}
	if rank == 1 {
		return true
	}
	return b.up[low] >= rank-1 && b.up[high] >= rank-1 && (!e.ret || b.up[3-c&3]+2 >= rank)
}
