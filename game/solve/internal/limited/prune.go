package limited

import (
	"math/bits"

	"github.com/solitaire-chat/solitaire/game/solve/internal/cards"
)

// rules are the pruning rules of the engine, one bit each. Only tests switch them off.
type rules uint16

const (
	pruneSafe      rules = 1 << iota // safe face-up cards go up at once: see forced
	pruneSafeTalon                   // and so do safe talon cards
	pruneSafeBack                    // a safe card doesn't come back
	pruneClear                       // piles are emptied only for kings: see gen.king
	pruneTime                        // an earlier time is as good: see timed.asGood
	pruneSleep                       // see asleep
	pruneEager                       // see eager
	pruneStuck                       // see stuck
	rulesEnd
	allRules = rulesEnd - 1
)

func (d *deal) on(rule rules) bool { return d.rules&rule != 0 }

// safe returns the cards that lose nothing by going to their foundation once all lower
// cards of their suit are there, because no card that could lie on them needs them. That
// is so if
//
//   - both cards of the next lower rank and the other colour are up (without
//     return, this is enough by itself), or
//   - both such cards of rank - 2 are up, and the twin's suit has rank - 3:
//     then a card that could lie on this one can go up itself, and so can the
//     one that could lie on that.
//
// Solvitaire proves the second case (JAIR 85:21, appendix B). The proof replaces moves to
// a pile by moves to a foundation at the same time, so it holds with any number of
// passes.
func (d *deal) safe(s *state) cards.Set {
	both := s.up.Both()
	safe := (both.Flip()<<8 | 0xFF) & (both.Flip()<<12 | 0xFFF)
	if !d.ret {
		safe |= both<<4 | cards.Aces
	}
	return safe
}

// forced returns a move that loses nothing, if there is one. A safe card that lies free
// goes up. So does the top of the waste if that affects no later draw: in the last pass,
// or at draw 1. So does a card that would then be drawn alone, since the waste is
// afterwards the same as before.
func (d *deal) forced(s *state) (move, bool) {
	safe := s.next(d.deck) & d.safe(s)
	if set := safe & s.free(); set != 0 && d.on(pruneSafe) {
		return move{kind: pileUp, card: set.First(), clear: noCard}, true
	}
	if safe&s.rest != 0 && d.on(pruneSafeTalon) && (d.draw == 1 || s.pass == d.passes) {
		for set := safe & s.rest; set != 0; set &= set - 1 {
			if card := set.First(); d.handy(s, card) {
				return move{kind: stockUp, card: card, clear: noCard, pass: s.pass}, true
			}
		}
	}
	if d.on(pruneEager) {
		return d.eager(s)
	}
	return move{}, false
}

// handy reports whether a talon card is the top of the waste, or will be drawn alone
// next.
func (d *deal) handy(s *state, card uint8) bool {
	at := d.at[card]
	if at < s.edge {
		return s.waste()>>at == 1
	}
	stock := s.talon >> s.edge
	return bits.TrailingZeros32(stock) == int(at-s.edge) && (d.draw == 1 || bits.OnesCount32(stock) == 1)
}

// top returns the top card of the waste, which must not be empty.
func (d *deal) top(s *state) uint8 { return d.stock[bits.Len32(s.waste())-1] }

// eager returns a move of a card to the tableau that loses nothing, if there is one.
//
// Suppose that card b leaves its place, where it blocks others, for one of the cards p
// and p' that take it, and let q be its twin. A line that leaves b in place for now still
// works with b on p or p', up to the point where b leaves its place in that line too,
// unless before that point the line
//
//   - puts up p or p', so that b has no place left; or
//   - puts down q, on the last place.
//
// A taker stays as long as b does if a lower card of its suit lies under b. So if both
// takers are face up and stay, nothing can go wrong. If only one stays, it is enough that
// q isn't put down before b has gone, because q lies under b or, without return, is
// already up.
//
// This holds for bases, and in the last pass for the top of the waste: nothing under it
// comes up before it has gone, and no draw is affected.
func (d *deal) eager(s *state) (move, bool) {
	fits := s.fits()
	for set := s.base & fits &^ d.bottom; set != 0; set &= set - 1 {
		b := set.First()
		p := d.at[b]
		if d.costsNothing(s, b, d.under[p][s.hidden(p)-1]) {
			return move{kind: turnUp, card: b, clear: noCard}, true
		}
	}
	kings := d.homeless(s)
	if set := s.base & kings; set != 0 {
		return move{kind: turnUp, card: set.First(), clear: noCard}, true
	}
	if s.pass == d.passes && s.waste() != 0 {
		b := d.top(s)
		if kings.Has(b) || fits.Has(b) && d.costsNothing(s, b, d.wasteUnder(s)) {
			return move{kind: stockPut, card: b, clear: noCard, pass: s.pass}, true
		}
	}
	return move{}, false
}

// costsNothing reports whether a card that lies over the given cards may be put down at
// once.
func (d *deal) costsNothing(s *state, b uint8, under cards.Set) bool {
	stay := 0
	for set := s.vis & cards.Takers(b); set != 0; set &= set - 1 {
		if under&d.below[set.First()] != 0 {
			stay++
		}
	}
	switch stay {
	case 2:
		return true
	case 1:
		q := b ^ 1
		return under.Has(q) || !d.ret && s.up.Has(q)
	}
	return false
}

// homeless returns the kings that may still need an empty pile, if there are enough piles
// for all of them. In that case a king loses nothing by going to one.
func (d *deal) homeless(s *state) cards.Set {
	if s.empty == 0 {
		return 0
	}
	kings := d.kings &^ s.carried() &^ (s.base & d.bottom)
	if !d.ret {
		kings &^= s.up
	}
	if kings.Count() > int(s.empty) {
		return 0
	}
	return kings
}

// wasteUnder returns the cards of the waste except its top.
func (d *deal) wasteUnder(s *state) cards.Set {
	var under cards.Set
	for t := s.waste(); t&(t-1) != 0; t &= t - 1 {
		under |= 1 << d.stock[cards.Set(t).First()]
	}
	return under
}

// A lock is a card in the face-down part of a pile, or on it, with a lower card of its
// suit under it. It can't go up from there, so it must first go to the tableau, onto one
// of the cards that take it.
type lock struct {
	pile   uint8
	height uint8
	takers cards.Set // those that don't lie under it themselves
}

// stuck reports whether, without return, some card can never leave its place: a lock
// whose takers are all up for good. In the last pass the waste is a stack, and its cards
// can be locked like those of a pile.
func (d *deal) stuck(s *state) bool {
	if d.ret {
		return false
	}
	for i := range d.locks {
		l := &d.locks[i]
		if l.takers&^s.up == 0 && s.hidden(l.pile) > uint32(l.height) {
			return true
		}
	}
	return s.pass == d.passes && d.wasteStuck(s)
}

func (d *deal) wasteStuck(s *state) bool {
	under := cards.Set(0)
	for t := s.waste(); t != 0; t &= t - 1 {
		y := d.stock[cards.Set(t).First()]
		if under&d.below[y] != 0 && cards.Takers(y)&^(under|s.up) == 0 && !d.kings.Has(y) {
			return true
		}
		under |= 1 << y
	}
	return false
}
