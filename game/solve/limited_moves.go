package solve

// A limKind is one of the moves of the limited engine. A draw is none: a move
// of a talon card says when the card is the top of the waste, and the draws up
// to then are a part of it. Neither is the move of a run to the twin of the
// card that it lies on, which changes nothing in a limState.
type limKind uint8

const (
	limUp     limKind = iota // a face-up card to its foundation
	limTurn                  // a base, with all that lies on it, to another pile
	limTalUp                 // a talon card to its foundation
	limTalPut                // a talon card to the tableau
	limBack                  // a card from its foundation to the tableau
)

// A limMove is a move and what it needs.
type limMove struct {
	kind  limKind
	card  uint8
	clear uint8 // a base that leaves first, so that its pile is empty for the king card; limNoCard for none
	pass  uint8 // of the moves of talon cards: the pass in which it happens
	score int8  // those with the highest are tried first
}

const limNoCard = 63

// do makes a move.
func (d *limDeal) do(s *limState, m limMove) {
	if m.clear != limNoCard {
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
		s.key += d.suitWeight[limSuit(m.card)]
	case limTalPut:
		d.take(s, m)
		s.vis |= x
		d.settle(s, x)
	case limBack:
		s.up &^= x
		s.key -= d.suitWeight[limSuit(m.card)]
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
	s.key += d.suitWeight[limSuit(card)]
	if s.base&x != 0 {
		d.turn(s, card)
	} else if d.kings&x != 0 {
		s.empty++
	}
}

// turn lets a base leave its place: the card below is turned up, or the pile
// is empty.
func (d *limDeal) turn(s *limState, base uint8) {
	p := d.at[base]
	s.base &^= 1 << base
	s.piles -= 1 << (4 * p)
	s.key -= d.pileWeight[p]
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
	at := d.at[m.card]
	if !d.always {
		s.pass, s.edge = m.pass, at
	}
	s.talon &^= 1 << at
	s.rest &^= 1 << m.card
	s.key -= d.talonWeight << at
}
