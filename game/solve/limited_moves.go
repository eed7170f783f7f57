package solve

// A limKind is one of the moves of the limited engine. A draw is none: a move
// of a talon card names the time at which the card is the top of the waste,
// and the draws up to there are a part of it. Neither is a move of a run to
// the twin of the card it lies on, which changes nothing in a limState.
type limKind uint8

const (
	limUp     limKind = iota // a face-up card to its foundation
	limTurn                  // a base with all that lies on it to another pile, so that a face-down card is turned up
	limTalUp                 // a talon card to its foundation
	limTalPut                // a talon card to the tableau
	limBack                  // a card from its foundation to the tableau
)

// A limMove is a move and what it needs.
type limMove struct {
	kind  limKind
	card  uint8
	clear uint8 // a base that is moved first, to empty its pile for the king that card is; noCard for none
	drawn uint8 // limTalUp and limTalPut: when the card is to be taken
	pass  uint8
	score int8 // those with the highest are tried first
}

const noCard = 63

// do makes a move.
func (d *limDeal) do(s *limState, m limMove) {
	if m.clear != noCard {
		d.turn(s, m.clear)
	}
	x := limSet(1) << m.card
	switch m.kind {
	case limUp:
		d.raise(s, m.card)
	case limTurn:
		d.settle(s, x)
		d.turn(s, m.card)
	case limTalUp:
		d.take(s, m)
		s.up |= x
	case limTalPut:
		d.take(s, m)
		s.vis |= x
		d.settle(s, x)
	case limBack:
		s.up &^= x
		s.vis |= x
		d.settle(s, x)
	}
}

// settle gives a king its empty pile.
func (d *limDeal) settle(s *limState, x limSet) {
	if x&d.kings != 0 {
		s.empty--
	}
}

// raise brings a face-up card up.
func (d *limDeal) raise(s *limState, card uint8) {
	x := limSet(1) << card
	s.up |= x
	s.vis &^= x
	if s.base&x != 0 {
		d.turn(s, card)
	} else if d.kings&x != 0 {
		s.empty++
	}
}

// turn lets a base leave its place: the card below is turned up, or the pile
// is empty.
func (d *limDeal) turn(s *limState, base uint8) {
	p := d.pileOf[base]
	s.base &^= 1 << base
	s.piles -= 1 << (4 * p)
	below := s.hidden(p)
	if below == 0 {
		s.empty++
		return
	}
	x := limSet(1) << d.cards[p][below-1]
	s.base |= x
	s.vis |= x
}

// take removes a talon card from the waste when its time has come.
func (d *limDeal) take(s *limState, m limMove) {
	s.pass, s.drawn = m.pass, m.drawn-1
	t := s.talon
	for range s.drawn {
		t &= t - 1
	}
	s.talon &^= t & -t
}

// A limReach tells which talon cards can be made the top of the waste without
// playing another: bit i stands for the i-th card left, from 0.
type limReach struct{ now, again uint32 }

// reach returns the cards that come up in the pass under way, and those of a
// next one that don't. A third pass would show the same as the second.
func (d *limDeal) reach(s *limState) limReach {
	n := s.left()
	var r limReach
	if n == 0 {
		return r
	}
	for i := s.drawn; i < n; {
		i = min(i+d.draw, n)
		r.now |= 1 << (i - 1)
	}
	if s.drawn > 0 {
		r.now |= 1 << (s.drawn - 1)
	}
	if s.pass < d.passes {
		for i := uint8(0); i < n; {
			i = min(i+d.draw, n)
			r.again |= 1 << (i - 1)
		}
		r.again &^= r.now
	}
	return r
}

// moves appends what is worth trying in a position to list.
func (d *limDeal) moves(s *limState, list []limMove) []limMove {
	g := limGen{limDeal: d, s: s, list: list, next: s.next(d.deck), fits: s.fits()}
	for set := g.next & s.free(); set != 0; set &= set - 1 {
		g.add(limMove{kind: limUp, card: set.first(), score: g.upScore(set.first())})
	}
	// An emptied pile is good for a king only: a bottom card leaves together
	// with the king's arrival (see kings), and a bottom king never does.
	turn := s.base &^ d.bottom
	if !d.on(limClear) {
		turn = s.base &^ (d.bottom & d.kings)
	}
	for set := turn & g.fits; set != 0; set &= set - 1 {
		g.add(limMove{kind: limTurn, card: set.first(), score: 50})
	}
	for set := turn & d.kings; set != 0; set &= set - 1 {
		g.kings(limMove{kind: limTurn, card: set.first(), score: 45})
	}
	g.talon()
	if d.ret {
		g.back()
	}
	return g.list
}

// A limGen lists the moves of one position.
type limGen struct {
	*limDeal
	s    *limState
	list []limMove
	next limSet // the cards that the foundations wait for
	fits limSet // those that some free card takes
}

// add lists a move that empties no pile first.
func (g *limGen) add(m limMove) {
	m.clear = noCard
	g.list = append(g.list, m)
}

// kings lists the ways to put a king on an empty pile. If there is none, a
// bottom card makes way. Nothing is lost if it waits until then: wherever its
// run was to go stays free for it.
func (g *limGen) kings(m limMove) {
	if g.s.empty > 0 {
		g.add(m)
	}
	if g.s.empty > 0 || !g.on(limClear) {
		return
	}
	for set := g.s.base & g.bottom & g.fits; set != 0; set &= set - 1 {
		m.clear = set.first()
		g.list = append(g.list, m)
	}
}

func (g *limGen) upScore(card uint8) int8 {
	if g.s.base.has(card) && !g.bottom.has(card) {
		return 60
	}
	return 40
}

func (g *limGen) talon() {
	r := g.reach(g.s)
	t := g.s.talon
	for i := uint8(0); t != 0; i++ {
		pos := uint8(limSet(t).first())
		t &= t - 1
		switch {
		case r.now>>i&1 != 0:
			g.talonCard(g.stock[pos], g.s.pass, i+1, 30-int8(max(i+1-g.s.drawn, 0)))
		case r.again>>i&1 != 0:
			g.talonCard(g.stock[pos], g.s.pass+1, i+1, -int8(i))
		}
	}
}

func (g *limGen) talonCard(card, pass, drawn uint8, score int8) {
	m := limMove{kind: limTalUp, card: card, pass: pass, drawn: drawn, score: score}
	if g.next.has(card) {
		g.add(m)
	}
	m.kind, m.score = limTalPut, m.score-2
	if g.kingsHas(card) {
		g.kings(m)
	} else if g.fits.has(card) {
		g.add(m)
	}
}

func (g *limGen) kingsHas(card uint8) bool { return g.limDeal.kings.has(card) }

func (g *limGen) back() {
	back := g.s.tops()
	if g.on(limSafeBack) {
		back &^= g.safe(g.s)
	}
	for set := back & g.fits; set != 0; set &= set - 1 {
		g.add(limMove{kind: limBack, card: set.first(), score: -30})
	}
	for set := back & g.limDeal.kings; set != 0; set &= set - 1 {
		g.kings(limMove{kind: limBack, card: set.first(), score: -40})
	}
}
