package solve

import "math/bits"

// A limGen lists the moves of one position.
type limGen struct {
	*limDeal
	s    *limState
	list []limMove
	next limSet // the cards that the foundations wait for
	fits limSet // those that some free card takes
}

// What is tried first: above all what turns a card up, then the talon cards in
// the order in which they come.
const (
	limScoreUpTurn  = 60
	limScoreTurn    = 50
	limScoreKing    = 45
	limScoreUp      = 40
	limScoreTalon   = 30
	limScoreNewPass = 0
	limScoreBack    = -30
)

// moves appends to a list what is worth trying in a position.
func (d *limDeal) moves(s *limState, list []limMove) []limMove {
	g := limGen{d, s, list, s.next(d.deck), s.fits()}
	g.ups()
	g.turns()
	g.talon()
	if d.ret {
		g.backs()
	}
	return g.list
}

// add lists a move that empties no pile first.
func (g *limGen) add(m limMove) {
	m.clear = limNoCard
	g.list = append(g.list, m)
}

// king lists the ways to put a king on an empty pile, which is all that such a
// pile is good for. So a bottom card leaves its pile only together with the
// arrival of a king that finds no other, and a bottom king not at all. Nothing
// is lost if the bottom card waits until then: where its run was to lie it
// finds the place free.
func (g *limGen) king(m limMove) {
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

func (g *limGen) ups() {
	turns := g.s.base &^ g.bottom
	for set := g.next & g.s.free(); set != 0; set &= set - 1 {
		m := limMove{kind: limUp, card: set.first(), score: limScoreUp}
		if turns.has(m.card) {
			m.score = limScoreUpTurn
		}
		g.add(m)
	}
}

func (g *limGen) turns() {
	turns := g.s.base &^ g.bottom
	if !g.on(limClear) {
		turns = g.s.base &^ (g.bottom & g.kings)
	}
	for set := turns & g.fits; set != 0; set &= set - 1 {
		g.add(limMove{kind: limTurn, card: set.first(), score: limScoreTurn})
	}
	for set := turns & g.kings; set != 0; set &= set - 1 {
		g.king(limMove{kind: limTurn, card: set.first(), score: limScoreKing})
	}
}

// talon lists the moves of the talon cards that can be made the top of the
// waste without playing another: in the pass under way, or else in the next
// one. A third pass would show the same as that.
func (g *limGen) talon() {
	s := g.s
	wanted := s.rest & (g.next | g.fits | g.kings)
	if wanted == 0 {
		return
	}
	now, again := g.reach(s)
	drawn := s.drawn()
	for ; wanted != 0; wanted &= wanted - 1 {
		card := wanted.first()
		i := bits.OnesCount32(s.talon & (1<<g.at[card] - 1))
		switch {
		case now>>i&1 != 0:
			g.talonCard(card, s.pass, limScoreTalon-max(i-drawn+1, 0))
		case again>>i&1 != 0:
			g.talonCard(card, s.pass+1, limScoreNewPass-i)
		}
	}
}

// reach tells which talon cards come up in the pass under way, and which in a
// next one: bit i stands for the i-th card that is left, from 0.
func (d *limDeal) reach(s *limState) (now, again uint32) {
	n, drawn := s.left(), s.drawn()
	if n == 0 {
		return 0, 0
	}
	if d.always {
		return 1<<n - 1, 0
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

func (g *limGen) talonCard(card, pass uint8, score int) {
	m := limMove{kind: limTalUp, card: card, pass: pass, score: int8(score)}
	if g.next.has(card) {
		g.add(m)
	}
	m.kind, m.score = limTalPut, m.score-2
	if g.kings.has(card) {
		g.king(m)
	} else if g.fits.has(card) {
		g.add(m)
	}
}

func (g *limGen) backs() {
	back := g.s.tops()
	if g.on(limSafeBack) {
		back &^= g.safe(g.s)
	}
	for set := back & g.fits; set != 0; set &= set - 1 {
		g.add(limMove{kind: limBack, card: set.first(), score: limScoreBack})
	}
	for set := back & g.kings; set != 0; set &= set - 1 {
		g.king(limMove{kind: limBack, card: set.first(), score: limScoreBack})
	}
}

// limFlavour changes the scores a little, in another way for each taste but 0.
func limFlavour(list []limMove, taste uint32) {
	if taste == 0 {
		return
	}
	for i := range list {
		m := &list[i]
		h := (uint32(m.card)*131 + uint32(m.kind)*17 + 1) * (taste*2654435761 | 1)
		m.score += int8(h >> 27)
	}
}

// limSort puts those with the highest score first. The lists are short.
func limSort(list []limMove) {
	for i := 1; i < len(list); i++ {
		m := list[i]
		j := i
		for ; j > 0 && list[j-1].score < m.score; j-- {
			list[j] = list[j-1]
		}
		list[j] = m
	}
}
