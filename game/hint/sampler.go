package hint

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// A sampler asks about the choices of a position in one world after another.
type sampler struct {
	adviser *Adviser
	ctx     context.Context
	table   *Table
	limits  Limits
	random  *rand.Rand
	cards   []game.Card  // not yet shown
	all     int          // number of arrangements, or more than the samples
	spent   int64        // nodes
	live    map[int]bool // worlds asked that can be won from the current position
	choices []candidate
}

// A candidate is a choice with the answers of the worlds.
type candidate struct {
	choice
	verdicts
	out bool // clearly worse than another
}

// verdicts are the answers of worlds, by their number in the adviser.
type verdicts []solve.Verdict

// is reports whether a world gave a certain answer.
func (v verdicts) is(i int, what solve.Verdict) bool { return i < len(v) && v[i] == what }

func (v verdicts) count(what solve.Verdict) int {
	n := 0
	for _, verdict := range v {
		if verdict == what {
			n++
		}
	}
	return n
}

func (v verdicts) wins() int { return v.count(solve.Winnable) }

func (s *sampler) advise() Advice {
	a := s.adviser
	s.all = arrangements(len(s.cards), s.limits.Samples+1)
	s.gather()
	if len(a.worlds) == 0 {
		return Advice{} // not a view that any game can show
	}
	for _, c := range obvious(&s.table.View, choices(s.table, a.worlds[0].state)) {
		s.choices = append(s.choices, candidate{choice: c})
	}
	if len(s.choices) == 0 {
		return Advice{}
	}
	if len(s.choices) > 1 || !s.limits.Early {
		s.sample()
	}
	if s.limits.Insist && !s.follows() {
		s.insist()
	}
	best := s.decide()
	if s.limits.Insist && s.follows() { // so far by its share alone
		for k := range s.choices {
			s.choices[k].out = &s.choices[k] != best.first
		}
		s.insist()
	}
	c := best.first
	advice := Advice{
		OK: true, Move: c.line[0], Line: c.line, Plan: best.line,
		Samples: len(c.verdicts), Won: c.wins(), Lost: c.count(solve.Unwinnable), Unknown: c.count(solve.Unknown),
	}
	advice.Complete = advice.Samples == s.all
	advice.Hopeless = advice.Complete
	for _, w := range a.worlds {
		advice.Hopeless = advice.Hopeless && w.lost
	}
	return advice
}

// gather keeps the worlds that still match the view, and enters them. If there are no
// more arrangements than samples, it makes them all.
func (s *sampler) gather() {
	v, old := &s.table.View, s.adviser.worlds
	s.adviser.worlds = nil
	if s.all <= s.limits.Samples {
		permute(s.cards, len(s.cards), s.add)
		return
	}
	for _, w := range old[:min(len(old), s.limits.Samples)] {
		if w.enter(v) {
			s.adviser.worlds = append(s.adviser.worlds, w)
		}
	}
	if len(s.adviser.worlds) == 0 {
		s.add(shuffled(s.cards, s.random))
	}
}

func (s *sampler) add(a arrangement) {
	if w, ok := newWorld(&s.table.View, a, s.adviser.solver); ok {
		s.adviser.worlds = append(s.adviser.worlds, w)
	}
}

// The number of winnable worlds after which a choice that loses none of them counts as
// harmless, and the number of worlds after which to stop looking for a winnable one.
const (
	plenty = 64
	inVain = 400
)

// sample asks one world after another about all choices, and now and then drops those
// that are clearly worse.
func (s *sampler) sample() {
	answers := make([]solve.Verdict, len(s.choices))
	for i := range min(s.all, s.limits.Samples) {
		if i == len(s.adviser.worlds) {
			s.add(shuffled(s.cards, s.random))
		}
		s.ask(i, answers)
		if s.over() {
			return // an interrupted question answers nothing
		}
		for k, v := range answers {
			s.choices[k].verdicts = append(s.choices[k].verdicts, v)
		}
		if i%8 == 7 {
			one := s.drop() == 1
			harmless := len(s.live) >= plenty && s.best().wins() == len(s.live)
			vain := i >= inVain && len(s.live) == 0
			if s.limits.Early && (one || harmless || vain) {
				return
			}
		}
	}
}

func (s *sampler) over() bool { return pace.Ended(s.ctx) || s.spent >= s.limits.Nodes }

// pause is the number of moves for which a world that took too long is skipped.
const pause = 3

// ask asks one world about all remaining choices. If the world can't be won from here, or
// takes too long, that answers for every choice. A lost world stays lost.
func (s *sampler) ask(i int, answers []solve.Verdict) {
	w := s.adviser.worlds[i]
	root := solve.Unknown
	switch {
	case w.lost:
		root = solve.Unwinnable
	case w.pause > 0:
		w.pause--
	default:
		root = s.verdict(w, w.state)
		w.lost = root == solve.Unwinnable
		if root == solve.Unknown {
			w.pause = pause
		}
	}
	if root == solve.Winnable {
		s.live[i] = true
	}
	for k := range s.choices {
		answers[k] = root
		if root == solve.Winnable && !s.choices[k].out {
			after, _, _ := w.state.Play(s.choices[k].line) // legal in every world
			answers[k] = s.verdict(w, after)
		}
	}
}

func (s *sampler) verdict(w *world, state game.State) solve.Verdict {
	left := min(s.limits.Each, s.limits.Nodes-s.spent)
	if left <= 0 {
		return solve.Unknown
	}
	v, nodes := w.probe.Ask(s.ctx, state, solve.Limits{Nodes: left, Memory: s.limits.Memory})
	s.spent += nodes
	return v
}

// How often undecided worlds are asked again, and by how much longer each time.
const (
	rounds  = 3
	stretch = 4
)

// insist asks again, for longer, in the worlds that left a choice undecided. Sampling
// goes quickly over many worlds, which is enough to compare choices. The share that can
// still be won needs more, and a waiting player has time for it. If choices are followed,
// that comes first.
func (s *sampler) insist() {
	each := s.limits.Each
	defer func() { s.limits.Each = each }()
	answers := make([]solve.Verdict, len(s.choices))
	for range rounds {
		s.limits.Each *= stretch
		for i, w := range s.adviser.worlds {
			if !s.open(i) {
				continue
			}
			w.pause = 0
			s.ask(i, answers)
			if s.over() {
				return // an interrupted question answers nothing
			}
			for k := range s.choices {
				if c := &s.choices[k]; c.is(i, solve.Unknown) {
					c.verdicts[i] = answers[k]
				}
			}
		}
	}
}

func (s *sampler) open(i int) bool {
	for k := range s.choices {
		if c := &s.choices[k]; !c.out && c.is(i, solve.Unknown) {
			return true
		}
	}
	return false
}

// A choice that is behind by this many standard deviations is clearly worse. One that is
// behind by no more than even standard deviations, and no more than evenShare of the
// worlds, counts as equal.
const (
	clearly   = 2.2
	even      = 0.3
	evenShare = 0.005
)

// drop drops choices that are clearly worse than the best one, and returns the number of
// those left. If choices are followed, the best one may turn out to be worth less, so
// choices that are behind by at most planShare stay.
func (s *sampler) drop() (left int) {
	best, reserve := s.best(), 0.0
	if s.follows() {
		reserve = planShare * float64(len(best.verdicts))
	}
	for k := range s.choices {
		c := &s.choices[k]
		if behind, noise := best.ahead(c); behind > max(clearly*noise, reserve) {
			c.out = true
		}
		if !c.out {
			left++
		}
	}
	return left
}

// ahead returns by how many worlds a choice is ahead of another, and the standard
// deviation of that number if only chance decided (McNemar's test: worlds with the same
// result for both say nothing).
func (c *candidate) ahead(d *candidate) (by, noise float64) {
	more, less := 0.0, 0.0
	for i := range c.verdicts {
		switch won := c.verdicts[i] == solve.Winnable; {
		case won && d.verdicts[i] != solve.Winnable:
			more++
		case !won && d.verdicts[i] == solve.Winnable:
			less++
		}
	}
	return more - less, math.Sqrt(more + less)
}

// best returns the choice that wins in most worlds; the first of equals.
func (s *sampler) best() *candidate {
	best, most := &s.choices[0], -1
	for k := range s.choices {
		if c := &s.choices[k]; !c.out && c.wins() > most {
			best, most = c, c.wins()
		}
	}
	return best
}

// favourite returns the first choice that is about as good as the best one.
func (s *sampler) favourite() *candidate {
	best := s.best()
	for k := range s.choices {
		c := &s.choices[k]
		if behind, noise := best.ahead(c); !c.out && behind <= even*noise && behind <= evenShare*float64(len(c.verdicts)) {
			return c
		}
	}
	return best
}
