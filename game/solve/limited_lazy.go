package solve

// lazy keeps of the moves after a talon card was put down those that need it.
//
// Where talon cards can be had at any time, one is put down only to take
// another card, or what lies on its twin so that the twin lies free: it could
// go up from the talon as well. So it may wait until just before that happens.
// What is played in between is as legal without it; and if that is legal beside
// it, neither does it find its place taken. So each line of play can be
// brought into an order in which each talon card that is put down is followed
// by one that it takes and that had no place before, or by its twin's going up.
//
// A position between those two stands for less than the same position with all
// its moves. So it is not for the table, and that a talon card was put down is
// never a reason for that to sleep. A move kept there was not to be had before,
// so it isn't asleep.
func (d *limDeal) lazy(before, s *limState, list []limMove) []limMove {
	taken := s.fits() &^ before.fits()
	freed := s.free() &^ before.free()
	kept := list[:0]
	for _, m := range list {
		needs := taken.has(m.card) || taken.has(m.clear)
		switch m.kind {
		case limUp:
			needs = freed.has(m.card)
		case limTalUp:
			needs = false
		}
		if needs {
			kept = append(kept, m)
		}
	}
	return kept
}

// waits reports whether a move is one that is to be made as late as possible.
func (d *limDeal) waits(m limMove) bool {
	return m.kind == limTalPut && d.always && d.on(limLazy)
}
