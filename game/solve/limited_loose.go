package solve

import "github.com/solitaire-chat/solitaire/game"

// A limLoose is a search of the same position without a limit on passes. If one
// card is drawn at a time, every talon card can be had at any time then, and
// there are far fewer positions. If that can't be won, nor can the game; if it
// can, it may be by a line that the game allows. With more cards drawn at a time
// it would be too much easier to be worth it.
type limLoose struct {
	limited
	search *limSearch
	strict game.State
	over   bool
}

// loosen returns the search, with a table of so many bytes; one that is over if
// it would be of no use.
func (e *limited) loosen(memory int64) *limLoose {
	rules := e.from.Rules()
	rules.Passes, rules.Scoring = 0, game.Standard
	s, err := game.FromPosition(rules, e.from.Position())
	if err != nil || e.always || e.draw > 1 {
		return &limLoose{over: true}
	}
	l := &limLoose{limited: *newLimited(s), strict: e.from}
	l.limDeal.rules = e.limDeal.rules
	l.search = l.newSearch(memory)
	l.over = l.err != nil || l.search.begin(l.root) == limWon
	return l
}

// run goes on for a number of nodes.
func (l *limLoose) run(b *budget, nodes int) (Verdict, []game.Move) {
	if l.over {
		return Unknown, nil
	}
	end := l.search.run(b, nodes)
	l.over = end != limOpen
	v, line := l.verdict(l.search, end)
	if v == Winnable && !l.allowed(line) {
		return Unknown, nil
	}
	return v, line
}

// allowed reports whether the strict rules allow a line.
func (l *limLoose) allowed(line []game.Move) bool {
	s := l.strict
	for _, m := range line {
		next, _, err := s.Apply(m)
		if err != nil {
			return false
		}
		s = next
	}
	return s.Won()
}
