package hint

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A ballot lets worlds vote for choices.
type ballot struct {
	mind    *Mind
	ctx     context.Context
	table   *Table
	limits  Limits
	random  *rand.Rand
	cards   []game.Card // not yet shown
	all     int         // arrangements of them, or more than the samples
	spent   int64       // nodes
	live    tally       // worlds asked that can be won as they stand
	choices []candidate
}

// A candidate is a choice with the worlds that voted on it, by their number in
// the mind.
type candidate struct {
	choice
	won, lost, unknown tally
	out                bool // clearly worse than another
}

func (b *ballot) advise() Advice {
	b.all = arrangements(len(b.cards), b.limits.Samples+1)
	b.gather()
	if len(b.mind.worlds) == 0 {
		return Advice{} // no view of a game
	}
	for _, c := range obvious(&b.table.View, choices(b.table, b.mind.worlds[0].state)) {
		b.choices = append(b.choices, candidate{choice: c})
	}
	if len(b.choices) == 0 {
		return Advice{}
	}
	if len(b.choices) > 1 || !b.limits.Early {
		b.vote()
	}
	if b.limits.Insist && !b.follows() {
		b.insist()
	}
	best := b.decide()
	if b.limits.Insist && b.follows() { // by now for its share alone
		b.settleFor(best.first)
		b.insist()
	}
	return b.result(best.first, best.line)
}

// gather brings the worlds that still hold to the view. If there are no more
// arrangements than samples, it makes them all.
func (b *ballot) gather() {
	v, old := &b.table.View, b.mind.worlds
	b.mind.worlds = nil
	if b.all <= b.limits.Samples {
		permute(b.cards, len(b.cards), b.add)
		return
	}
	for _, w := range old[:min(len(old), b.limits.Samples)] {
		if w.enter(v) {
			b.mind.worlds = append(b.mind.worlds, w)
		}
	}
	if len(b.mind.worlds) == 0 {
		b.add(shuffled(b.cards, b.random))
	}
}

// add makes a world of an arrangement.
func (b *ballot) add(a arrangement) {
	if w, ok := newWorld(&b.table.View, a, b.mind.solver); ok {
		b.mind.worlds = append(b.mind.worlds, w)
	}
}

// vote asks world after world about all choices, and now and then drops those
// that are clearly worse.
func (b *ballot) vote() {
	verdicts := make([]solve.Verdict, len(b.choices))
	for i := range min(b.all, b.limits.Samples) {
		if i == len(b.mind.worlds) {
			b.add(shuffled(b.cards, b.random))
		}
		b.ask(i, verdicts)
		if b.over() {
			return // what was cut short says nothing
		}
		for k, v := range verdicts {
			b.choices[k].note(i, v)
		}
		if i%8 == 7 && (b.settle() || b.harmless() || b.vain(i)) && b.limits.Early {
			return
		}
	}
}

// How many winnable worlds are enough to call a choice harmless that loses none
// of them; and in how many worlds not to look for a winnable one any longer.
const (
	plenty = 64
	inVain = 400
)

// harmless reports whether the best choice wins every world that can be won.
func (b *ballot) harmless() bool {
	return b.live.count() >= plenty && b.best().won.count() == b.live.count()
}

// vain reports whether no world could be won, the i-th being the last.
func (b *ballot) vain(i int) bool { return i >= inVain && b.live.count() == 0 }

func (b *ballot) over() bool { return b.ctx.Err() != nil || b.spent >= b.limits.Nodes }

// note notes a world's vote, in the place of an earlier one that was open.
func (c *candidate) note(i int, v solve.Verdict) {
	c.unknown.remove(i)
	switch v {
	case solve.Winnable:
		c.won.add(i)
	case solve.Unwinnable:
		c.lost.add(i)
	default:
		c.unknown.add(i)
	}
}

// ask asks one world about all choices that are left. If it can't be won as it
// stands, or that takes too long, the same goes for each.
func (b *ballot) ask(i int, verdicts []solve.Verdict) {
	w := b.mind.worlds[i]
	root := b.root(w)
	if root == solve.Winnable {
		b.live.add(i)
	}
	for k := range b.choices {
		verdicts[k] = root
		if root == solve.Winnable && !b.choices[k].out {
			after, _, _ := w.state.Play(b.choices[k].line) // legal in every world
			verdicts[k] = b.verdict(w, after)
		}
	}
}

// root returns what is known of a world as it stands. A lost one stays lost; one
// that took too long is left alone for some moves.
func (b *ballot) root(w *world) solve.Verdict {
	switch {
	case w.lost:
		return solve.Unwinnable
	case w.pause > 0:
		w.pause--
		return solve.Unknown
	}
	v := b.verdict(w, w.state)
	w.lost = v == solve.Unwinnable
	if v == solve.Unknown {
		w.pause = pause
	}
	return v
}

// pause is for how many moves a world is left alone.
const pause = 3

func (b *ballot) verdict(w *world, s game.State) solve.Verdict {
	left := min(b.limits.Each, b.limits.Nodes-b.spent)
	if left <= 0 {
		return solve.Unknown
	}
	v, nodes := w.probe.Ask(b.ctx, s, solve.Limits{Nodes: left, Memory: b.limits.Memory})
	b.spent += nodes
	return v
}

// settle drops choices that are clearly worse than the best one. It reports
// whether only one is left.
func (b *ballot) settle() bool {
	best, left := b.best(), 0
	for k := range b.choices {
		c := &b.choices[k]
		if behind, noise := best.ahead(c); behind > max(clearly*noise, b.reserve()*float64(best.samples())) {
			c.out = true
		}
		if !c.out {
			left++
		}
	}
	return left == 1
}

// settleFor drops all choices but one.
func (b *ballot) settleFor(c *candidate) {
	for k := range b.choices {
		b.choices[k].out = &b.choices[k] != c
	}
}

// How many standard deviations make a choice clearly worse, and how many make no
// difference; nor must more than evenShare of the worlds.
const (
	clearly   = 2.2
	even      = 0.3
	evenShare = 0.005
)

// reserve is the share of the worlds by which a choice may be behind without being
// dropped: the best one may turn out to be worth less once it is followed.
func (b *ballot) reserve() float64 {
	if !b.follows() {
		return 0
	}
	return planShare
}

// ahead returns by how many worlds a choice is ahead of another, and the standard
// deviation of that if only chance decided (McNemar's test: worlds in which both
// fare alike say nothing).
func (c *candidate) ahead(d *candidate) (by, noise float64) {
	more, less := float64(c.won.minus(d.won)), float64(d.won.minus(c.won))
	return more - less, math.Sqrt(more + less)
}

// best returns the choice that wins most worlds; of equals the first.
func (b *ballot) best() *candidate {
	best, most := &b.choices[0], -1
	for k := range b.choices {
		if c := &b.choices[k]; !c.out && c.won.count() > most {
			best, most = c, c.won.count()
		}
	}
	return best
}

// favourite returns the first choice that is about as good as the best one.
func (b *ballot) favourite() *candidate {
	best := b.best()
	for k := range b.choices {
		c := &b.choices[k]
		if behind, noise := best.ahead(c); !c.out && behind <= even*noise && behind <= evenShare*float64(c.samples()) {
			return c
		}
	}
	return best
}

func (c *candidate) samples() int { return c.won.count() + c.lost.count() + c.unknown.count() }

// result is the advice to begin a plan with a choice.
func (b *ballot) result(c *candidate, plan []game.Move) Advice {
	a := Advice{
		OK: true, Move: c.line[0], Line: c.line, Plan: plan,
		Samples: c.samples(), Won: c.won.count(), Lost: c.lost.count(), Unknown: c.unknown.count(),
	}
	a.Complete = a.Samples == b.all
	a.Hopeless = a.Complete && b.allLost()
	return a
}

// allLost reports whether every world is lost as it stands.
func (b *ballot) allLost() bool {
	for _, w := range b.mind.worlds {
		if !w.lost {
			return false
		}
	}
	return true
}
