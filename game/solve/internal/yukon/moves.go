package yukon

// expand reaches every position that is one lasting move away. Moves that don't last are
// the swaps of flexible cards; see there. A king at the bottom of its column stays, since
// all empty columns are alike.
func (e *Engine) expand(b *board, id uint32) {
	flex := e.flex(b)
	ends := b.exposed // cards that nothing lies on, after swaps if needed
	for set := flex; set != 0; set &= set - 1 {
		ends |= 1 << b.below[lowest(set)]
	}
	for set := ends & b.next(); set != 0; set &= set - 1 {
		e.try(b, id, newMove(lowest(set), edgeUp))
	}
	for set := children(ends) & b.face &^ flex; set != 0; set &= set - 1 {
		e.builds(b, id, lowest(set), ends)
	}
	if int(b.cols) < e.piles {
		for set := b.face & e.kings(); set != 0; set &= set - 1 {
			if c := lowest(set); b.below[c] != 0 {
				e.try(b, id, newMove(c, edgeLow))
			}
		}
	}
	if !e.ret {
		return
	}
	for s, up := range b.up {
		switch c := up<<2 | uint8(s); {
		case up == 0:
		case up < e.ranks:
			e.builds(b, id, c, ends)
		case int(b.cols) < e.piles:
			e.try(b, id, newMove(c, edgeLow))
		}
	}
}

// builds tries to move c onto its parents.
func (e *Engine) builds(b *board, id uint32, c uint8, ends uint64) {
	for edge := uint8(edgeLow); edge <= edgeHigh; edge++ {
		if p := parentOf(c, edge); ends>>p&1 != 0 && p != b.below[c] {
			e.try(b, id, newMove(c, edge))
		}
	}
}

// try reaches the class after a move, if some position here allows it.
func (e *Engine) try(b *board, id uint32, m move) {
	next := *b
	if e.ready(&next, m) {
		e.play(&next, m)
		e.settle(&next)
		e.reach(&next, id, m)
	}
}

// ready swaps flexible cards until a move is legal. It reports whether that is possible;
// if not, b is unusable.
func (e *Engine) ready(b *board, m move) bool {
	c, edge := m.card(), m.edge()
	if edge == edgeUp {
		return b.above[c] == 0 || e.vacate(b, c, 0)
	}
	if rankOf(c) == e.ranks {
		return true
	}
	p := parentOf(c, edge)
	if b.face>>c&1 == 0 { // comes back from its foundation
		return b.above[p] == 0 || e.vacate(b, p, 0)
	}
	if b.above[p] == 0 && b.col[p] != b.col[c] {
		return true
	}
	return e.vacate(b, p, c)
}

// play makes a legal move.
func (e *Engine) play(b *board, m move) {
	c, edge := m.card(), m.edge()
	if edge == edgeUp {
		b.raise(c)
		return
	}
	last := c
	if b.up[c&3] < rankOf(c) {
		last = b.lift(c)
	} else { // it comes back from its foundation
		b.up[c&3]--
		b.above[c] = 0
		b.face |= 1 << c
		b.exposed |= 1 << c
	}
	under := uint8(0)
	if rankOf(c) < e.ranks {
		under = parentOf(c, edge)
	}
	b.put(c, last, under)
	b.key.setEdge(c, edge)
}

// settle puts up every card that goes up by itself.
func (e *Engine) settle(b *board) {
	for c := e.safeCard(b); c != 0; c = e.safeCard(b) {
		b.raise(c)
	}
}

// safeCard returns a card that goes up by itself, or 0.
func (e *Engine) safeCard(b *board) uint8 {
	if e.rules&pruneSafe == 0 {
		return 0
	}
	for set := b.exposed & b.next(); set != 0; set &= set - 1 {
		if c := lowest(set); e.safe(b, c) {
			return c
		}
	}
	return 0
}

// safe reports whether the ready card c can go up at once: a position that can be won can
// then still be won.
//
// Without return: if both foundations of the other colour have reached the rank below
// c's, no remaining card could be put on c. Take a winning line and omit c's moves:
// whatever it does with c and cards in c's column stays legal, since c only ever lay on
// others, and a column without c ends, or becomes empty, no later than with it. An ace
// needs nothing, since no card goes on it.
//
// With return, cards could come back from the foundations to lie on c. Let the foundation
// of c's twin have reached two below c's rank as well. Call low the cards that are up, up
// to these ranks, and c. Only low cards can ever lie on c or on other low cards, so a
// winning line without any moves of low cards stays legal too.
//
// Klondike's wider rule (two below for the other colour) is wrong here: in Yukon a card
// that could go up may be needed lower down with a group on it.
func (e *Engine) safe(b *board, c uint8) bool {
	rank := rankOf(c)
	low, high := uint8(0), uint8(3)
	if reds>>c&1 == 0 {
		low, high = 1, 2
	}
	if rank == 1 {
		return true
	}
	return b.up[low] >= rank-1 && b.up[high] >= rank-1 && (!e.ret || b.up[3-c&3]+2 >= rank)
}

// A card is flexible if it is built on one of its two parents while the other parent has
// nothing on it. It can be swapped between the two, back and forth, except while the free
// parent lies in its own group. The only other card that could lie on either parent is
// its twin, which is elsewhere, so swapping one flexible card never makes another one
// flexible or rigid.
//
// Cut the columns below every flexible card. Each piece that isn't at the bottom of a
// column hangs on the end of one of two others, and the choices are free as long as they
// form no ring. Single legal swaps lead from any choice without a ring to any other: swap
// the cards in the order in which they lie in the target, from the bottom up. The card
// that a card is swapped to then already hangs as in the target, so not on the card
// itself. So positions that differ only in where flexible cards lie are one position, and
// a move that is possible in one is possible in all. This holds with and without return.

// flexible returns those of the built cards that are flexible.
func (e *Engine) flexible(built, uncovered uint64) uint64 {
	if e.rules&pruneSwaps == 0 {
		return 0
	}
	return children(uncovered) & built
}

// flex returns the flexible cards of a position.
func (e *Engine) flex(b *board) uint64 {
	return e.flexible(b.face&^e.rooted(b), b.exposed)
}

// canonical returns the common key of all positions that differ only in where flexible
// cards lie. The key puts flexible cards on the lower parent, with nothing on the higher
// one, and so also says which cards are flexible.
func (e *Engine) canonical(b *board) key {
	k := b.key
	for set := e.flex(b); set != 0; set &= set - 1 {
		k.setEdge(lowest(set), edgeLow)
	}
	return k
}

// arrange lays out the columns again. Flexible cards go on the first end reached, and
// nothing from the card cut on is laid out. It returns the flexible cards that no column
// reached.
func (b *board) arrange(flex uint64, cut uint8) (left uint64) {
	for set := flex; set != 0; set &= set - 1 {
		b.above[b.below[lowest(set)]] = 0
	}
	b.exposed = 0
	for col := range b.cols {
		if b.base[col] != cut {
			flex = b.grow(col, b.base[col], flex, cut)
		}
	}
	return flex
}

// grow follows a column up from c and extends it by flexible cards.
func (b *board) grow(col, c uint8, flex uint64, cut uint8) uint64 {
	for {
		b.col[c] = col
		next := b.above[c]
		if next == 0 {
			set := children(1<<c) & flex
			if set == 0 {
				break
			}
			next = lowest(set)
			flex &^= 1 << next
			b.above[c], b.below[next] = next, c
			b.key.setEdge(next, edgeTo(next, c))
		}
		if next == cut {
			break
		}
		c = next
	}
	b.tip[col] = c
	b.exposed |= 1 << c
	return flex
}

// vacate rearranges the flexible cards so that p has nothing on it and doesn't lie on the
// card cut. The card that could be on p stays on its other parent.
func (e *Engine) vacate(b *board, p, cut uint8) bool {
	flex := e.flex(b)
	d := b.above[p]
	switch {
	case d == 0:
		return e.arrangeCut(b, flex&^children(1<<p), cut, p)
	case flex>>d&1 == 0:
		return false
	}
	q := parentOf(d, 3-edgeTo(d, p))
	b.above[p] = 0
	b.above[q], b.below[d] = d, q
	b.key.setEdge(d, edgeTo(d, q))
	return e.arrangeCut(b, flex&^(1<<d), cut, p)
}

// arrangeCut lays out the columns again so that p doesn't lie on the card cut, if there
// is one. It reports whether that is possible.
//
// The columns first grow without cut and the cards on it. A piece is reached if one of
// its two ends is, and no piece takes away an end that another one needs, so the order
// doesn't matter: whatever isn't reached now lies on cut in every layout. Then cut
// returns to its place and the rest grows on it.
func (e *Engine) arrangeCut(b *board, flex uint64, cut, p uint8) bool {
	const nowhere = 255
	under := b.below[cut]
	base := b.col[cut] // the first card of a column stays there
	b.col[p], b.col[under] = nowhere, nowhere
	flex = b.arrange(flex, cut)
	switch {
	case b.col[p] == nowhere:
		return false
	case cut == 0:
	case under == 0:
		flex = b.grow(base, cut, flex, 0)
	case b.col[under] == nowhere:
		return false
	default:
		b.exposed &^= 1 << under
		flex = b.grow(b.col[under], cut, flex, 0)
	}
	// Check that the columns hold all cards of the tableau. Cards that hang in a ring are
	// in none.
	n := b.allUp()
	for _, base := range b.base[:b.cols] {
		for c := base; c != 0; c = b.above[c] {
			n++
		}
	}
	return flex == 0 && n == 4*int(e.ranks)
}
