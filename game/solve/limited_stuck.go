package solve

// stuck reports whether a card of the waste can never leave it. In the last
// pass the waste is a stack. A card in it with a lower one of its suit under it
// can't go up from there, so it must go to the tableau; and it can't do that if
// each of the two cards that take it lies under it as well or is up for good.
func (d *limDeal) stuck(s *limState) bool {
	if s.pass < d.passes || d.ret {
		return false
	}
	under := limSet(0)
	for t := s.waste(); t != 0; t &= t - 1 {
		y := d.stock[limSet(t).first()]
		if under&d.below[y] != 0 && !d.kings.has(y) && limTakers(y)&^(under|s.up) == 0 {
			return true
		}
		under |= 1 << y
	}
	return false
}
