package solve

import (
	"math/bits"
)

// A limState is a position as the limited engine sees it. It leaves out where
// the face-up cards lie, except which ones lie on face-down cards or on the
// table (the bases, one a pile); every other face-up card lies on one of the
// two cards that take it, or is a king on an emptied pile.
//
// Nothing is lost by that, with or without return. Two positions that agree in
// the rest are equally good, because each can follow the moves of the other:
//
//   - A card finds a place when more cards that take it are face up than cards
//     lie on those. Both are numbers of the limState.
//   - A card that lies free in one position does so in the other, or carries a
//     run there. In the first position that run lies on the card's twin (there
//     is no third card that takes it), so the twin is face up, and in the
//     second it is the twin that lies free: the run can be moved over to it.
type limState struct {
	up    limSet // on the foundations
	vis   limSet // face up in the tableau
	base  limSet // those of them with no face-up card under them
	rest  limSet // in stock or waste
	key   uint64 // all of this, see limDeal.weigh; the time aside
	talon uint32 // the cards of rest as positions in limDeal.stock
	piles uint32 // four bits a pile: face-down cards + 1, or 0 when its base is gone
	edge  uint8  // the positions below it are drawn: rest's cards there are the waste
	pass  uint8  // passes begun, less those at the start
	empty uint8  // empty piles
}

// left returns how many cards stock and waste hold.
func (s *limState) left() int { return bits.OnesCount32(s.talon) }

// drawn returns how many of them are on the waste.
func (s *limState) drawn() int { return bits.OnesCount32(s.waste()) }

// waste returns the positions of the cards on the waste.
func (s *limState) waste() uint32 { return s.talon & (1<<s.edge - 1) }

// hidden returns the face-down cards of a pile, and 1 for its base.
func (s *limState) hidden(pile uint8) uint32 { return s.piles >> (4 * pile) & 15 }

// tops returns the top cards of the foundations.
func (s *limState) tops() limSet { return s.up &^ (s.up.flip() >> 4) }

// carried returns the face-up cards that lie on others, and the kings that were
// put on an empty pile.
func (s *limState) carried() limSet { return s.vis &^ s.base }

// next returns the cards that the foundations wait for.
func (s *limState) next(deck limSet) limSet { return ((s.up << 4).flip() | limAces) &^ s.up & deck }

// free returns the face-up cards that lie free, or can be made so by moving
// what lies on them to the twin.
func (s *limState) free() limSet {
	on := s.carried() << 4
	return s.vis & (^on.either() | s.vis.both()&^on.both())
}

// fits returns the cards, wherever they are, that some free card takes. Kings
// are never among them.
func (s *limState) fits() limSet {
	on := s.carried() << 4
	return (s.vis.both()&^on.both() | s.vis.either()&^on.either()) >> 4
}
