package solve

import "github.com/solitaire-chat/solitaire/game"

// A layout is what never changes while one Klondike position is searched: the
// rules, the order of the cards under each card of a pile, and the talon.
//
// The part of a pile that the deal (or the position) fixed is its structure:
// the face-down cards and the lowest face-up one. Its top card is called
// locked; when it leaves, the card below is turned up and locked in turn. A
// king that lies on nothing is not locked: it is the same as a king that was
// moved to an empty pile.
type layout struct {
	talon
	ranks  int
	piles  int
	ret    bool     // cards may return from the foundations
	unlock [64]turn // what happens when a locked card leaves, by card
	kings  set      // the cards of the highest rank
	done   set      // what the foundations wait for in a won game
}

// A turn is what changes when a locked card leaves.
type turn struct {
	visible set    // the card turned up; none when the pile is empty then
	locked  set    // the same, unless it is a king on nothing
	key     uint64 // to be taken off the key
}

// The fields of a position's key. The piles' counts of structure cards are one
// mixed-radix number: pile i (from 0) never has more than i+1 of them.
const (
	keyFoundation = 0  // 4 × 4 bits: cards on each foundation, by suitOf
	keyPiles      = 16 // 2·3·4·…·8 = 40,320 values
	keyTalon      = 32 // 24 bits: the places of the talon that are left
	keyWaste      = 56 // 5 bits: the normal offset
)

// newLayout reads a position. It reports false for one that it can't hold: no
// Klondike, a talon of more than 24 cards, or face-up cards of a pile that are
// no run, which no play leads to.
func newLayout(state *game.State) (*layout, position, bool) {
	rules := state.Rules()
	if rules.Engine != game.KlondikeEngine {
		return nil, position{}, false
	}
	l := &layout{ranks: rules.Ranks, piles: rules.Piles, ret: rules.Return}
	l.kings = ranksUpTo(l.ranks-1) &^ ranksUpTo(l.ranks-2)
	l.done = l.kings << 4
	p := position{next: 0xf}
	for suit := game.Clubs; suit <= game.Spades; suit++ {
		for rank := 1; rank <= state.Up(suit); rank++ {
			p.putUp(bitOf(game.NewCard(rank, suit)))
		}
	}
	if !l.addTalon(&p, state) {
		return nil, position{}, false
	}
	radix := uint64(1)
	for pile := range rules.Piles {
		cards, hidden := state.Pile(game.Pile(pile + 1))
		if !l.addPile(&p, cards, hidden, radix<<keyPiles) {
			return nil, position{}, false
		}
		radix *= uint64(pile + 2)
	}
	return l, p, true
}

// addTalon reads stock and waste.
func (l *layout) addTalon(p *position, state *game.State) bool {
	waste := state.Waste()
	cards := append(waste, state.Stock()...)
	if len(cards) > talonSize {
		return false
	}
	l.draw = state.Rules().Draw
	for i, c := range cards {
		b := bitOf(c)
		l.cards[i] = b
		l.place[b] = uint8(i)
		p.stock |= one(b)
	}
	p.key |= (1<<len(cards) - 1) << keyTalon
	p.key |= uint64(l.normal(len(waste), len(cards))) << keyWaste
	return true
}

// addPile reads a pile of which hidden cards are face down. One structure card
// counts unit in the key.
func (l *layout) addPile(p *position, cards []game.Card, hidden int, unit uint64) bool {
	var below turn // what turns up when the next card leaves; its key is what lies below
	for i, c := range cards {
		b := bitOf(c)
		if i > hidden {
			if bitOf(cards[i-1])|1 != b+4|1 {
				return false
			}
			p.visible |= one(b)
			continue
		}
		here := turn{visible: one(b), locked: one(b), key: unit * uint64(i+1)}
		if i == 0 && l.kings&one(b) != 0 {
			here.locked, here.key = 0, 0
		}
		l.unlock[b] = turn{below.visible, below.locked, here.key - below.key}
		below = here
	}
	p.visible |= below.visible
	p.locked |= below.locked
	p.key += below.key
	return true
}
