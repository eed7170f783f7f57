package limited

import "github.com/solitaire-chat/solitaire/game/solve/internal/cards"

// asleep are moves not to be tried in a position, since they were tried in an
// earlier one and what has been played since commutes with them.
//
// Without return the search has no cycles: a position whose moves have all been
// tried is lost, whatever the table said on the way. So all that comes of it
// is lost too, and a move may sleep from frame to frame. That rests on every
// move changing the key for good, so that no position on the stack has the key of
// a later one; a kind of move that leaves the key alone would break it.
//
// With return a position may also have been left because one further down
// the stack is as good. Then a move sleeps for one move only, and not through
// forced ones. For suppose that the search ends without a win that there is.
// Of the positions entered that can be won, take those which need the fewest
// moves, n, and of these the one that was entered first, x. The first move t of
// its win leads to a position that needs n - 1, so that wasn't entered, nor one
// as good: t was asleep. Then t was tried before at the position s where the
// one move m led to x, and reached a position that wins with m and n - 1
// moves more. One as good as that was entered before x: a contradiction.
//
// They are the cards of each kind of move; talon cards at the earliest time they
// can be had.
type asleep [kinds]cards.Set

// tried puts a move to sleep, unless it needs an empty pile: such moves contend
// for it. Cards that come back stay awake too.
func (a *asleep) tried(d *deal, m move) {
	switch x := cards.One(m.card); m.kind {
	case pileUp, stockUp:
		a[m.kind] |= x
	case turnUp, stockPut:
		a[m.kind] |= x &^ d.kings
	}
}

// after returns the moves still asleep when a position s has become x. Suppose
// move t was tried at s. Then it may be left out at x if it could come first:
// if all that was played between s and x is legal after t too.
//
//   - A card that t puts on a pair of takers hinders only others that do the
//     same or the takers themselves: t wakes when its card's twin has changed
//     or a taker is gone.
//   - A card that t brings up hinders only what was put on it or its twin: t
//     wakes when one of them, or one of the cards that they take, has changed.
//   - A talon move wakes when the talon has changed or time has passed. Not
//     so if its card is the top of the waste, and all that
//     was drawn since has been played.
func (a asleep) after(d *deal, s, x *state) asleep {
	changed := ((s.vis ^ x.vis) | (s.base ^ x.base) | (s.up ^ x.up)).Twins()
	gone := (s.vis &^ x.vis).Twins()
	bad := changed | gone>>4
	still := d.stillHad(s, x)
	a[turnUp] &= x.base &^ bad
	a[pileUp] &= x.vis &^ (changed | changed<<4)
	a[stockUp] &= still
	a[stockPut] &= still &^ bad
	return a
}

// stillHad returns the talon cards that can be had at x whenever they could be
// at s, and without harm to what came between.
func (d *deal) stillHad(s, x *state) cards.Set {
	waste := x.waste()
	switch {
	case s.talon == x.talon && s.edge == x.edge && s.pass == x.pass:
		return d.deck
	case s.pass != x.pass || s.waste() != waste || waste == 0:
		return 0
	}
	return 1 << d.top(x)
}
