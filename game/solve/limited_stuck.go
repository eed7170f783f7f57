package solve

func (d *limDeal) stuck(s *limState) bool {
	if s.pass < d.passes || s.drawn == 0 || d.ret {
		return false
	}
	under := s.up
	t := s.talon
	for range s.drawn {
		y := d.stock[limSet(t).first()]
		t &= t - 1
		if under&d.below[y] != s.up&d.below[y] {
			takers := (limSet(1)<<y).either()<<4
			if takers&d.deck&^under == 0 && !d.kings.has(y) {
				return true
			}
		}
		under |= 1 << y
	}
	return false
}
