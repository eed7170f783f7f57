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
	if kings := d.homeless(s); kings.len() <= int(s.empty) && kings != 0 {
		if set := s.base & kings; set != 0 {
			return limMove{kind: limTurn, card: set.first(), clear: noCard}, true
		}
		if s.drawn > 0 && s.pass == d.passes {
			if b := d.talonCard(s, s.drawn-1); kings.has(b) {
				return limMove{kind: limTalPut, card: b, clear: noCard, pass: s.pass, drawn: s.drawn}, true
			}
		}
	}
	for set := s.base & fits &^ (d.bottom | d.kings); set != 0; set &= set - 1 {
		b := set.first()
		p := d.pileOf[b]
		if d.eagerCard(s, b, d.under[p][s.hidden(p)-1]) {
			return limMove{kind: limTurn, card: b, clear: noCard}, true
		}
	}
	if s.drawn > 0 && s.pass == d.passes {
		if b := d.talonCard(s, s.drawn-1); fits.has(b) && d.eagerCard(s, b, d.wasteUnder(s)) {
			return limMove{kind: limTalPut, card: b, clear: noCard, pass: s.pass, drawn: s.drawn}, true
		}
	}
	return limMove{}, false
}

// homeless returns the kings that may still need an empty pile. If there are
// enough for all of them, a king loses nothing by going to one.
func (d *limDeal) homeless(s *limState) limSet {
	kings := d.kings &^ s.carried() &^ (s.base & d.bottom)
	if d.ret {
		return kings
	}
	return kings &^ s.up
}

// wasteUnder returns the cards on the waste but its top.
func (d *limDeal) wasteUnder(s *limState) limSet {
	var under limSet
	t := s.talon
	for range s.drawn - 1 {
		under |= 1 << d.stock[limSet(t).first()]
		t &= t - 1
	}
	return under
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
