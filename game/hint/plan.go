package hint

import (
	"cmp"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A plan is a choice and the moves after it, until a new card is seen.
//
// Samples flatter a choice that shows nothing: in each world it may be followed by what
// is right only there. So the best of these choices are followed, by the same moves in
// all worlds, until they show something. The number of worlds that a choice wins by then
// is known, and never more than it seemed before. The search is best-first, so it ends
// when the best plan shows something.
type plan struct {
	choice
	first *candidate // what it begins with
	table Table
	state game.State // of the first world
	verdicts
}

// How close to the best choice another must be to be followed, in standard deviations and
// as a share of the worlds; and how many are. For plans only the share counts, since the
// samples may have flattered a choice.
const (
	nearly        = 1.5
	nearlyShare   = 0.04
	nearlyChoices = 4

	planShare   = 0.1
	nearlyPlans = 6
)

// mostFollowed is the number of choices that are followed for one piece of advice if they
// show nothing.
const mostFollowed = 12

// follows reports whether choices are followed: where drawing is free, so that many moves
// in a row show nothing. With limited passes each card of the stock soon becomes known,
// and in Yukon there are too many lines to follow; there, more samples are worth more.
func (s *sampler) follows() bool {
	r := &s.table.View.Rules
	return r.HasStock() && r.Passes == 0
}

// decide returns the best plan as far as the samples distinguish them, within the
// remaining time.
func (s *sampler) decide() *plan {
	if len(s.choices) == 1 || s.over() {
		return s.begin(s.favourite())
	}
	var near []*plan
	if s.follows() {
		all := s.plans()
		top := slices.MinFunc(all, (*plan).compare)
		for _, p := range all {
			if p.shows && float64(top.wins()-p.wins()) <= planShare*float64(len(top.first.verdicts)) {
				near = append(near, p)
			}
		}
		slices.SortStableFunc(near, (*plan).compare)
		return s.deepen(near[:min(len(near), nearlyPlans)], top)
	}
	favourite := s.favourite()
	if favourite.wins() == len(s.live) {
		return s.begin(favourite)
	}
	best := s.best()
	for k := range s.choices {
		c := &s.choices[k]
		behind, noise := best.ahead(c)
		if !c.out && behind <= nearly*noise && behind <= nearlyShare*float64(len(c.verdicts)) && len(near) < nearlyChoices {
			near = append(near, s.begin(c))
		}
	}
	return s.deepen(near, s.begin(favourite))
}

// plans follows the best choices and returns the resulting plans.
func (s *sampler) plans() []*plan {
	been := map[string]bool{progressKey(&s.table.View): true}
	var all []*plan
	for k := range s.choices {
		if c := &s.choices[k]; !c.out {
			p := s.begin(c)
			been[progressKey(&p.table.View)] = true
			all = append(all, p)
		}
	}
	for range mostFollowed {
		top := slices.MinFunc(all, (*plan).compare)
		if top.shows {
			break
		}
		more := s.follow(top, been)
		if s.over() || len(more) == 0 && len(all) == 1 {
			break // an interrupted question answers nothing
		}
		all = append(slices.DeleteFunc(all, func(p *plan) bool { return p == top }), more...)
	}
	return all
}

// begin returns the plan of a choice alone.
func (s *sampler) begin(c *candidate) *plan {
	p := s.plan(c, s.adviser.worlds[0].state, c.choice)
	p.verdicts = c.verdicts
	return p
}

// plan returns a choice with the position after it.
func (s *sampler) plan(first *candidate, from game.State, c choice) *plan {
	state, _, _ := from.Play(c.line) // legal in every world
	return &plan{choice: c, first: first, state: state, table: s.table.at(seen(&state, unseenStock(&s.table.View) == 0))}
}

// follow returns the possible continuations of a plan, with the worlds that each wins.
func (s *sampler) follow(p *plan, been map[string]bool) (list []*plan) {
	for _, c := range obvious(&p.table.View, choices(&p.table, p.state)) {
		next := s.plan(p.first, p.state, c)
		next.line = append(slices.Clip(p.line), c.line...)
		if key := progressKey(&next.table.View); next.shows || !been[key] {
			been[key] = true
			next.verdicts = make(verdicts, len(p.verdicts))
			list = append(list, next)
		}
	}
	for i, w := range s.adviser.worlds {
		if !p.is(i, solve.Winnable) {
			continue
		}
		for _, next := range list {
			after, _, _ := w.state.Play(next.line)
			next.verdicts[i] = s.verdict(w, after)
		}
		if s.over() {
			break
		}
	}
	return list
}

// compare orders plans by the number of worlds they win, then by the rank of their first
// choice.
func (p *plan) compare(q *plan) int {
	shown := 0
	if p.shows != q.shows {
		shown = 1
		if p.shows {
			shown = -1
		}
	}
	return cmp.Or(q.wins()-p.wins(), int(p.first.rank)-int(q.first.rank), shown, int(p.rank)-int(q.rank))
}

// deepen looks one choice further at the plans that are about as good as the best one,
// and returns the best of them.
//
// So far, the samples assumed that all cards are known after the plan, so it made no
// difference whether a plan shows a helpful card. Here the next choice may depend on what
// the plan has shown, and on nothing else.
func (s *sampler) deepen(near []*plan, top *plan) *plan {
	if len(near) < 2 {
		return top
	}
	best, most := top, -1
	for _, p := range near {
		if p.wins() <= most {
			continue // looking ahead never increases the number
		}
		wins := s.outlook(p)
		if s.over() {
			break // an interrupted question answers nothing
		}
		if wins > most {
			best, most = p, wins
		}
	}
	return best
}

// A sight is a group of worlds that look the same after a plan.
type sight struct {
	table  Table
	worlds []*world
	states []game.State
}

// outlook returns how many of the worlds that a plan wins are still won if the choice
// after it must be the same in all worlds that look the same by then.
func (s *sampler) outlook(p *plan) (wins int) {
	known := unseenStock(&s.table.View) == 0
	byLook := map[string]*sight{}
	var all []*sight
	for i, w := range s.adviser.worlds {
		if !p.is(i, solve.Winnable) {
			continue
		}
		state, _, _ := w.state.Play(p.line)
		v := seen(&state, known)
		at := byLook[placeKey(&v)]
		if at == nil {
			at = &sight{table: s.table.at(v)}
			byLook[placeKey(&v)] = at
			all = append(all, at)
		}
		at.worlds, at.states = append(at.worlds, w), append(at.states, state)
	}
	for _, at := range all {
		if wins += s.bestNext(at); s.over() {
			break
		}
	}
	return wins
}

// bestNext returns how many worlds of a sight the best next choice wins.
func (s *sampler) bestNext(at *sight) int {
	if len(at.worlds) == 1 || at.states[0].Won() {
		return len(at.worlds)
	}
	next := obvious(&at.table.View, choices(&at.table, at.states[0]))
	if len(next) < 2 {
		return len(next) * len(at.worlds)
	}
	wins := make([]int, len(next))
	for i, w := range at.worlds {
		for k := range next {
			after, _, _ := at.states[i].Play(next[k].line)
			if s.verdict(w, after) == solve.Winnable {
				wins[k]++
			}
		}
	}
	return slices.Max(wins)
}
