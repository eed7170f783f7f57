package hint

import (
	"cmp"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A plan is a choice and what to do after it, until something new is seen.
//
// A choice that shows nothing fares too well in a vote: in each world it may be
// followed by what is right only there. So the best of them is followed, by the
// same moves in all worlds, until it shows something; by then it is known how many
// worlds it wins, and that is never more than it seemed before. The search is best
// first, so that it ends when the best plan shows something.
type plan struct {
	choice
	first *candidate // what it begins with
	table Table
	state game.State // of the first world
	won   tally      // by the number of the world
	wins  int        // how many those are
}

// mostFollowed is how many choices that show nothing are followed for one piece of
// advice.
const mostFollowed = 12

// follows reports whether choices are followed: where drawing is free, so that many
// moves in a row show nothing. With limited passes each card of the stock is soon
// news, and in Yukon there are too many ways; more samples are worth more there.
func (b *ballot) follows() bool {
	r := &b.table.View.Rules
	return r.HasStock() && r.Passes == 0
}

// plans follows the best choices, and returns what came of all.
func (b *ballot) plans() []*plan {
	been := map[uint64]bool{progressKey(&b.table.View): true}
	var all []*plan
	for k := range b.choices {
		if c := &b.choices[k]; !c.out {
			p := b.begin(c)
			been[progressKey(&p.table.View)] = true
			all = append(all, p)
		}
	}
	for range mostFollowed {
		i := bestPlan(all)
		if all[i].shows {
			break
		}
		more := b.follow(all[i], been)
		if b.over() || len(more) == 0 && len(all) == 1 {
			break // what was cut short says nothing
		}
		all = append(slices.Delete(all, i, i+1), more...)
	}
	return all
}

// begin is the plan of a choice alone.
func (b *ballot) begin(c *candidate) *plan {
	p := b.plan(c, b.mind.worlds[0].state, c.choice)
	p.won, p.wins = c.won, c.won.count()
	return p
}

// plan is what a choice comes to from a state.
func (b *ballot) plan(first *candidate, from game.State, c choice) *plan {
	state, _, _ := from.Play(c.line) // legal in every world
	return &plan{choice: c, first: first, state: state, table: b.table.at(seen(&state, unseenStock(&b.table.View) == 0))}
}

// follow returns what can be done after a plan, with the worlds that each way wins.
func (b *ballot) follow(p *plan, been map[uint64]bool) (list []*plan) {
	for _, c := range obvious(&p.table.View, choices(&p.table, p.state)) {
		next := b.plan(p.first, p.state, c)
		next.line = append(slices.Clip(p.line), c.line...)
		if key := progressKey(&next.table.View); next.shows || !been[key] {
			been[key] = true
			list = append(list, next)
		}
	}
	for i, w := range b.mind.worlds {
		if !p.won.has(i) {
			continue
		}
		for _, next := range list {
			after, _, _ := w.state.Play(next.line)
			if b.verdict(w, after) == solve.Winnable {
				next.won.add(i)
				next.wins++
			}
		}
		if b.over() {
			break
		}
	}
	return list
}

// bestPlan returns the number of the plan that wins most worlds; of equals the one
// that begins with what ranks first.
func bestPlan(all []*plan) int {
	best := 0
	for i, p := range all {
		if p.compare(all[best]) < 0 {
			best = i
		}
	}
	return best
}

func (p *plan) compare(q *plan) int {
	shown := 0
	if p.shows != q.shows {
		shown = 1
		if p.shows {
			shown = -1
		}
	}
	return cmp.Or(q.wins-p.wins, int(p.first.rank)-int(q.first.rank), shown, int(p.rank)-int(q.rank))
}
