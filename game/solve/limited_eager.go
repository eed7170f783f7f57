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
//
// It holds for bases, and in the last pass for the top of the waste: nothing
// that lies under it comes up before it has gone, and no draw is shifted.
func (d *limDeal) eager(s *limState) (limMove, bool) {
	fits := s.fits()
	for set := s.base & fits &^ d.bottom; set != 0; set &= set - 1 {
		b := set.first()
		p := d.at[b]
		if d.costsNothing(s, b, d.under[p][s.hidden(p)-1]) {
			return limMove{kind: limTurn, card: b, clear: limNoCard}, true
		}
	}
	kings := d.homeless(s)
	if set := s.base & kings; set != 0 {
		return limMove{kind: limTurn, card: set.first(), clear: limNoCard}, true
	}
	if s.pass == d.passes && s.waste() != 0 {
		b := d.top(s)
		if kings.has(b) || fits.has(b) && d.costsNothing(s, b, d.wasteUnder(s)) {
			return limMove{kind: limTalPut, card: b, clear: limNoCard, pass: s.pass}, true
		}
	}
	return limMove{}, false
}

// costsNothing reports whether a card may be put down at once that lies over
// the cards under.
func (d *limDeal) costsNothing(s *limState, b uint8, under limSet) bool {
	stay := 0
	for set := s.vis & limTakers(b); set != 0; set &= set - 1 {
		if under&d.below[set.first()] != 0 {
			stay++
		}
	}
	switch stay {
	case 2:
		return true
	case 1:
		q := b ^ 1
		return under.has(q) || !d.ret && s.up.has(q)
	}
	return false
}

// homeless returns the kings that may still need an empty pile, if there are
// enough piles for all: then a king loses nothing by going to one.
func (d *limDeal) homeless(s *limState) limSet {
	if s.empty == 0 {
		return 0
	}
	kings := d.kings &^ s.carried() &^ (s.base & d.bottom)
	if !d.ret {
		kings &^= s.up
	}
	if kings.len() > int(s.empty) {
		return 0
	}
	return kings
}

// wasteUnder returns the cards on the waste but its top.
func (d *limDeal) wasteUnder(s *limState) limSet {
	var under limSet
	for t := s.waste(); t&(t-1) != 0; t &= t - 1 {
		under |= 1 << d.stock[limSet(t).first()]
	}
	return under
}
