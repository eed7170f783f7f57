package solve

import "github.com/solitaire-chat/solitaire/game"

// limited is the engine for Klondike with a limited number of passes, any draw
// count, with and without return from the foundations. It takes games without
// a limit too, since no more passes than there are talon cards can be of use.
//
// It is a depth-first search over limStates with a table of those seen. See
//
//	limited_cards.go   sets of cards
//	limited_state.go   the position, and why where the runs lie can be left out
//	limited_deal.go    what stays the same in a search; keys
//	limited_moves.go   making moves
//	limited_gen.go     the moves of a position, and their order
//	limited_safe.go    moves that are made at once, and the list of all rules
//	limited_eager.go   more of them
//	limited_lazy.go    moves that are made as late as possible
//	limited_stuck.go   positions that are lost
//	limited_sleep.go   moves that other orders have tried
//	limited_table.go   the positions seen
//	limited_search.go  the search
//	limited_loose.go   a search of an easier game beside it
//	limited_line.go    the moves of the engine as moves of the game
//	limited_lore.go    what is kept from search to search
//	limited_probe.go   many questions about one game
type limited struct {
	limDeal
	root limState
	from game.State
	err  error

	// easier, unless nil, is asked first: an engine for looser rules whose
	// Unwinnable holds here too. Its other verdicts say nothing. It gets the
	// same budget, so it should stop early by itself.
	easier engine

	// patience is the number of nodes after which the main search is no
	// longer the only one.
	patience int
}

var _ engine = (*limited)(nil)

// newLimited returns the engine for a position.
func newLimited(state game.State) *limited {
	e := &limited{from: state, patience: limPatience}
	e.limDeal, e.root, e.err = limBegin(&state)
	return e
}

// How many nodes the searches get. A search that takes long goes on by turns
// with others. A scout is one with a taste of its own and few nodes. It can only
// find wins: some take the main search long, having begun with a wrong move,
// and are found at once in another order.
const (
	limPatience   = 1 << 15 // the main search, before the first scout
	limTurnNodes  = 1 << 14 // the main search, and the loose one, between scouts
	limScoutNodes = 1 << 12
)

// search implements engine.
func (e *limited) search(b *budget) (Verdict, []game.Move) {
	if e.err != nil {
		return Unknown, nil
	}
	if e.easier != nil {
		if v, _ := e.easier.search(b); v == Unwinnable {
			return Unwinnable, nil
		}
	}
	main := e.newSearch(b.memory)
	end := main.begin(e.root)
	if end == limOpen {
		end = main.run(b, e.patience)
	}
	if end == limOpen {
		return e.searchOn(b, main)
	}
	return e.verdict(main, end)
}

// searchOn goes on with the main search, and others by turns.
func (e *limited) searchOn(b *budget, main *limSearch) (Verdict, []game.Move) {
	scout, loose := e.newSearch(limScoutNodes*32), e.loosen(b.memory/4)
	for {
		scout.taste++
		scout.begin(e.root)
		if end := scout.run(b, limScoutNodes); end == limWon {
			return e.verdict(scout, end)
		}
		if v, line := loose.run(b, limTurnNodes); v != Unknown {
			return v, line
		}
		if end := main.run(b, limTurnNodes); end != limOpen {
			return e.verdict(main, end)
		}
	}
}

func (e *limited) newSearch(memory int64) *limSearch {
	return &limSearch{limDeal: &e.limDeal, table: newLimTable(&e.limDeal, &e.root, memory)}
}

// verdict says what the end of a search means.
func (e *limited) verdict(s *limSearch, end limEnd) (Verdict, []game.Move) {
	switch end {
	case limWon:
		if line, err := e.line(s); err == nil {
			return Winnable, line
		} // else there is a bug; but no verdict without a line
	case limDone:
		return Unwinnable, nil
	}
	return Unknown, nil
}
