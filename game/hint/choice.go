package hint

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// A choice is something that changes the game: the last move of a line whose
// earlier moves only make it possible, and could be taken back by others: drawing
// where that is free, shifting a run from one card to another like it, or taking
// cards back from the foundations. Nothing is turned up before the last move.
//
// A card that goes up is a choice only if none was taken back before it:
// otherwise two foundations could change places for ever.
type choice struct {
	line  []game.Move
	rank  rank
	shows bool // its last move shows something new, or wins
}

// A rank orders choices that are otherwise equal: the lowest is the best.
type rank uint8

const (
	rankUpTurns  rank = iota // up to a foundation, and a card is turned up
	rankTurns                // a card is turned up
	rankUp                   // up to a foundation
	rankWasteUp              // the same from the waste
	rankWaste                // from the waste to a column
	rankClears               // a column is emptied
	rankBuild                // within the tableau, where groups move
	rankTurnOver             // the next pass
	rankDraw                 // the next cards, where that can't be had again
)

// The most positions that are searched for choices, and the most cards that are
// taken back for one.
const (
	mostVisits = 500
	mostBacks  = 2
)

// A finder collects the choices of a position.
type finder struct {
	table   *Table
	strict  bool // pass no position twice
	todo    []visit
	visited map[string]bool
	taken   map[string]bool // where changes lead, by progressKey
	made    map[change]bool
	found   []choice
}

// A visit is a position to which a line led that has changed nothing.
type visit struct {
	state game.State
	view  game.View
	line  []game.Move
	backs int // cards that were taken back from foundations
}

// choices lists what can be done from a position, each change once, with the
// shortest way to it; the best ranks first. What a longer way does besides can be
// done after the change too. Moves that lead to where the game has been are left
// out. Any state that looks like the table will do: its hidden cards have no
// influence.
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

// try makes a move, which either only makes others possible or is a choice.
func (f *finder) try(at *visit, m game.Move) {
	taken := at.backs
	if backs(m) {
		taken++
	}
	whole := false // a pile moves, with all its cards
	if m.From.Tableau() && m.To.Tableau() {
		cards, _ := at.state.Pile(m.From)
		whole = m.Count == len(cards)
	}
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
	if idle(at, m, e, whole) || taken > 0 && m.To == game.Foundation && e.Turned == 0 {
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

// A change is what the last move of a choice does, whatever came before it: a
// card, with those on it, comes to lie on another one or on a pile of a kind.
type change struct {
	card, onto game.Card
	from, to   game.Pile // of a move of the stock, or a foundation
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

// uncovers reports a draw that shows a card of the stock for the first time.
func uncovers(v *game.View, m game.Move) bool {
	return m == game.Draw && slices.Contains(v.Stock[:min(v.Rules.Draw, len(v.Stock))], 0)
}

// seen returns what is known of a position. Once the whole stock is known, it
// stays so.
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

// idle reports a move that changes nothing but makes others possible.
func idle(at *visit, m game.Move, e game.Effect, whole bool) bool {
	if m == game.Draw || m == game.TurnOver {
		return free(&at.view)
	}
	return backs(m) || shifts(at.view.Rules) && m.From.Tableau() && m.To.Tableau() && e.Turned == 0 && !whole
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

// obvious keeps only one choice if that can't be wrong: a card that goes up and
// is never missed, or to look through the stock where that costs nothing. Else it
// keeps all.
func obvious(v *game.View, all []choice) []choice {
	for i := range all {
		if safe(v, &all[i]) || scouting(v, &all[i]) {
			return all[i : i+1]
		}
	}
	return all
}

// safe reports a card that goes up from the tableau at once and is never missed:
// an ace, or both cards that it could carry are up.
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

// scouting reports a draw that shows what is in the stock, where passes have no
// limit and the next one brings everything back that can be had now.
func scouting(v *game.View, c *choice) bool {
	return c.line[0] == game.Draw && v.Rules.Passes == 0 && unseenStock(v) > 0 && pure(v)
}
