package solve

import "github.com/solitaire-chat/solitaire/game"

// engineOf returns the engine that a family names, if what it has proved holds
// for the family; otherwise none, so that nothing false is claimed.
func engineOf(f *game.Family) game.Engine {
	alternate := f.Build == game.AlternateColours
	switch {
	case f.Engine == game.KlondikeEngine && alternate && f.Stock && f.Groups == game.Runs,
		f.Engine == game.YukonEngine && alternate && !f.Stock && f.Groups == game.AnyGroup:
		return f.Engine
	}
	return game.NoEngine
}

// engineFor returns the engine for a position's rules, nil if none can hold the
// position.
func engineFor(state game.State, seen *table) engine {
	r := state.Rules()
	switch e := engineOf(r.Family); {
	case e == game.NoEngine:
		return nil
	case e == game.YukonEngine:
		return newYukon(state)
	case r.Passes > 0:
		e := newLimited(state)
		e.easier = eased{state, seen}
		return e
	}
	if e, ok := newUnlimited(state, seen); ok {
		return e
	}
	return nil
}

// eased asks for a short while whether a game could be won with unlimited
// passes. That is quick to refute, and what can't be won even so can't be won
// with fewer passes.
type eased struct {
	state game.State
	seen  *table
}

// easedNodes is for how many nodes the easier question is asked.
const easedNodes = 2_000

// search implements engine; it only ever refutes.
func (e eased) search(b *budget) (Verdict, []game.Move) {
	if deadUnlimited(e.state, e.seen, b, easedNodes) {
		return Unwinnable, nil
	}
	return Unknown, nil
}
