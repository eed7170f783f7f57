package solve

// A limLock is a card in the face-down part of a pile, or on it, with a lower
// one of its suit under it. It can't go up from there, so it must go to the
// tableau first, on one of the cards that take it.
type limLock struct {
	pile   uint8
	height uint8
	takers limSet // those that don't lie under it too
}

// addLocks finds the locks in a pile.
func (d *limDeal) addLocks(p uint8, hidden int) {
	for h := range hidden + 1 {
		y := d.cards[p][h]
		if under := d.under[p][h]; under&d.below[y] != 0 && !d.kings.has(y) {
			d.locks = append(d.locks, limLock{p, uint8(h), limTakers(y) &^ under})
		}
	}
}

// stuck reports whether some card can never leave its place, without return: a
// lock of which all takers are up for good. In the last pass the waste is a
// stack, and its cards can be locked like those of a pile.
func (d *limDeal) stuck(s *limState) bool {
	if d.ret {
		return false
	}
	for i := range d.locks {
		l := &d.locks[i]
		if l.takers&^s.up == 0 && s.hidden(l.pile) > uint32(l.height) {
			return true
		}
	}
	return s.pass == d.passes && d.wasteStuck(s)
}

func (d *limDeal) wasteStuck(s *limState) bool {
	under := limSet(0)
	for t := s.waste(); t != 0; t &= t - 1 {
		y := d.stock[limSet(t).first()]
		if under&d.below[y] != 0 && limTakers(y)&^(under|s.up) == 0 && !d.kings.has(y) {
			return true
		}
		under |= 1 << y
	}
	return false
}
