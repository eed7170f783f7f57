package unlimited

import "github.com/solitaire-chat/solitaire/game/solve/internal/cards"

// doomed reports whether a relaxed game can't be won from a position, so that the real
// one can't either. In the relaxed game nothing is ever lost: a card once in reach stays
// in reach, an open card stays open when something is put on it, an empty pile stays
// empty. Gains only accumulate, so the game is played out by applying all moves until
// none is new.
//
// (Each rule below needs no more than the move of the real game: an open card of the
// right rank and colour, or the card itself open, or the pile empty. At first the talon
// provides the cards in reach, and all of its cards once one has been taken.)
//
// The game is decided when no card is locked any more: with all cards in sight, the
// lowest one has nothing on it and can go up, and so on.
func (e *hunt) doomed(p *position) bool {
	l := e.layout
	r := relaxed{
		locked: p.locked,
		seen:   p.visible,
		placed: p.visible &^ p.locked,
		open:   p.open(),
		next:   p.next,
		stock:  l.reachable(p),
	}
	if l.ret {
		r.back = p.next.SuitBelow()
	}
	if l.emptyPile(p) {
		r.kings = l.kings
	}
	for r.locked != 0 {
		room := r.open>>4 | r.kings
		ups := r.next & (r.seen&r.open | r.stock)
		turned := r.locked & (room | ups)
		laid := r.stock & room &^ r.seen
		back := r.back & room
		if ups|turned|laid|back == 0 {
			return true
		}
		if r.stock&(ups|laid) != 0 {
			r.stock = p.stock
		}
		r.next = r.next&^ups | ups.SuitAbove()
		r.seen |= laid
		r.open |= (laid | back).Twins() | (ups & r.placed << 4).Twins()
		if ups&r.seen&^r.locked&l.kings != 0 {
			r.kings = l.kings // the king lay on nothing, or in a room of its own
		}
		r.back = r.back&^back | back.SuitBelow()
		for ; turned != 0; turned &= turned - 1 {
			t := &l.unlock[turned.First()]
			r.locked = r.locked&^(turned&-turned) | t.locked
			r.seen |= t.visible
			r.open |= t.visible.Twins()
			if t.visible == 0 {
				r.kings = l.kings
			}
		}
	}
	return false
}

// relaxed is the state of the relaxed game: sets that only grow.
type relaxed struct {
	locked cards.Set // locked cards that can't leave yet
	seen   cards.Set // cards that can be visible
	placed cards.Set // cards that lie on others from the start
	open   cards.Set // cards that can be open, with their twins
	next   cards.Set // cards that the foundations can wait for next
	stock  cards.Set // cards of the talon in reach
	back   cards.Set // cards that can be the next to return
	kings  cards.Set // the kings, once a pile can be empty
}
