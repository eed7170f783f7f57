package solve

import "github.com/solitaire-chat/solitaire/game"

// limitedProbe answers for the positions of one Klondike game with limited
// passes.
type limitedProbe struct {
	limDeal
	talon  limSet // the cards of the talon at the start
	pass   int    // passes begun then
	lore   limLore
	easier *unlimitedProbe // what can't be won without a limit can't be won
}

func newLimitedProbe(state *game.State) (*limitedProbe, bool) {
	d, root, err := limBegin(state)
	easier, ok := newUnlimitedProbe(state)
	if err != nil || !ok {
		return nil, false
	}
	return &limitedProbe{d, root.rest, state.Pass(), newLimLore(&d, &root, loreMemory), easier}, true
}

// ask implements asker.
func (p *limitedProbe) ask(state *game.State, d *desk, b *budget) (Verdict, bool) {
	root, ok := p.position(state)
	if !ok {
		return Unknown, false
	}
	before := budget{ctx: b.ctx, limit: easedNodes, memory: b.memory}
	if b.limit > 0 {
		before.limit = min(easedNodes, b.limit/2+1)
	}
	verdict, _ := p.easier.ask(state, d, &before)
	b.nodes += before.nodes
	if verdict == Unwinnable {
		return Unwinnable, true
	}
	e := &d.still
	e.limDeal, e.known = &p.limDeal, &p.lore
	defer func() { e.limDeal, e.known = nil, nil }()
	e.table = d.limTable(&p.limDeal, &root, b.memory)
	end := e.begin(root)
	for end == limOpen && b.node() {
		end = e.run(b, limTurnNodes)
	}
	p.lore.learn(e, end, b)
	switch end {
	case limWon:
		return Winnable, true
	case limDone:
		return Unwinnable, true
	}
	return Unknown, true
}

// limTable returns the desk's table, empty, for another game.
func (d *desk) limTable(deal *limDeal, s *limState, memory int64) *limTable {
	old := d.still.table
	if old == nil || len(old.slots) > limDeskSlots {
		return newLimTable(deal, s, memory)
	}
	t := sizedLimTable(deal, s, memory, 0)
	if len(old.slots) > t.most {
		return newLimTable(deal, s, memory)
	}
	t.slots = old.slots
	t.clear()
	return t
}

// limDeskSlots is the largest table that a desk keeps.
const limDeskSlots = 1 << 13

// position returns a position of this game as the engine sees it. It reports
// false for one of another game.
func (p *limitedProbe) position(g *game.State) (s limState, ok bool) {
	for suit := range game.Suit(game.Suits) {
		for rank := range g.Up(suit) {
			s.up |= 1 << limIndex(game.NewCard(rank+1, suit))
		}
		s.key += p.suitWeight[limSuit(limIndex(game.NewCard(game.Ace, suit)))] * uint64(g.Up(suit))
	}
	for pile := range p.piles {
		p.stand(g, pile, &s)
	}
	waste, stock := g.Waste(), g.Stock()
	last := -1
	for i := range len(waste) + len(stock) {
		x := limIndex(cardAt(waste, stock, i))
		at := int(p.at[x])
		if at <= last || !p.talon.has(x) {
			return s, false
		}
		last = at
		s.rest |= 1 << x
		s.talon |= 1 << at
		if i < len(waste) {
			s.edge = uint8(at + 1)
		}
	}
	s.key += p.talonWeight * uint64(s.talon)
	if p.always {
		s.edge = 0
		return s, true
	}
	pass := g.Pass() - p.pass
	s.pass = uint8(pass)
	return s, pass >= 0 && pass <= int(p.passes)
}

// stand reads a pile.
func (p *limitedProbe) stand(g *game.State, pile uint8, s *limState) {
	cards, hidden := g.Pile(game.Pile(pile + 1))
	if len(cards) == 0 {
		s.empty++
		return
	}
	for _, c := range cards[hidden:] {
		s.vis |= 1 << limIndex(c)
	}
	base := limIndex(cards[hidden])
	if hidden == 0 && p.cards[pile][0] != base {
		return // a king that came here
	}
	s.base |= 1 << base
	s.piles |= uint32(hidden+1) << (4 * pile)
	s.key += p.pileWeight[pile] * uint64(hidden+1)
}
