package solve

import "github.com/solitaire-chat/solitaire/game"

// impMaxTurns stands for any number of turn-overs: a line needs at most one
// before each of the at most 52 cards of the talon.
const impMaxTurns = 63

// An impRules value is a set of rules that leave moves out. All of them are on
// but in tests.
type impRules uint8

const (
	pruneImpSafe    impRules = 1 << iota // a safe card goes up at once
	pruneImpPartial                      // part of a run moves only to free a card that goes up
	pruneImpKing                         // a king at the bottom of its pile stays
	pruneImpEmpty                        // empty piles are one

	pruneImpAll = pruneImpSafe | pruneImpPartial | pruneImpKing | pruneImpEmpty
)

// An impGame is what all positions of one search share.
type impGame struct {
	rules game.Rules
	prune impRules
	keys  *impKeys
	talon [impCards]uint8 // the cards in the order in which they are turned
	place [impCards]uint8 // of a card in talon
	king  uint8           // the highest rank
	impHidden
	back   bool // moves back from a foundation are looked at
	groups bool // any face-up card moves with what lies on it (Yukon)
}

// newImpGame returns the game of a state and its position.
func newImpGame(s *game.State) (*impGame, impPos) {
	r := s.Rules()
	g := &impGame{
		rules: r, prune: pruneImpAll, keys: newImpKeys(), back: r.Return,
		king: uint8(r.Ranks), groups: r.Groups == game.AnyGroup,
	}
	g.setHigher()
	p := impPos{rest: uint8(r.Cards() - s.TotalUp())}
	for i := range r.Piles {
		g.setPile(&p, uint8(i), s)
	}
	g.setRivals()
	for suit := range game.Suit(game.Suits) {
		p.up[suit] = uint8(s.Up(suit))
		for rank := game.Ace; rank <= s.Up(suit); rank++ {
			p.sum.add(&g.keys.up[game.NewCard(rank, suit)])
		}
	}
	g.setTalon(&p, s)
	return g, p
}

func (g *impGame) setPile(p *impPos, i uint8, s *game.State) {
	cards, hidden := s.Pile(game.Pile(i + 1))
	for at, card := range cards {
		c := uint8(card)
		p.below[c] = p.top[i]
		p.sum.add(&g.keys.on[c][p.top[i]])
		p.top[i] = c
		if at < hidden {
			p.hidden |= 1 << c
			p.sum.add(&g.keys.hidden[c])
			g.setHidden(c, p.below[c])
		} else {
			p.faceUp |= 1 << c
		}
	}
	p.extra[i] = g.pileBound(p, i)
}

func (g *impGame) setTalon(p *impPos, s *game.State) {
	waste := s.Waste()
	for i, c := range append(waste, s.Stock()...) {
		g.talon[i], g.place[c] = uint8(c), uint8(i)
		p.left |= 1 << i
	}
	p.drawn = uint8(len(waste))
	p.turns = impMaxTurns
	if g.rules.Passes > 0 {
		p.turns = uint8(min(g.rules.Passes-s.Pass(), impMaxTurns))
	}
	p.talon = g.talonBound(p)
}
