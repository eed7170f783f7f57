package solve

// eager returns a move of a card to the tableau that loses nothing, if there is
// one.
//
// Say that card b leaves its place, where it bars others, for one of the cards
// p and p' that take it, and q is its twin. A line of play that leaves b where
// it is for now can be followed with b on p or p' as well, up to where b leaves
// its place in that line too, unless it does one of these before:
//
//   - it brings p up, or p', so that no place is left for b;
//   - it puts q down, on the last place.
//
// A taker stays as long as b does where a lower card of its suit lies under b.
// So if both are face up and stay, nothing can come between; if one does, it is
// enough that q will not be put down before b has gone, because it lies under
// b or, without return, is up already.
func (d *limDeal) eager(s *limState) (limMove, bool) {
	fits := s.fits()
	for set := s.base & fits &^ (d.bottom | d.kings); set != 0; set &= set - 1 {
		b := set.first()
		p := d.pileOf[b]
		if d.eagerCard(s, b, d.under[p][s.hidden(p)-1]) {
			return limMove{kind: limTurn, card: b, clear: noCard}, true
		}
	}
	return limMove{}, false
}

// eagerCard reports whether a card may leave its place, over the cards under,
// at once.
func (d *limDeal) eagerCard(s *limState, b uint8, under limSet) bool {
	q := b ^ 1
	takers := s.vis & ((limSet(1) << b).either() << 4)
	stay := 0
	for set := takers; set != 0; set &= set - 1 {
		if under&d.below[set.first()] != 0 {
			stay++
		}
	}
	switch stay {
	case 2:
		return true
	case 1:
		return under.has(q) || !d.ret && s.up.has(q)
	}
	return false
}
