package solve

// A limBefore tells which moves were there before a card went up.
type limBefore struct {
	card  limSet // the card that went up
	ups   limSet // face-up cards that could go up
	next  limSet // cards that the foundations waited for
	fits  limSet // cards that some free card would take
	base  limSet
	kings limSet
	room  bool
}

func (d *limDeal) before(s *limState, card uint8) limBefore {
	next := s.next(d.deck)
	return limBefore{1 << card, next & s.free(), next, s.fits(), s.base, d.kings, s.empty > 0}
}

// needs keeps of the moves after a card went up those that need that, which is
// to say, were not there before. For a card that goes up of its own may as well
// wait: a move that was there before can be made first and the card go up
// then. What the move puts down finds a place beside the card if it finds one
// after it has gone; and the safe cards that go up by themselves are the same in
// the end, unless one of them is a talon card (the caller sees to that).
// Two cards that could both go up do so in the order of their numbers. So each
// line of play has one order in which no two neighbours are to be exchanged,
// and that one is tried.
//
// A position reached so is not for the table: it stands for less than the same
// position with all its moves.
func (b *limBefore) needs(list []limMove) []limMove {
	kept := list[:0]
	for _, m := range list {
		if !b.had(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func (b *limBefore) had(m limMove) bool {
	x := limSet(1) << m.card
	switch m.kind {
	case limUp:
		return b.ups&x != 0 && x < b.card
	case limTalUp:
		return b.next&x != 0
	case limTurn:
		return b.base&x != 0 && b.place(x, m.clear)
	case limTalPut:
		return b.place(x, m.clear)
	}
	return false
}

// place reports whether a card had a place to go to.
func (b *limBefore) place(x limSet, clear uint8) bool {
	if clear != noCard {
		y := limSet(1) << clear
		return !b.room && b.base&b.fits&y != 0
	}
	return b.fits&x != 0 || b.kings&x != 0 && b.room
}
