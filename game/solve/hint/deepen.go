package hint

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// How close to the best a choice must come to be looked at further, in standard
// deviations and as a share of the worlds; and how many are.
const (
	nearly      = 1.5
	nearlyShare = 0.04
	mostNearly  = 4
)

// deepen looks one move further at the choices that are about as good as the
// favourite, and returns the best of them.
//
// The vote takes it that all cards are known after the move. So it can't tell a
// choice that shows a card from one that must come right without knowing it.
// Here the next move may depend on what the first one has shown, and on nothing
// else.
func (b *ballot) deepen(favourite *candidate) *candidate {
	near := b.near()
	if len(near) < 2 || favourite.won.count() == b.live.count() {
		return favourite
	}
	top, most := favourite, -1
	for _, c := range near[:min(len(near), mostNearly)] {
		n := b.outlook(c)
		if b.over() {
			return favourite // an outlook that was cut short says nothing
		}
		if n > most {
			top, most = c, n
		}
	}
	return top
}

// near returns the choices that come close to the best one.
func (b *ballot) near() (near []*candidate) {
	best := b.best()
	for k := range b.choices {
		c := &b.choices[k]
		behind, noise := best.ahead(c)
		if !c.out && behind <= nearly*noise && behind <= nearlyShare*float64(c.samples()) {
			near = append(near, c)
		}
	}
	return near
}

// A sight is what some worlds look like after a choice: all of them alike.
type sight struct {
	table  Table
	worlds []*world
	states []game.State
}

// outlook returns in how many worlds a choice wins if the move after it is the
// one that is best for all worlds that look alike by then.
func (b *ballot) outlook(c *candidate) (wins int) {
	for _, s := range b.sights(c) {
		if wins += b.bestNext(s); b.over() {
			break
		}
	}
	return wins
}

// sights sorts the worlds that a choice wins by what the player will see.
func (b *ballot) sights(c *candidate) (all []*sight) {
	known := unseenStock(&b.table.View) == 0
	byLook := map[uint64]*sight{}
	for i, w := range b.mind.worlds {
		if !c.won.has(i) {
			continue
		}
		state, _, _ := w.state.Play(c.line)
		v := seen(&state, known)
		look := placeKey(&v)
		s := byLook[look]
		if s == nil {
			s = &sight{table: Table{View: v, passed: b.table.passed, gone: b.table.gone}}
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
