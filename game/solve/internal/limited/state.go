package limited

import (
	"math"
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
)

// A state is a position in the limited engine. It says which face-up cards lie on
// face-down cards or on the table (the bases, one per pile), but not where the other
// face-up cards lie: each lies on one of the two cards that take it, or is a king on an
// emptied pile.
//
// This loses nothing, with or without return. Two positions that agree in the rest are
// equally good, because each can follow the moves of the other:
//
//   - A card finds a place if more cards that take it are face up than cards lie
//     on those. The state determines both numbers.
//   - A card that lies free in one position lies free in the other, or carries a
//     run there. In the first position that run lies on the card's twin (no third
//     card takes it), so the twin is face up, and in the second position the twin
//     lies free: the run can move over to it.
type state struct {
	up    cards.Set // on the foundations
	vis   cards.Set // face up in the tableau
	base  cards.Set // those of them with no face-up card under them
	rest  cards.Set // in stock or waste
	key   uint64    // everything except the time, see deal.weigh
	talon uint32    // the cards of rest as positions in deal.stock
	piles uint32    // four bits per pile: face-down cards + 1, or 0 when its base is gone
	edge  uint8     // the positions below it are drawn: the cards of rest there are the waste
	pass  uint8     // passes begun since the start
	empty uint8     // empty piles
}

// left returns how many cards stock and waste hold.
func (s *state) left() int { return bits.OnesCount32(s.talon) }

// drawn returns how many of them are on the waste.
func (s *state) drawn() int { return bits.OnesCount32(s.waste()) }

// waste returns the positions of the cards on the waste.
func (s *state) waste() uint32 { return s.talon & (1<<s.edge - 1) }

// hidden returns the face-down cards of a pile, and 1 for its base.
func (s *state) hidden(pile uint8) uint32 { return s.piles >> (4 * pile) & 15 }

// tops returns the top cards of the foundations.
func (s *state) tops() cards.Set { return s.up &^ s.up.SuitBelow() }

// carried returns the face-up cards that lie on others, and the kings on emptied piles.
func (s *state) carried() cards.Set { return s.vis &^ s.base }

// next returns the cards that the foundations need next.
func (s *state) next(deck cards.Set) cards.Set {
	return (s.up.SuitAbove() | cards.Aces) &^ s.up & deck
}

// free returns the face-up cards that lie free, or that become free by moving the cards
// on them to the twin.
func (s *state) free() cards.Set {
	on := s.carried() << 4
	return s.vis & (^on.Twins() | s.vis.Both()&^on.Both())
}

// fits returns the cards, wherever they are, that fit on a free card. Kings are never
// among them.
func (s *state) fits() cards.Set {
	on := s.carried() << 4
	return (s.vis.Both()&^on.Both() | s.vis.Twins()&^on.Twins()) >> 4
}

// A deal is what stays the same during a search: the rules, and the places of the cards
// that haven't moved.
type deal struct {
	rules  rules
	draw   uint8
	passes uint8 // passes that may begin after the current one at the start
	ret    bool
	piles  uint8
	deck   cards.Set
	kings  cards.Set
	bottom cards.Set // the bottom cards of the piles at the start
	ends   uint32    // how many cards less one are drawn after each draw of a fresh pass

	stock [talonSize]uint8                        // cards of the talon at the start, by position
	at    [64]uint8                               // their positions, and the piles of the cards in cards
	cards [game.MaxPiles][game.MaxPiles]uint8     // by pile and height, up to the base
	under [game.MaxPiles][game.MaxPiles]cards.Set // the cards under those
	below [64]cards.Set                           // the lower cards of a card's suit

	locks []lock

	// Weights of the parts of a key: see weigh.
	suitWeight  [game.Suits]uint64
	pileWeight  [game.MaxPiles]uint64
	talonWeight uint64
	times       uint64 // number of pairs of pass and drawn cards
}

// talonSize is the most cards that stock and waste can hold: those of a full deal.
const talonSize = 24

// newDeal returns what stays the same during a search from a position, and the position
// as a state. It reports false for a position that this engine can't take: its cards
// can't lie like that in play, stock and waste hold too many, or there are more states
// than 64 bits can distinguish.
func newDeal(g *game.State) (d deal, s state, ok bool) {
	r := g.Rules()
	waste := g.Waste()
	talon := append(waste, g.Stock()...)
	if r.Draw < 1 || r.Groups != game.Runs || len(talon) > talonSize {
		return d, s, false
	}
	d = deal{rules: allRules, draw: uint8(r.Draw), ret: r.Return, piles: uint8(r.Piles)}
	d.deck = cards.RanksUpTo(r.Ranks - 1)
	d.kings = d.deck &^ (d.deck >> 4)
	for set := d.deck &^ cards.Aces; set != 0; set &= set - 1 {
		x := set.First()
		prev := (x - 4) ^ 2
		d.below[x] = d.below[prev] | 1<<prev
	}
	for p := range d.piles {
		if !d.addPile(g, p) {
			return d, s, false
		}
	}
	for i, c := range talon {
		x := cards.Of(c)
		d.stock[i], d.at[x] = x, uint8(i)
	}
	for i := int(d.draw); i <= talonSize; i += int(d.draw) {
		d.ends |= 1 << (i - 1)
	}
	// Every later pass except the last must play a card, or it is wasted.
	d.passes = uint8(len(talon))
	if r.Passes > 0 {
		d.passes = uint8(min(r.Passes-g.Pass(), len(talon)))
	}
	if !d.weigh(g, len(talon)) {
		return d, s, false
	}
	s, ok = d.read(g)
	return d, s, ok
}

// addPile reports false if the face-up part of a pile isn't a run.
func (d *deal) addPile(g *game.State, p uint8) bool {
	column, hidden := g.Pile(game.Pile(p + 1))
	for i, c := range column {
		x := cards.Of(c)
		if i > hidden {
			if !cards.Takers(x).Has(cards.Of(column[i-1])) {
				return false
			}
			continue
		}
		d.cards[p][i], d.at[x] = x, p
		if i > 0 {
			d.under[p][i] = d.under[p][i-1] | 1<<d.cards[p][i-1]
		}
		if under := d.under[p][i]; under&d.below[x] != 0 && !d.kings.Has(x) {
			d.locks = append(d.locks, lock{p, uint8(i), cards.Takers(x) &^ under})
		}
	}
	if len(column) > 0 {
		d.bottom |= 1 << d.cards[p][0]
	}
	return true
}

// weigh gives each part of a state its weight in the key. Keys are exact, not hashes: the
// cards on each foundation, the face-down cards of each pile, the talon cards and the
// time, in mixed radix, form one number of 64 bits. (They determine where the other cards
// are.) It reports false if there are too many states for that. A full deal fits with up
// to 25 passes, and more passes can't help.
func (d *deal) weigh(g *game.State, left int) bool {
	d.times = uint64(d.passes+1) * uint64(left+1)
	size, fit := d.times, true
	add := func(radix int) (weight uint64) {
		weight = size
		hi, lo := bits.Mul64(size, uint64(radix))
		fit = fit && hi == 0
		size = lo
		return weight
	}
	d.talonWeight = add(1 << left)
	for suit := range d.suitWeight {
		d.suitWeight[suit] = add(d.deck.Count()/game.Suits + 1)
	}
	for p := range d.piles {
		radix := 1
		if column, hidden := g.Pile(game.Pile(p + 1)); len(column) > 0 {
			radix = hidden + 2
		}
		d.pileWeight[p] = add(radix)
	}
	return fit && size < math.MaxUint64
}

// read returns a position of this game as a state, without its pass. It reports false for
// one with another talon; the caller must check that it has no other cards.
func (d *deal) read(g *game.State) (s state, ok bool) {
	for suit := range game.Suit(game.Suits) {
		for rank := range g.Up(suit) {
			s.up |= 1 << cards.Of(game.NewCard(rank+1, suit))
		}
		s.key += d.suitWeight[cards.Suit(cards.Of(game.NewCard(game.Ace, suit)))] * uint64(g.Up(suit))
	}
	for p := range d.piles {
		column, hidden := g.Pile(game.Pile(p + 1))
		if len(column) == 0 {
			s.empty++
			continue
		}
		for _, c := range column[hidden:] {
			s.vis |= 1 << cards.Of(c)
		}
		base := cards.Of(column[hidden])
		if hidden == 0 && d.cards[p][0] != base {
			continue // a king that came here
		}
		s.base |= 1 << base
		s.piles |= uint32(hidden+1) << (4 * p)
		s.key += d.pileWeight[p] * uint64(hidden+1)
	}
	waste := g.Waste()
	drawn, last := len(waste), -1
	for i, c := range append(waste, g.Stock()...) {
		x := cards.Of(c)
		at := int(d.at[x])
		if at <= last {
			return s, false
		}
		last = at
		s.rest |= 1 << x
		s.talon |= 1 << at
		if i < drawn {
			s.edge = uint8(at + 1)
		}
	}
	s.key += d.talonWeight * uint64(s.talon)
	return s, true
}
