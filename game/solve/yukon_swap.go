package solve

// A card is flexible if it is built on one of its two parents while the other
// parent has nothing on it. It can be swapped between the two, back and forth,
// except while the free parent lies in its own group. The only other card that
// could lie on either parent is its twin, which is elsewhere, so swapping one
// flexible card never makes another one flexible or rigid.
//
// Cut the columns below every flexible card. Each piece but those at the bottom
// of a column hangs on the end of one of two others, and the choices are free
// as long as there is no ring. From any ringless choice each other one can be
// reached by single swaps, all of them legal: swap the cards in the order in
// which they lie in the target, bottom first; then what a card is swapped to
// already hangs as in the target, hence not on the card itself. So positions
// that differ only in where flexible cards lie are one, and a move is to be had
// in all of them if it is in one. This holds with and without return.

// flexible picks the flexible ones of the built cards.
func (e *yukonEngine) flexible(built, uncovered uint64) uint64 {
	if e.rules&yukonSwaps == 0 {
		return 0
	}
	return yukonChildren(uncovered) & built
}

// flex returns the flexible cards of a position.
func (e *yukonEngine) flex(b *yukonBoard) uint64 {
	return e.flexible(b.face&^e.rooted(b), b.exposed)
}

// canonical returns the key that all positions have in common that differ only in
// where flexible cards lie. It tells which cards are flexible: those that it has
// on the lower parent while the higher one has nothing on it.
func (e *yukonEngine) canonical(b *yukonBoard) yukonKey {
	k := b.key
	for set := e.flex(b); set != 0; set &= set - 1 {
		k.setLink(yukonLowest(set), linkLow)
	}
	return k
}

// arrange lays out the columns anew, flexible cards on the first end that is
// reached, and nothing from the card cut on. It returns the flexible cards that
// no column reached.
func (b *yukonBoard) arrange(flex uint64, cut uint8) (left uint64) {
	for set := flex; set != 0; set &= set - 1 {
		b.above[b.below[yukonLowest(set)]] = 0
	}
	b.exposed = 0
	for col := range b.cols {
		if b.base[col] != cut {
			flex = b.grow(col, b.base[col], flex, cut)
		}
	}
	return flex
}

// grow walks a column up from c and lets it grow by flexible cards.
func (b *yukonBoard) grow(col, c uint8, flex uint64, cut uint8) uint64 {
	for {
		b.col[c] = col
		next := b.above[c]
		if next == 0 {
			next = b.child(c, flex)
			if next == 0 {
				break
			}
			flex &^= 1 << next
			b.above[c], b.below[next] = next, c
			b.key.setLink(next, yukonLinkTo(next, c))
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

// child returns the flexible card that can lie on c; 0 if there is none.
func (b *yukonBoard) child(c uint8, flex uint64) uint8 {
	if set := yukonChildren(1<<c) & flex; set != 0 {
		return yukonLowest(set)
	}
	return 0
}

// vacate rearranges the flexible cards so that p has nothing on it and doesn't
// lie on the card cut. The card that could be on p stays on its other parent.
func (e *yukonEngine) vacate(b *yukonBoard, p, cut uint8) bool {
	flex := e.flex(b)
	d := b.above[p]
	switch {
	case d == 0:
		return e.arrangeCut(b, flex&^yukonChildren(1<<p), cut, p)
	case flex>>d&1 == 0:
		return false
	}
	q := yukonParent(d, 3-yukonLinkTo(d, p))
	b.above[p] = 0
	b.above[q], b.below[d] = d, q
	b.key.setLink(d, yukonLinkTo(d, q))
	return e.arrangeCut(b, flex&^(1<<d), cut, p)
}

// arrangeCut lays out the columns anew so that p does not lie on the card cut,
// if there is one. It reports whether that can be.
//
// The columns first grow without cut and what lies on it. A piece is reached if
// one of its two ends is, and no piece takes away an end that another one needs,
// so the order doesn't matter: what isn't reached now lies on cut in every
// layout. Then cut comes back to its place and the rest grows on it.
func (e *yukonEngine) arrangeCut(b *yukonBoard, flex uint64, cut, p uint8) bool {
	const nowhere = 255
	under := b.below[cut]
	base := b.col[cut] // what is the first of its column keeps it
	b.col[p], b.col[under] = nowhere, nowhere
	flex = b.arrange(flex, cut)
	switch {
	case b.col[p] == nowhere:
		return false
	case cut == 0:
		return flex == 0 && e.complete(b)
	case under == 0:
		flex = b.grow(base, cut, flex, 0)
	case b.col[under] == nowhere:
		return false
	default:
		b.exposed &^= 1 << under
		flex = b.grow(b.col[under], cut, flex, 0)
	}
	return flex == 0 && e.complete(b)
}

// complete reports whether the columns hold all cards of the tableau: what
// hangs in a ring is in no column.
func (e *yukonEngine) complete(b *yukonBoard) bool {
	n := b.allUp()
	for _, base := range b.base[:b.cols] {
		for c := base; c != 0; c = b.above[c] {
			n++
		}
	}
	return n == 4*int(e.ranks)
}
