package solve

import "github.com/solitaire-chat/solitaire/game"

// A limPlayer turns the moves of the limited engine into moves of the game. It
// plays them on a game.State, which knows where the face-up cards lie.
type limPlayer struct {
	*limDeal
	s    limState
	g    game.State
	line []game.Move
	err  error
}

// line returns the moves that led to the win: those forced at the start, and
// each move tried with those that it forced. The error is that of the first
// move which the game refuses; there never should be one.
func (e *limited) line(search *limSearch) ([]game.Move, error) {
	p := limPlayer{limDeal: &e.limDeal, s: e.root, g: e.from}
	p.playForced()
	for _, f := range search.stack[:len(search.stack)-1] {
		p.play(search.list[f.next-1])
		p.playForced()
	}
	return p.line, p.err
}

func (p *limPlayer) playForced() {
	for p.s.up != p.deck {
		m, ok := p.forced(&p.s)
		if !ok {
			return
		}
		p.play(m)
	}
}

// play plays a move of the engine.
func (p *limPlayer) play(m limMove) {
	if m.clear != limNoCard {
		p.carry(m.clear)
	}
	switch m.kind {
	case limUp:
		p.bare(m.card)
		p.apply(game.Move{From: p.find(m.card), To: game.Foundation, Count: 1})
	case limTurn:
		p.carry(m.card)
	case limTalUp:
		p.drawTo(m)
		p.apply(game.Move{From: game.Waste, To: game.Foundation, Count: 1})
	case limTalPut:
		p.drawTo(m)
		p.apply(game.Move{From: game.Waste, To: p.taker(m.card), Count: 1})
	case limBack:
		p.apply(game.Move{From: game.FoundationOf(limCard(m.card).Suit()), To: p.taker(m.card), Count: 1})
	}
	p.do(&p.s, m)
}

// drawTo draws, and turns over, until a talon card's time has come.
func (p *limPlayer) drawTo(m limMove) {
	pass := p.s.pass
	for p.err == nil && (pass != m.pass && !p.always || !p.onTop(m.card)) {
		if len(p.g.Stock()) > 0 {
			p.apply(game.Draw)
			continue
		}
		p.apply(game.TurnOver)
		pass++
	}
}

func (p *limPlayer) onTop(card uint8) bool {
	waste := p.g.Waste()
	return len(waste) > 0 && waste[len(waste)-1] == limCard(card)
}

// bare moves what lies on a card to its twin.
func (p *limPlayer) bare(card uint8) {
	pile, on := p.height(card)
	if on > 0 {
		to, _ := p.height(card ^ 1)
		p.apply(game.Move{From: pile, To: to, Count: on})
	}
}

// carry moves a card with all that lies on it.
func (p *limPlayer) carry(card uint8) {
	pile, on := p.height(card)
	p.apply(game.Move{From: pile, To: p.taker(card), Count: on + 1})
}

// taker returns the pile that takes a card.
func (p *limPlayer) taker(card uint8) game.Pile {
	c := limCard(card)
	for pile := game.Pile(1); pile <= game.Pile(p.piles); pile++ {
		cards, _ := p.g.Pile(pile)
		if len(cards) == 0 {
			if p.kings.has(card) {
				return pile
			}
			continue
		}
		if top := cards[len(cards)-1]; top.Rank() == c.Rank()+1 && top.Red() != c.Red() {
			return pile
		}
	}
	return 0
}

// height returns the pile that a face-up card lies on, and how many cards lie
// on it.
func (p *limPlayer) height(card uint8) (pile game.Pile, on int) {
	for pile := game.Pile(1); pile <= game.Pile(p.piles); pile++ {
		cards, hidden := p.g.Pile(pile)
		for i := hidden; i < len(cards); i++ {
			if cards[i] == limCard(card) {
				return pile, len(cards) - 1 - i
			}
		}
	}
	return 0, 0
}

func (p *limPlayer) find(card uint8) game.Pile {
	pile, _ := p.height(card)
	return pile
}

func (p *limPlayer) apply(m game.Move) {
	if p.err != nil {
		return
	}
	next, _, err := p.g.Apply(m)
	if err != nil {
		p.err = err
		return
	}
	p.g, p.line = next, append(p.line, m)
}
