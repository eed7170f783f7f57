package solve

import (
	"errors"
	"math/bits"

	"github.com/solitaire-chat/solitaire/game"
)

// A limState is a position as the limited engine sees it. It leaves out where
// the face-up cards lie, except which ones lie on face-down cards or on the
// table (the bases, one a pile); every other face-up card lies on one of the
// two cards that take it, or is a king on an emptied pile.
//
// That is exact, with and without return. Two positions that agree in this
// are equally good, because each can follow the moves of the other: a card
// fits somewhere when more cards that take it are face up than cards lie on
// those, and both are numbers of the limState; and a card that lies free in
// one position either does so in the other, or carries there a run which its
// twin can take, since in the first position that run lies on the twin.
type limState struct {
	up    limSet // on the foundations
	vis   limSet // face up in the tableau
	base  limSet // those of them with no face-up card under them
	talon uint32 // cards still in stock or waste, as positions in the engine's talon
	piles uint32 // four bits a pile: face-down cards + 1, or 0 when its base is gone
	drawn uint8  // talon cards on the waste
	pass  uint8  // passes begun, less those at the start
	empty uint8  // empty piles
	_     uint8
}

// left returns how many cards stock and waste hold.
func (s *limState) left() uint8 { return uint8(bits.OnesCount32(s.talon)) }

// hidden returns the face-down cards of a pile, and 1 for its base.
func (s *limState) hidden(pile uint8) uint32 { return s.piles >> (4 * pile) & 15 }

// next returns the cards that the foundations wait for.
func (s *limState) next(deck limSet) limSet { return ((s.up << 4).flip() | limAces) &^ s.up & deck }

// tops returns the top cards of the foundations.
func (s *limState) tops() limSet { return s.up &^ (s.up.flip() >> 4) }

// carried returns the face-up cards that lie on others.
func (s *limState) carried() limSet { return s.vis &^ s.base }

// free returns the face-up cards that lie free or can be made so by moving what
// lies on them to the twin.
func (s *limState) free() limSet {
	on := s.carried() << 4
	return s.vis & (^on.either() | s.vis.both() & ^on.both())
}

// fits returns the cards, wherever they are, that some free card would take;
// kings aside.
func (s *limState) fits() limSet {
	on := s.carried() << 4
	return (s.vis.both()&^on.both() | s.vis.either()&^on.either()) >> 4
}

// A limDeal is what stays the same in a search: the rules and where cards lie
// that haven't moved yet.
type limDeal struct {
	rules  limRules
	draw   uint8
	passes uint8 // passes that may begin after the one at the start
	ret    bool
	piles  uint8
	deck   limSet
	kings  limSet
	bottom limSet // the bottom cards of the piles at the start
	stock  [32]uint8
	cards  [game.MaxPiles][game.MaxPiles]uint8  // by pile and height, up to the base
	under  [game.MaxPiles][game.MaxPiles]limSet // what lies under those
	below  [64]limSet                           // the lower cards of a card's suit
	pileOf [64]uint8                            // of the cards in cards
}

// errLimited says that a position can't come up in play, or has more cards in
// its talon than the engine takes.
var errLimited = errors.New("solve: not a position for the limited engine")

// limBegin translates a position.
func limBegin(g *game.State) (d limDeal, s limState, err error) {
	r := g.Rules()
	if r.Draw < 1 || r.Groups != game.Runs {
		return d, s, errLimited
	}
	d.rules = limAllRules
	d.draw, d.ret, d.piles = uint8(r.Draw), r.Return, uint8(r.Piles)
	d.deck = limSet(1)<<(4*r.Ranks) - 1
	d.kings = d.deck &^ (d.deck >> 4)
	for suit := range game.Suit(game.Suits) {
		for rank := range g.Up(suit) {
			s.up |= 1 << limIndex(game.NewCard(rank+1, suit))
		}
	}
	for x := limSet(1); x&d.deck != 0; x <<= 1 {
		if x > limAces {
			prev := (x.flip() >> 4).first()
			d.below[x.first()] = d.below[prev] | 1<<prev
		}
	}
	for p := range d.piles {
		if err := d.addPile(g, p, &s); err != nil {
			return d, s, err
		}
	}
	return d, s, d.addTalon(g, &s)
}

func (d *limDeal) addPile(g *game.State, p uint8, s *limState) error {
	cards, hidden := g.Pile(game.Pile(p + 1))
	if len(cards) == 0 {
		s.empty++
		return nil
	}
	for i, c := range cards {
		x := limIndex(c)
		if i <= hidden {
			d.cards[p][i], d.pileOf[x] = x, p
		}
		if i >= hidden {
			s.vis |= 1 << x
		}
		if i > hidden && !(limSet(1) << x << 4).either().has(limIndex(cards[i-1])) {
			return errLimited // not a run: can't come up
		}
	}
	for i := 1; i <= hidden; i++ {
		d.under[p][i] = d.under[p][i-1] | 1<<d.cards[p][i-1]
	}
	d.bottom |= 1 << d.cards[p][0]
	s.base |= 1 << d.cards[p][hidden]
	s.piles |= uint32(hidden+1) << (4 * p)
	return nil
}

func (d *limDeal) addTalon(g *game.State, s *limState) error {
	waste := g.Waste()
	talon := append(waste, g.Stock()...)
	if len(talon) > limTalon {
		return errLimited
	}
	for i, c := range talon {
		d.stock[i] = limIndex(c)
	}
	s.talon = uint32(1)<<len(talon) - 1
	s.drawn = uint8(len(waste))
	d.passes = uint8(len(talon)) // every pass but the last must play a card
	if passes := g.Rules().Passes; passes > 0 {
		d.passes = uint8(min(passes-g.Pass(), len(talon)))
	}
	return nil
}

// limTalon is the most cards that stock and waste may hold: those of a full
// deal.
const limTalon = 24
