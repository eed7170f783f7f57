package hint

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// A choice is something that changes the game: the last move of a line whose earlier
// moves only make it possible. Other moves could take those back: draws where they are
// free, shifting a run from one card to its twin, or taking cards back from the
// foundations. Nothing is turned up before the last move.
//
// A card that goes up is a choice only if none was taken back before it. Otherwise two
// foundations could exchange cards for ever.
type choice struct {
	line  []game.Move
	rank  rank
	shows bool // its last move shows something new, or wins
}

// A rank orders choices that are otherwise equal; lower is better.
type rank uint8

const (
	rankUpTurns  rank = iota // to a foundation, and a card is turned up
	rankTurns                // a card is turned up
	rankUp                   // to a foundation
	rankWasteUp              // from the waste to a foundation
	rankWaste                // from the waste to a column
	rankClears               // a column is emptied
	rankBuild                // within the tableau, where groups move
	rankTurnOver             // the next pass
	rankDraw                 // the next cards, if they can't be had again
)

// These limit the search for choices: its positions, and the cards that are taken back
// for one choice.
const (
	mostVisits = 500
	mostBacks  = 2
)

// A finder collects the choices of a position.
type finder struct {
	table   *Table
	strict  bool // whether to avoid every earlier position
	todo    []visit
	visited map[string]bool
	taken   map[string]bool // the positions after changes, by progressKey
	made    map[change]bool
	found   []choice
}

// A visit is a position after a line that has changed nothing.
type visit struct {
	state game.State
	view  game.View
	line  []game.Move
	backs int // cards taken back from foundations
}

// choices lists the changes that are possible from a position, each once, with the
// shortest line to it, the best ranks first. Anything else that a longer line does can be
// done after the change too. It omits moves to positions where the game has been. Any
// state that looks like the table will do: its hidden cards have no influence.
func choices(t *Table, s game.State) []choice {
	for _, strict := range [...]bool{true, false} {
		v := t.View
		f := finder{
			table: t, strict: strict, todo: []visit{{state: s, view: v}},
			visited: map[string]bool{placeKey(&v): true}, taken: map[string]bool{}, made: map[change]bool{},
		}
		for i := 0; i < len(f.todo) && i < mostVisits; i++ {
			at := f.todo[i]
			for m := range at.state.Moves() {
				f.try(&at, m)
			}
		}
		if len(f.found) > 0 {
			slices.SortStableFunc(f.found, func(a, b choice) int { return int(a.rank) - int(b.rank) })
			return f.found
		}
	}
	return nil
}

// try makes a move, which is either a choice or only makes others possible.
func (f *finder) try(at *visit, m game.Move) {
	taken := at.backs
	if backs(m) {
		taken++
	}
	whole := wholePile(&at.state, m)
	if taken > mostBacks || whole && at.state.Target(m) == 0 { // a bottom king to another empty column
		return
	}
	next, e, err := at.state.Apply(m)
	if err != nil {
		return
	}
	v := seen(&next, unseenStock(&at.view) == 0)
	place := placeKey(&v)
	line := append(slices.Clip(at.line), m)
	if enables(at, m, e, whole, taken) {
		if f.visited[place] || f.strict && f.table.passed[place] {
			return
		}
		f.visited[place] = true
		f.todo = append(f.todo, visit{next, v, line, taken})
		return
	}
	after, made := progressKey(&v), changeBy(m, e)
	if f.taken[after] || f.made[made] || f.table.gone[after] || f.strict && f.table.passed[place] {
		return
	}
	f.taken[after], f.made[made] = true, true
	shows := e.Turned != 0 || e.Won || uncovers(&at.view, m)
	f.found = append(f.found, choice{line, ranked(m, e, whole), shows})
}

// A change is the effect of the last move of a choice, whatever came before it: a card,
// with those on it, comes to lie on another card or on a kind of pile.
type change struct {
	card, onto game.Card
	from, to   game.Pile // for a move of the stock or of a foundation
}

func changeBy(m game.Move, e game.Effect) change {
	c := change{onto: e.On}
	if !m.To.Tableau() {
		c.to = m.To
	}
	if m == game.Draw || m == game.TurnOver || backs(m) {
		c.from = m.From
	} else {
		c.card = e.Card
	}
	return c
}

// uncovers reports whether a move is a draw that shows a card of the stock for the first
// time.
func uncovers(v *game.View, m game.Move) bool {
	return m == game.Draw && slices.Contains(v.Stock[:min(v.Rules.Draw, len(v.Stock))], 0)
}

// seen returns what is known about a position. Once the whole stock is known, it stays
// known.
func seen(s *game.State, stockKnown bool) game.View {
	v := s.View()
	if stockKnown && v.Rules.HasStock() {
		v.Stock = s.Stock()
	}
	return v
}

func backs(m game.Move) bool {
	_, back := m.From.Foundation()
	return back
}

// wholePile reports whether a pile moves, with all its cards.
func wholePile(s *game.State, m game.Move) bool {
	if !m.From.Tableau() || !m.To.Tableau() {
		return false
	}
	cards, _ := s.Pile(m.From)
	return m.Count == len(cards)
}

// enables reports whether a move changes nothing but may make others possible; taken
// cards have come back from foundations by then.
func enables(at *visit, m game.Move, e game.Effect, whole bool, taken int) bool {
	if m == game.Draw || m == game.TurnOver {
		return free(&at.view)
	}
	return backs(m) || taken > 0 && m.To == game.Foundation && e.Turned == 0 ||
		shifts(at.view.Rules) && m.From.Tableau() && m.To.Tableau() && e.Turned == 0 && !whole
}

func ranked(m game.Move, e game.Effect, whole bool) rank {
	up := m.To == game.Foundation
	switch {
	case m == game.Draw:
		return rankDraw
	case m == game.TurnOver:
		return rankTurnOver
	case up && m.From == game.Waste:
		return rankWasteUp
	case up && e.Turned != 0:
		return rankUpTurns
	case e.Turned != 0:
		return rankTurns
	case up:
		return rankUp
	case m.From == game.Waste:
		return rankWaste
	case whole:
		return rankClears
	}
	return rankBuild
}

// obvious returns a single choice if it can't be wrong: a card that goes up and is never
// missed, or a free look through the stock. Otherwise it returns all.
func obvious(v *game.View, all []choice) []choice {
	for i := range all {
		if safe(v, &all[i]) || scouting(v, &all[i]) {
			return all[i : i+1]
		}
	}
	return all
}

// safe reports whether a move puts up a card of the tableau that is never missed: an ace,
// or a card for which both cards that it could carry are up.
func safe(v *game.View, c *choice) bool {
	m := c.line[0]
	if m.To != game.Foundation || !m.From.Tableau() {
		return false
	}
	up := v.Piles[m.From-1].Up
	card := up[len(up)-1]
	for suit := range game.Suit(game.Suits) {
		if suit.Red() != card.Red() && v.Foundations[suit] < card.Rank()-1 {
			return card.Rank() == game.Ace
		}
	}
	return true
}

// scouting reports whether a move is a draw that shows a card of the stock at no cost:
// passes are unlimited, and the next one offers everything that is available now.
func scouting(v *game.View, c *choice) bool {
	return c.line[0] == game.Draw && v.Rules.Passes == 0 && unseenStock(v) > 0 && pure(v)
}
