package shorten

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// maxTurns means any number of turn-overs: a line needs at most one before each of the at
// most 52 cards of the talon.
const maxTurns = 63

// A rules value is a set of pruning rules. Only tests switch them off.
type rules uint8

const (
	pruneSafe    rules = 1 << iota // a safe card goes up at once
	prunePartial                   // part of a run moves only to free a card that goes up
	pruneKing                      // a king at the bottom of its pile stays
	pruneEmpty                     // all empty piles are the same

	pruneAll = pruneSafe | prunePartial | pruneKing | pruneEmpty
)

// A model is what all positions of one search share.
type model struct {
	rules game.Rules
	prune rules
	keys  *keys
	talon [cardNumbers]uint8 // the cards in drawing order
	place [cardNumbers]uint8 // the place of a card in talon
	king  uint8              // the highest rank
	buried
	back   bool // whether to try moves back from a foundation
	groups bool // any face-up card moves with everything on it (Yukon)
}

// newModel returns the game of a state, and the state as a position.
func newModel(s *game.State) (*model, position) {
	r := s.Rules()
	g := &model{
		rules: r, prune: pruneAll, keys: newKeys(), back: r.Return,
		king: uint8(r.Ranks), groups: r.Groups == game.AnyGroup,
	}
	for c := uint8(game.Ace << 2); c < cardNumbers; c++ {
		for d := c + game.Suits; d < cardNumbers; d += game.Suits {
			g.higher[c] |= 1 << d
		}
	}
	p := position{rest: uint8(r.Cards() - s.TotalUp())}
	for i := range r.Piles {
		g.setPile(&p, uint8(i), s)
	}
	for c := range g.rivals {
		for d := range g.rivals {
			if g.plain>>c&1 != 0 && g.plain>>d&1 != 0 && g.under[c]>>d&1 != 0 && g.under[d]>>c&1 != 0 {
				g.rivals[c] |= 1 << d
			}
		}
	}
	for suit := range game.Suit(game.Suits) {
		p.up[suit] = uint8(s.Up(suit))
		for rank := game.Ace; rank <= s.Up(suit); rank++ {
			p.sum.add(&g.keys.up[game.NewCard(rank, suit)])
		}
	}
	g.setTalon(&p, s)
	return g, p
}

func (g *model) setPile(p *position, i uint8, s *game.State) {
	cards, hidden := s.Pile(game.Pile(i + 1))
	for at, card := range cards {
		c := uint8(card)
		p.below[c] = p.top[i]
		p.sum.add(&g.keys.on[c][p.top[i]])
		p.top[i] = c
		if at < hidden {
			p.hidden |= 1 << c
			p.sum.add(&g.keys.hidden[c])
			on := p.below[c]
			g.under[c], g.after[c], g.forced[c] = g.after[on], g.after[on]|g.higher[c], g.forced[on]
			if g.under[c]>>c&1 != 0 {
				g.forced[c]++
			} else {
				g.plain |= 1 << c
			}
		} else {
			p.faceUp |= 1 << c
		}
	}
	p.extra[i] = g.pileBound(p, i)
}

func (g *model) setTalon(p *position, s *game.State) {
	waste := s.Waste()
	for i, c := range append(waste, s.Stock()...) {
		g.talon[i], g.place[c] = uint8(c), uint8(i)
		p.left |= 1 << i
	}
	p.drawn = uint8(len(waste))
	p.turns = maxTurns
	if g.rules.Passes > 0 {
		p.turns = uint8(min(g.rules.Passes-s.Pass(), maxTurns))
	}
	p.talon = g.talonBound(p)
}

// These are the targets of a step that aren't cards. Card numbers start at 4, so these
// numbers are free.
const (
	toEmpty      = 0 // an empty pile; also "nothing below" at the bottom of one
	toFoundation = 1 // the foundation
)

// cardNumbers is one more than the highest card number.
const cardNumbers = game.King<<2 + 4

// A position is small, has no pointers, and is copied for each child. A pile is a chain
// of cards from its top down, so that moving a run of any length changes three bytes.
//
// Drawing isn't a step of its own. A step that plays a card of the talon includes the
// draws and the turn-over that bring it to the top of the waste. This loses no line,
// since drawing earlier than necessary never helps.
type position struct {
	sum    key                // of everything except how much of the talon is drawn
	faceUp uint64             // bit c: card c lies face up in a pile
	hidden uint64             // bit c: card c lies face down in a pile
	left   uint64             // bit i: card i of the talon has not been played
	below  [cardNumbers]uint8 // by card in a pile: the card under it
	top    [game.MaxPiles]uint8
	extra  [game.MaxPiles]uint8 // forced moves inside a pile, see pileBound
	up     [game.Suits]uint8
	drawn  uint8 // cards on the waste
	turns  uint8 // turn-overs left
	rest   uint8 // cards not up
	talon  uint8 // what the talon forces, see talonBound
}

// A move is a step with everything needed to make it. Its cost is its draws plus one.
type move struct {
	card, onto uint8 // the lowest card moved; the card it is put on, toEmpty or toFoundation
	src, dst   uint8 // piles; fromTalon or fromFoundation as source
	draws      uint8
	turned     uint8 // turn-overs among the draws, 0 or 1
}

// Sources that aren't piles.
const (
	fromTalon      = game.MaxPiles
	fromFoundation = game.MaxPiles + 1
)

func (m *move) cost() int { return int(m.draws) + 1 }

func rankOf(c uint8) uint8 { return c >> 2 }
func suitOf(c uint8) uint8 { return c & 3 }

// isRed reports the colour: clubs 0, diamonds 1, hearts 2, spades 3.
func isRed(c uint8) bool { return (c+1)&2 != 0 }

func fits(c, on uint8) bool { return rankOf(c)+1 == rankOf(on) && isRed(c) != isRed(on) }

func (p *position) won() bool { return p.rest == 0 }

func (p *position) fitsUp(c uint8) bool { return p.up[suitOf(c)]+1 == rankOf(c) }

func (p *position) isFaceUp(c uint8) bool { return p.faceUp>>c&1 != 0 }

// talonLeft is the number of cards in stock and waste together.
func (p *position) talonLeft() int { return bits.OnesCount64(p.left) }

// play makes a move that the generator listed.
func (g *model) play(p *position, m *move) {
	tail := m.card
	switch m.src {
	case fromTalon:
		place := g.place[m.card]
		p.left &^= 1 << place
		p.drawn = uint8(bits.OnesCount64(p.left & (1<<place - 1)))
		p.turns -= m.turned
		p.talon = g.talonBound(p)
	case fromFoundation:
		p.up[suitOf(m.card)]--
		p.rest++
		p.sum.sub(&g.keys.up[m.card])
	default:
		tail = g.cut(p, m)
	}
	if m.onto == toFoundation {
		p.up[suitOf(m.card)]++
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

// cut takes the run off its pile, turns up the card under it, and returns the run's last
// card.
func (g *model) cut(p *position, m *move) (tail uint8) {
	under := p.below[m.card]
	tail = p.top[m.src]
	p.top[m.src] = under
	p.sum.sub(&g.keys.on[m.card][under])
	if m.onto == toFoundation {
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
