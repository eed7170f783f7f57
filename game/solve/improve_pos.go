package solve

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// Where a step puts its card. Cards are numbered from 4, so the numbers below
// are free.
const (
	impEmpty = 0 // an empty pile; also "nothing below" at the bottom of one
	impUp    = 1 // the foundation
)

// impCards is one more than the highest card number.
const impCards = game.King<<2 + 4

// An impPos is a position for [improve]: small, without pointers, and copied
// for each child. A pile is a chain of cards from its top down, so that moving
// a run changes three bytes however long it is.
//
// Drawing is no step of its own. A step that plays a card of the talon includes
// the draws and the turn-over that bring it to the top of the waste; that loses
// no line, since drawing earlier than needed never helps.
type impPos struct {
	sum    impKey          // of everything but the talon's border
	faceUp uint64          // bit c: card c lies face up in a pile
	hidden uint64          // bit c: card c lies face down in a pile
	left   uint64          // bit i: card i of the talon has not been played
	below  [impCards]uint8 // of a card in a pile: the card under it
	top    [game.MaxPiles]uint8
	extra  [game.MaxPiles]uint8 // forced moves inside a pile, see pileBound
	up     [game.Suits]uint8
	drawn  uint8 // cards on the waste
	turns  uint8 // turn-overs left
	rest   uint8 // cards not up
	talon  uint8 // what the talon forces, see talonBound
}

// An impMove is a step with all that is needed to make it. Its cost is draws
// plus one.
type impMove struct {
	card, onto uint8 // the lowest card moved; the card it is put on, impEmpty or impUp
	src, dst   uint8 // piles; impTalon or impUpPile as source
	draws      uint8
	turned     uint8 // turn-overs among the draws, 0 or 1
}

// Sources that are no pile.
const (
	impTalon  = game.MaxPiles
	impUpPile = game.MaxPiles + 1
)

func (m *impMove) cost() int { return int(m.draws) + 1 }

func impRank(c uint8) uint8 { return c >> 2 }
func impSuit(c uint8) uint8 { return c & 3 }

// impRed reports the colour: clubs 0, diamonds 1, hearts 2, spades 3.
func impRed(c uint8) bool { return (c+1)&2 != 0 }

func impBuilds(c, on uint8) bool { return impRank(c)+1 == impRank(on) && impRed(c) != impRed(on) }

func (p *impPos) won() bool { return p.rest == 0 }

func (p *impPos) fitsUp(c uint8) bool { return p.up[impSuit(c)]+1 == impRank(c) }

func (p *impPos) isFaceUp(c uint8) bool { return p.faceUp>>c&1 != 0 }

// talonLeft is the number of cards in stock and waste together.
func (p *impPos) talonLeft() int { return bits.OnesCount64(p.left) }

// play makes a move that the generator listed.
func (g *impGame) play(p *impPos, m *impMove) {
	tail := m.card
	switch m.src {
	case impTalon:
		g.takeTalon(p, m)
	case impUpPile:
		p.up[impSuit(m.card)]--
		p.rest++
		p.sum.sub(&g.keys.up[m.card])
	default:
		tail = g.cut(p, m)
	}
	if m.onto == impUp {
		p.up[impSuit(m.card)]++
		p.rest--
		p.sum.add(&g.keys.up[m.card])
		return
	}
	p.below[m.card] = m.onto
	p.top[m.dst] = tail
	p.faceUp |= 1 << m.card
	p.sum.add(&g.keys.on[m.card][m.onto])
	p.extra[m.dst] = g.pileBound(p, m.dst)
}

// takeTalon draws until the card is the top of the waste, and takes it.
func (g *impGame) takeTalon(p *impPos, m *impMove) {
	p.left &^= 1 << g.place[m.card]
	p.drawn = uint8(bits.OnesCount64(p.left & (1<<g.place[m.card] - 1)))
	p.turns -= m.turned
	p.talon = g.talonBound(p)
}

// cut takes the run from its pile, turns up what comes free, and returns the
// run's last card.
func (g *impGame) cut(p *impPos, m *impMove) (tail uint8) {
	under := p.below[m.card]
	tail = p.top[m.src]
	p.top[m.src] = under
	p.sum.sub(&g.keys.on[m.card][under])
	if m.onto == impUp {
		p.faceUp &^= 1 << m.card
	}
	if under != 0 && !p.isFaceUp(under) {
		p.faceUp |= 1 << under
		p.hidden &^= 1 << under
		p.sum.sub(&g.keys.hidden[under])
	}
	p.extra[m.src] = g.pileBound(p, m.src)
	return tail
}
