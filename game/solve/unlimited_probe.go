package solve

import (
	"math"

	"github.com/solitaire-chat/solitaire/game"
)

// unlimitedProbe answers for the positions of one Klondike game with unlimited
// passes. For other Klondike games it answers as if passes were unlimited.
type unlimitedProbe struct {
	hunt
	talon set // the cards of the talon at the start
	lore  lore
}

func newUnlimitedProbe(state *game.State) (*unlimitedProbe, bool) {
	l, root, ok := newLayout(state)
	if !ok {
		return nil, false
	}
	p := &unlimitedProbe{talon: root.stock, hunt: hunt{layout: l, rules: pruneAll, patience: patience{dive: probeDive}}}
	p.known = &p.lore
	p.lore.reset(loreMemory, func() bool { return false })
	return p, true
}

// probeDive is after how many nodes positions are looked at for doom. A probe is
// asked about many lost positions, so it looks early.
const probeDive = 8

// ask implements asker: short searches in both orders, and then longer ones.
func (p *unlimitedProbe) ask(state *game.State, d *desk, b *budget) (Verdict, bool) {
	root, ok := p.at(state)
	if !ok {
		return Unknown, false
	}
	if p.rules&pruneDoomed != 0 && p.doomed(&root) {
		b.nodes++
		return Unwinnable, true
	}
	p.seen, p.stack, p.way, p.memory = &d.seen, d.stack, d.way, b.memory
	defer func() {
		d.stack, d.way = p.stack, p.way
		p.seen, p.stack, p.way = nil, nil, nil
	}()
	verdict := Unknown
	for i, nodes := range [...]int64{probeGlance, probeGlance, b.limit / 2, b.limit} {
		if p.contrary = i%2 == 1; nodes == 0 {
			nodes = math.MaxInt64
		}
		if verdict = p.run(root, b, nodes); verdict != Unknown || b.spent {
			break
		}
	}
	p.lore.learn(&p.hunt, verdict, b)
	return verdict, true
}

// probeGlance is how many nodes the first try in either order gets. Most wins
// are found in a few dozen.
const probeGlance = 100

// at returns a position of the probe's game as the engine sees it. It reports
// false for one of a game with another talon.
func (u *unlimitedProbe) at(state *game.State) (position, bool) {
	l, p := u.layout, position{next: 0xf}
	for suit := game.Clubs; suit <= game.Spades; suit++ {
		for rank := 1; rank <= state.Up(suit); rank++ {
			p.putUp(bitOf(game.NewCard(rank, suit)))
		}
	}
	waste, stock := state.Waste(), state.Stock()
	mask, last := uint32(0), -1
	for i := range len(waste) + len(stock) {
		c := bitOf(cardAt(waste, stock, i))
		place := int(l.place[c])
		if place <= last || u.talon&one(c) == 0 {
			return p, false
		}
		mask, last = mask|1<<place, place
		p.stock |= one(c)
	}
	p.key |= uint64(mask) << keyTalon
	p.key |= uint64(l.normal(len(waste), len(waste)+len(stock))) << keyWaste
	radix := uint64(1) << keyPiles
	for pile := range l.piles {
		cards, hidden := state.Pile(game.Pile(pile + 1))
		l.stand(&p, cards, hidden, radix)
		radix *= uint64(pile + 2)
	}
	return p, true
}

// cardAt returns the i-th card in the order of turning.
func cardAt(waste, stock []game.Card, i int) game.Card {
	if i < len(waste) {
		return waste[i]
	}
	return stock[i-len(waste)]
}

// stand reads a pile. One structure card counts unit in the key.
func (l *layout) stand(p *position, cards []game.Card, hidden int, unit uint64) {
	for _, c := range cards[min(hidden, len(cards)):] {
		p.visible |= one(bitOf(c))
	}
	if len(cards) == 0 {
		return
	}
	lowest := one(bitOf(cards[hidden]))
	if hidden == 0 && lowest&l.kings != 0 {
		return
	}
	p.locked |= lowest
	p.key += unit * uint64(hidden+1)
}
