package hint

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// decide returns the best plan that the vote allows to tell, in the time left.
func (b *ballot) decide() *plan {
	if len(b.choices) == 1 || b.over() {
		return b.begin(b.favourite())
	}
	if b.follows() {
		all := b.plans()
		top := all[bestPlan(all)]
		return b.deepen(nearPlans(all, top), top)
	}
	favourite := b.favourite()
	if favourite.won.count() == b.live.count() {
		return b.begin(favourite)
	}
	return b.deepen(b.nearChoices(), b.begin(favourite))
}

// deepen looks one choice further at the plans that are about as good as the best
// one, and returns the best of them.
//
// It was taken until here that all cards are known after the plan. So it can't be
// told whether a plan shows a card that helps or one that doesn't. Here the next
// choice may depend on what the plan has shown, and on nothing else.
func (b *ballot) deepen(near []*plan, top *plan) *plan {
	if len(near) < 2 {
		return top
	}
	best, most := top, -1
	for _, p := range near {
		if p.wins <= most {
			continue // an outlook is never more
		}
		wins := b.outlook(p)
		if b.over() {
			break // an outlook that was cut short says nothing
		}
		if wins > most {
			best, most = p, wins
		}
	}
	return best
}

// How close to the best one a choice must come to be looked at further, in standard
// deviations and as a share of the worlds; and how many are.
const (
	nearly        = 1.5
	nearlyShare   = 0.04
	nearlyChoices = 4
)

// nearChoices returns the choices that come close to the best one.
func (b *ballot) nearChoices() (near []*plan) {
	best := b.best()
	for k := range b.choices {
		c := &b.choices[k]
		behind, noise := best.ahead(c)
		if !c.out && behind <= nearly*noise && behind <= nearlyShare*float64(c.samples()) && len(near) < nearlyChoices {
			near = append(near, b.begin(c))
		}
	}
	return near
}

// The same for plans, of which only the share counts: a choice may have flattered
// them.
const (
	planShare   = 0.1
	nearlyPlans = 6
)

// nearPlans returns the plans that show something and come close to the best one,
// those that win most worlds first.
func nearPlans(all []*plan, top *plan) (near []*plan) {
	for _, p := range all {
		if p.shows && float64(top.wins-p.wins) <= planShare*float64(top.first.samples()) {
			near = append(near, p)
		}
	}
	slices.SortStableFunc(near, (*plan).compare)
	return near[:min(len(near), nearlyPlans)]
}

// A sight is what some worlds look like after a plan: all of them alike.
type sight struct {
	table  Table
	worlds []*world
	states []game.State
}

// outlook returns in how many worlds a plan wins if the choice after it is the one
// that is best for all worlds that look alike by then.
func (b *ballot) outlook(p *plan) (wins int) {
	for _, s := range b.sights(p) {
		if wins += b.bestNext(s); b.over() {
			break
		}
	}
	return wins
}

// sights sorts the worlds that a plan wins by what the player will see.
func (b *ballot) sights(p *plan) (all []*sight) {
	known := unseenStock(&b.table.View) == 0
	byLook := map[uint64]*sight{}
	for i, w := range b.mind.worlds {
		if !p.won.has(i) {
			continue
		}
		state, _, _ := w.state.Play(p.line)
		v := seen(&state, known)
		look := placeKey(&v)
		s := byLook[look]
		if s == nil {
			s = &sight{table: b.table.at(v)}
			byLook[look] = s
			all = append(all, s)
		}
		s.worlds, s.states = append(s.worlds, w), append(s.states, state)
	}
	return all
}

// bestNext returns how many worlds of a sight are won by the next choice that
// wins most of them.
func (b *ballot) bestNext(s *sight) int {
	if len(s.worlds) == 1 || s.states[0].Won() {
		return len(s.worlds)
	}
	next := obvious(&s.table.View, choices(&s.table, s.states[0]))
	if len(next) < 2 {
		return len(next) * len(s.worlds)
	}
	wins := make([]int, len(next))
	for i, w := range s.worlds {
		for k := range next {
			after, _, _ := s.states[i].Play(next[k].line)
			if b.verdict(w, after) == solve.Winnable {
				wins[k]++
			}
		}
	}
	return slices.Max(wins)
}
