package solve

import (
	"errors"
	"math"
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A limDeal is what stays the same in a search: the rules, and where those
// cards lie that haven't moved yet.
type limDeal struct {
	rules  limRules
	draw   uint8
	passes uint8 // passes that may begin after the one at the start
	ret    bool
	always bool // every talon card can be had at any time: then there is no waste
	piles  uint8
	deck   limSet
	kings  limSet
	bottom limSet // the bottom cards of the piles at the start
	ends   uint32 // how many cards less one are drawn after each draw of a fresh pass

	stock [limTalon]uint8                      // cards of the talon at the start, by position
	at    [64]uint8                            // their positions, and the piles of the cards in cards
	cards [game.MaxPiles][game.MaxPiles]uint8  // by pile and height, up to the base
	under [game.MaxPiles][game.MaxPiles]limSet // what lies under those
	below [64]limSet                           // the lower cards of a card's suit

	locks []limLock

	// Weights of the parts of a key: see weigh.
	suitWeight  [game.Suits]uint64
	pileWeight  [game.MaxPiles]uint64
	talonWeight uint64
	times       uint64 // how many there are of pass and drawn cards together
}

// limTalon is the most cards that stock and waste may hold: those of a full
// deal.
const limTalon = 24

// errLimited says that a position is not for the limited engine: its cards
// can't lie so in play, there are too many in stock and waste, or there are
// more positions than 64 bits tell apart.
var errLimited = errors.New("solve: not a position for the limited engine")

// limBegin translates a position.
func limBegin(g *game.State) (d limDeal, s limState, err error) {
	r := g.Rules()
	if r.Draw < 1 || r.Groups != game.Runs {
		return d, s, errLimited
	}
	d = limDeal{rules: limAllRules, draw: uint8(r.Draw), ret: r.Return, piles: uint8(r.Piles)}
	d.addDeck(r.Ranks)
	for suit := range game.Suit(game.Suits) {
		for rank := range g.Up(suit) {
			s.up |= 1 << limIndex(game.NewCard(rank+1, suit))
		}
	}
	for p := range d.piles {
		if !d.addPile(g, p, &s) {
			return d, s, errLimited
		}
	}
	if !d.addTalon(g, &s) || !d.weigh(&s) {
		return d, s, errLimited
	}
	return d, s, nil
}

func (d *limDeal) addDeck(ranks int) {
	d.deck = limSet(1)<<(4*ranks) - 1
	d.kings = d.deck &^ (d.deck >> 4)
	for set := d.deck &^ limAces; set != 0; set &= set - 1 {
		x := set.first()
		prev := (x - 4) ^ 2
		d.below[x] = d.below[prev] | 1<<prev
	}
}

// addPile reports false if the face-up part of a pile is no run.
func (d *limDeal) addPile(g *game.State, p uint8, s *limState) bool {
	cards, hidden := g.Pile(game.Pile(p + 1))
	if len(cards) == 0 {
		s.empty++
		return true
	}
	for i, c := range cards {
		x := limIndex(c)
		if i > hidden && !limTakers(x).has(limIndex(cards[i-1])) {
			return false
		}
		if i >= hidden {
			s.vis |= 1 << x
		}
		if i > hidden {
			continue
		}
		d.cards[p][i], d.at[x] = x, p
		if i > 0 {
			d.under[p][i] = d.under[p][i-1] | 1<<d.cards[p][i-1]
		}
	}
	d.addLocks(p, hidden)
	d.bottom |= 1 << d.cards[p][0]
	s.base |= 1 << d.cards[p][hidden]
	s.piles |= uint32(hidden+1) << (4 * p)
	return true
}

// addTalon reports false if stock and waste are too large.
func (d *limDeal) addTalon(g *game.State, s *limState) bool {
	waste := g.Waste()
	talon := append(waste, g.Stock()...)
	if len(talon) > limTalon {
		return false
	}
	for i, c := range talon {
		x := limIndex(c)
		d.stock[i], d.at[x] = x, uint8(i)
		s.rest |= 1 << x
	}
	s.talon = 1<<len(talon) - 1
	s.edge = uint8(len(waste))
	for i := int(d.draw); i <= limTalon; i += int(d.draw) {
		d.ends |= 1 << (i - 1)
	}
	// Of the passes to come each but the last must play a card, or it was
	// for nothing.
	d.passes = uint8(len(talon))
	if passes := g.Rules().Passes; passes > 0 {
		d.passes = uint8(min(passes-g.Pass(), len(talon)))
	}
	if d.draw == 1 && int(d.passes) == len(talon) {
		d.always, s.edge = true, 0
	}
	return true
}

// weigh gives each part of a position its weight in the key, and the first
// position its key. Keys are exact, no hashes: the numbers of cards on each
// foundation, the face-down cards of each pile, the talon cards and the time,
// in mixed radix, are one number of 64 bits. (Where the rest of the cards are
// follows.) It reports false if there are too many positions for that; of a
// full deal there are fewer with up to 25 passes, and more can't be of use.
func (d *limDeal) weigh(s *limState) bool {
	d.times = uint64(d.passes+1) * uint64(s.left()+1)
	if d.always {
		d.times = 1
	}
	size, fit := d.times, true
	add := func(radix int) (weight uint64) {
		weight = size
		hi, lo := bits.Mul64(size, uint64(radix))
		fit = fit && hi == 0
		size = lo
		return weight
	}
	d.talonWeight = add(1 << s.left())
	s.key = d.talonWeight * uint64(s.talon)
	for suit := range d.suitWeight {
		d.suitWeight[suit] = add(d.deck.len()/game.Suits + 1)
		s.key += d.suitWeight[suit] * uint64((s.up & limSuits[suit]).len())
	}
	for p := range d.piles {
		d.pileWeight[p] = add(int(s.hidden(p)) + 1)
		s.key += d.pileWeight[p] * uint64(s.hidden(p))
	}
	return fit && size < math.MaxUint64
}

// limSuits are the cards of each suit. From rank to rank their places change
// by two.
var limSuits = [game.Suits]limSet{0x1414141414141, 0x2828282828282, 0x4141414141414, 0x8282828282828}
