package limited

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
)

// A kind is a kind of move in the limited engine. A draw isn't one: the time of a talon
// card's move says when the card is the top of the waste, and the draws up to then belong
// to that move. Moving a run to the twin of the card under it isn't one either, since it
// doesn't change the state.
type kind uint8

const (
	pileUp   kind = iota // a face-up card to its foundation
	turnUp               // a base, with everything on it, to another pile
	stockUp              // a talon card to its foundation
	stockPut             // a talon card to the tableau
	takeBack             // a card from its foundation to the tableau
	kinds
)

// A move is a move with the details needed to make it.
type move struct {
	kind  kind
	card  uint8
	clear uint8 // a base that leaves first, so that the king has an empty pile; noCard for none
	pass  uint8 // for talon cards: the pass in which it happens
	score int8  // the highest are tried first
}

const noCard = 63

// do makes a move.
func (d *deal) do(s *state, m move) {
	if m.clear != noCard {
		d.turn(s, m.clear)
	}
	x, suit := cards.One(m.card), cards.Suit(m.card)
	if m.kind != pileUp && m.kind != stockUp && x&d.kings != 0 {
		s.empty-- // it takes up an empty pile
	}
	switch m.kind {
	case pileUp:
		s.up |= x
		s.vis &^= x
		s.key += d.suitWeight[suit]
		if s.base&x != 0 {
			d.turn(s, m.card)
		} else if d.kings&x != 0 {
			s.empty++
		}
	case turnUp:
		d.turn(s, m.card)
	case stockUp:
		d.take(s, m)
		s.up |= x
		s.key += d.suitWeight[suit]
	case stockPut:
		d.take(s, m)
		s.vis |= x
	case takeBack:
		s.up &^= x
		s.key -= d.suitWeight[suit]
		s.vis |= x
	}
}

// turn makes a base leave its place, and turns up the card below or leaves the pile
// empty.
func (d *deal) turn(s *state, base uint8) {
	p := d.at[base]
	s.base &^= 1 << base
	s.piles -= 1 << (4 * p)
	s.key -= d.pileWeight[p]
	below := s.hidden(p)
	if below == 0 {
		s.empty++
		return
	}
	x := cards.Set(1) << d.cards[p][below-1]
	s.base |= x
	s.vis |= x
}

// take removes a talon card from the waste at the time of its move.
func (d *deal) take(s *state, m move) {
	at := d.at[m.card]
	s.pass, s.edge = m.pass, at
	s.talon &^= 1 << at
	s.rest &^= 1 << m.card
	s.key -= d.talonWeight << at
}

// A gen lists the moves of one position.
type gen struct {
	*deal
	s    *state
	list []move
	next cards.Set // the cards that the foundations need next
	fits cards.Set // those that fit on a free card
}

// The order of moves: first those that turn a card up, then the talon cards in drawing
// order.
const (
	scoreUpTurn  = 60
	scoreTurn    = 50
	scoreKing    = 45
	scoreUp      = 40
	scoreTalon   = 30
	scoreNewPass = 0
	scoreBack    = -30
)

// moves appends the moves worth trying in a position to a list.
func (d *deal) moves(s *state, list []move) []move {
	g := gen{d, s, list, s.next(d.deck), s.fits()}
	turns := s.base &^ d.bottom
	for set := g.next & s.free(); set != 0; set &= set - 1 {
		m := move{kind: pileUp, card: set.First(), score: scoreUp}
		if turns.Has(m.card) {
			m.score = scoreUpTurn
		}
		g.add(m)
	}
	if !d.on(pruneClear) {
		turns = s.base &^ (d.bottom & d.kings)
	}
	for set := turns & g.fits; set != 0; set &= set - 1 {
		g.add(move{kind: turnUp, card: set.First(), score: scoreTurn})
	}
	for set := turns & d.kings; set != 0; set &= set - 1 {
		g.king(move{kind: turnUp, card: set.First(), score: scoreKing})
	}
	g.talon()
	if d.ret {
		back := s.tops()
		if d.on(pruneSafeBack) {
			back &^= d.safe(s)
		}
		for set := back & g.fits; set != 0; set &= set - 1 {
			g.add(move{kind: takeBack, card: set.First(), score: scoreBack})
		}
		for set := back & d.kings; set != 0; set &= set - 1 {
			g.king(move{kind: takeBack, card: set.First(), score: scoreBack})
		}
	}
	return g.list
}

// add lists a move that needn't empty a pile first.
func (g *gen) add(m move) {
	m.clear = noCard
	g.list = append(g.list, m)
}

// king lists the ways to put a king on an empty pile, the only use of such a pile. So a
// bottom card leaves its pile only together with the arrival of a king that has no other,
// and a bottom king never moves. The bottom card loses nothing by waiting until then: the
// place for its run stays free.
func (g *gen) king(m move) {
	if g.s.empty > 0 {
		g.add(m)
	}
	if g.s.empty > 0 || !g.on(pruneClear) {
		return
	}
	for set := g.s.base & g.bottom & g.fits; set != 0; set &= set - 1 {
		m.clear = set.First()
		g.list = append(g.list, m)
	}
}

// talon lists the moves of the talon cards that can become the top of the waste without
// playing another card, in the current pass or else in the next one. A third pass would
// offer the same cards as the next one.
func (g *gen) talon() {
	s := g.s
	wanted := s.rest & (g.next | g.fits | g.kings)
	if wanted == 0 {
		return
	}
	now, again := g.reach(s)
	drawn := s.drawn()
	for ; wanted != 0; wanted &= wanted - 1 {
		m := move{kind: stockUp, card: wanted.First(), pass: s.pass}
		i := bits.OnesCount32(s.talon & (1<<g.at[m.card] - 1))
		switch {
		case now>>i&1 != 0:
			m.score = int8(scoreTalon - max(i-drawn+1, 0))
		case again>>i&1 != 0:
			m.pass, m.score = s.pass+1, int8(scoreNewPass-i)
		default:
			continue
		}
		if g.next.Has(m.card) {
			g.add(m)
		}
		m.kind, m.score = stockPut, m.score-2
		if g.kings.Has(m.card) {
			g.king(m)
		} else if g.fits.Has(m.card) {
			g.add(m)
		}
	}
}

// reach returns which talon cards come up in the current pass, and which in a later one:
// bit i is the i-th remaining card, from 0.
func (d *deal) reach(s *state) (now, again uint32) {
	n, drawn := s.left(), s.drawn()
	if n == 0 {
		return 0, 0
	}
	all, last := uint32(1)<<n-1, uint32(1)<<(n-1)
	now = d.ends << drawn & all
	if drawn < n {
		now |= last
	}
	if drawn > 0 {
		now |= 1 << (drawn - 1)
	}
	if s.pass < d.passes {
		again = d.ends&all | last
	}
	return now, again
}

// flavour changes the scores slightly, differently for each taste except 0.
func flavour(list []move, taste uint32) {
	if taste == 0 {
		return
	}
	for i := range list {
		m := &list[i]
		h := (uint32(m.card)*131 + uint32(m.kind)*17 + 1) * (taste*2654435761 | 1)
		m.score += int8(h >> 27)
	}
}

// sort puts the highest scores first. The lists are short.
func sort(list []move) {
	for i := 1; i < len(list); i++ {
		m := list[i]
		j := i
		for ; j > 0 && list[j-1].score < m.score; j-- {
			list[j] = list[j-1]
		}
		list[j] = m
	}
}
