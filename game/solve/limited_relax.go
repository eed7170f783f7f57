package solve

// A limHope is a position in a game that is easier: what was once to be had
// stays so. A card that came up still takes others, and a card that was put
// down is still free. The talon cards that lie under others wait for those.
type limHope struct {
	up   limSet // can come to their foundation
	have limSet // can be face up in the tableau
	acc  limSet // talon cards that can be had
	base limSet
	pile uint32
	room bool // a pile can become empty
}

// hopeless reports whether a position is lost even in the easier game.
func (d *limDeal) hopeless(s *limState) bool {
	h := limHope{up: s.up, have: s.vis, base: s.base, pile: s.piles, room: s.empty > 0}
	var talon [limTalon + 1]uint8
	n := 0
	for t := s.talon; t != 0; t &= t - 1 {
		talon[n] = d.stock[limSet(t).first()]
		n++
	}
	var ends uint32 // cards that a draw can end with
	if s.pass < d.passes {
		ends = 1<<n - 1
	} else {
		ends = d.reach(s).now
	}
	for {
		was := h
		h.raise(d)
		if h.up == d.deck {
			return false
		}
		takers := h.have
		if d.ret {
			takers |= h.up
		}
		fits := takers.either() >> 4
		if h.room || h.up&d.kings != 0 {
			fits |= d.kings
		}
		h.have |= h.acc & fits
		gone := h.up | h.have
		cover := true
		for i := n - 1; i >= 0; i-- {
			x := limSet(1) << talon[i]
			if cover || ends>>i&1 != 0 {
				h.acc |= x
			}
			cover = h.acc&gone&x != 0
		}
		for set := h.base & (h.up | fits); set != 0; set &= set - 1 {
			h.turn(d, set.first())
		}
		if h == was {
			return true
		}
	}
}

func (h *limHope) raise(d *limDeal) {
	for {
		s := limState{up: h.up}
		set := s.next(d.deck) & (h.have | h.acc)
		if set == 0 {
			return
		}
		h.up |= set
	}
}

func (h *limHope) turn(d *limDeal, base uint8) {
	p := d.pileOf[base]
	h.base &^= 1 << base
	h.pile -= 1 << (4 * p)
	below := h.pile >> (4 * p) & 15
	if below == 0 {
		h.room = true
		return
	}
	x := limSet(1) << d.cards[p][below-1]
	h.base |= x
	h.have |= x
}
