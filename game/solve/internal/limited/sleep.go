package limited

import "github.com/solitaire-chat/solitaire/game/solve/internal/cards"

// asleep is a set of moves not to try in a position, because an earlier position has
// tried them, and what has been played since commutes with them.
//
// Without return the search has no cycles: a position whose moves have all been tried is
// lost, whatever the table contained meanwhile. So everything that follows from it is
// lost too, and a move may sleep from frame to frame. That relies on every move changing
// the key for good, so that no position on the stack has the key of a later one; a kind
// of move that leaves the key alone would break it.
//
// With return, the search may also have skipped a position because one further down the
// stack is as good. Then a move sleeps for one move only, and not through forced ones.
// For suppose that the search ends without a win although there is one. Among the
// winnable positions entered, take those that need the fewest moves, n, and among these
// the first one entered, x. The first move t of its win leads to a position that needs n
// - 1 moves, so neither that one nor one as good was entered: t was asleep. Then t had
// been tried at the position s from which the one move m led to x, and it reached a
// position that wins with m and n - 1 more moves. One as good as that was entered before
// x: a contradiction.
//
// The set holds the cards of each kind of move; a talon card means its move at the
// earliest possible time.
type asleep [kinds]cards.Set

// tried puts a move to sleep, unless it needs an empty pile, since such moves compete for
// it. Moves of cards that come back stay awake too.
func (a *asleep) tried(d *deal, m move) {
	switch x := cards.One(m.card); m.kind {
	case pileUp, stockUp:
		a[m.kind] |= x
	case turnUp, stockPut:
		a[m.kind] |= x &^ d.kings
	}
}

// after returns the moves still asleep when a position s has become x. A move t tried at
// s may be skipped at x if it could come first, that is, if everything played between s
// and x is also legal after t.
//
//   - A card that t puts on a pair of takers affects only other cards put there
//     and the takers themselves: t wakes when its card's twin has changed or a
//     taker is gone.
//   - A card that t puts up affects only cards put on it or on its twin: t wakes
//     when one of the two, or one of the cards that they take, has changed.
//   - A talon move wakes when the talon has changed or time has passed, except
//     if its card is the top of the waste and everything drawn since has been
//     played.
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

// stillHad returns the talon cards that are available at x whenever they were at s,
// without affecting what came between.
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
