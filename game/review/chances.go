package review

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// Limits bound the work of [Weigh].
type Limits struct {
	Nodes   int64 // most positions looked at in all; 0: as many as take about 5 s of CPU
	Samples int   // most arrangements for one decision; 0: 192
	Focus   int   // a step whose decision gets all its samples first, such as the one that lost the game; 0: none
}

// nodesFor is how many positions about 5 s of CPU look at.
func nodesFor(r game.Rules) int64 {
	switch {
	case r.Engine != game.KlondikeEngine:
		return 1_000_000
	case r.Passes > 0:
		return 16_000_000
	}
	return 8_000_000
}

// A Decision is one choice of the player's, beside another one in the same arrangements.
type Decision struct {
	From   int         // the position before it
	Played []game.Move // steps From+1, …; the last one changes the game
	Other  []game.Move // what it is compared with
	Best   bool        // the played choice is the one a hint advises; Other is another one. Else Other is advised
	hint.Comparison
}

// The places of the two choices in a comparison.
const (
	playedChoice = iota
	otherChoice
)

// Step is the number of the step that makes the choice.
func (d Decision) Step() int { return d.From + len(d.Played) }

// covers reports whether a step is part of the decision.
func (d Decision) covers(step int) bool { return d.From < step && step <= d.Step() }

func (d Decision) share(n int) float64 { return float64(n) / float64(max(1, d.Samples)) }

// Before is the share of the arrangements that can be won as the game stands.
func (d Decision) Before() float64 { return d.share(d.Comparison.Before) }

// After is the share of the arrangements that can be won after the played choice.
func (d Decision) After() float64 { return d.share(d.Won[playedChoice]) }

// AfterOther is the share that can be won after the other choice.
func (d Decision) AfterOther() float64 { return d.share(d.Won[otherChoice]) }

// Loss is how much of the chance the played choice gave up against the advised one. It
// may be negative.
func (d Decision) Loss() float64 {
	if d.Best {
		return 0
	}
	return d.AfterOther() - d.After()
}

// Gain is by how much the advised choice, which was played, is better than the other one.
func (d Decision) Gain() float64 {
	if !d.Best {
		return 0
	}
	return d.After() - d.AfterOther()
}

// Error is the standard error of the difference between the two choices. It is 0 if
// every arrangement was tried. One arrangement is added to each side: a few that agree
// don't prove that all do.
func (d Decision) Error() float64 {
	if d.Complete && d.Open == 0 || d.Samples == 0 {
		return 0
	}
	return math.Sqrt(spread(d.Samples, d.Only[playedChoice]+1, d.Only[otherChoice]+1))
}

// spread is the variance of the difference of two shares in one sample, of which so many
// win by one side only, and by the other only.
func spread(samples, more, less int) float64 {
	n, by := float64(samples), float64(more-less)
	return max(float64(more+less)-by*by/n, 0) / (n * n)
}

// Chances say what the player could know.
type Chances struct {
	Decisions []Decision // with at least one sample
	End       float64    // the chance as the game stands at its end: 1 for a win

	Accuracy      float64 // share of the chances kept, 0 to 1
	AccuracyError float64 // its standard error
	Luck          float64 // how kind the cards were, -1 to 1; see the package comment
	LuckError     float64

	Samples, Open int   // arrangements tried in all: decided, and not
	Nodes         int64 // positions looked at
	Complete      bool  // the context did not cut it short
}

// adviceShare is the part of the budget in which hints look for the best choices.
const adviceShare = 0.4

// Decisions get roundSamples arrangements at a time, so that every decision has some
// before one has many. After fewSamples those whose choice was the advised one get only
// every fourth round: nothing was given up there, however precisely that is known.
const (
	roundSamples = 8
	fewSamples   = 32
)

// Weigh says what each decision was worth by what the player had been shown.
func Weigh(ctx context.Context, s *solve.Solver, g Game, l Limits) Chances {
	l.Nodes, l.Samples = cmp.Or(l.Nodes, nodesFor(g.Start.Rules())), cmp.Or(l.Samples, 192)
	w := weigher{ctx: ctx, solver: s, game: g, limits: l, states: g.states()}
	w.find()
	w.advise()
	w.compare()
	w.chances.Complete = !pace.Ended(ctx)
	return w.sum()
}

// A weigher works on one review.
type weigher struct {
	ctx     context.Context //nolint:containedctx // it lives as long as one review
	solver  *solve.Solver
	game    Game
	limits  Limits
	states  []game.State
	list    []*pending
	end     *hint.Comparer // of the last position; nil if its chance is known
	chances Chances
}

// A pending decision is one that is being weighed.
type pending struct {
	Decision
	sensible [][]game.Move
	comparer *hint.Comparer
}

// source is the randomness of a decision: the same for the same game.
func (w *weigher) source(from int, what uint64) rand.Source {
	h := fnv.New64a()
	h.Write([]byte(w.game.ID))
	return rand.NewPCG(h.Sum64(), uint64(from)<<2|what)
}

// Uses of random numbers: each has a sequence of its own.
const (
	forAdvice = iota
	forComparison
)

// find lists the decisions: the played choices that were not the only sensible one.
func (w *weigher) find() {
	var table hint.Table
	at := 0
	for i := range w.states {
		table = table.Then(w.states[i].View())
		if i < at || i == len(w.states)-1 || pace.Ended(w.ctx) {
			continue
		}
		played := hint.Choice(w.states[i], w.game.Steps[i:len(w.states)-1])
		if played == nil {
			break // nothing changed any more
		}
		at = i + len(played)
		sensible := hint.Sensible(table, w.states[i])
		if len(sensible) > 1 || len(sensible) == 1 && !hint.SameChoice(w.states[i], played, sensible[0]) {
			w.list = append(w.list, &pending{Decision: Decision{From: i, Played: played}, sensible: sensible})
		}
	}
}

// advise finds the choice to compare each played one with.
func (w *weigher) advise() {
	adviser, budget := hint.NewAdviser(w.solver), int64(adviceShare*float64(w.limits.Nodes))
	var table hint.Table
	next := 0
	for i := range w.states {
		if table = table.Then(w.states[i].View()); next == len(w.list) {
			break
		}
		d := w.list[next]
		if d.From != i {
			continue
		}
		next++
		a := adviser.Advise(w.ctx, table, w.source(i, forAdvice), hint.Limits{
			Samples: w.limits.Samples, Early: true, Nodes: budget / int64(len(w.list)),
		})
		w.oppose(d, a.Line)
	}
	last := &w.states[len(w.states)-1]
	lines := func(d *pending) [][]game.Move { return [][]game.Move{d.Played, d.Other} }
	for _, d := range w.list {
		d.comparer = hint.NewComparer(w.solver, w.states[d.From].View(), w.source(d.From, forComparison), lines(d)...)
	}
	switch {
	case last.Won():
		w.chances.End = 1
	case !hint.Stuck(last.View()):
		w.end = hint.NewComparer(w.solver, last.View(), w.source(len(w.states), forComparison))
	}
}

// oppose sets the choice that a decision is compared with: the advised one, or the first
// other sensible one if that was played.
func (w *weigher) oppose(d *pending, advised []game.Move) {
	s := w.states[d.From]
	if d.Other = advised; len(advised) == 0 { // the context ended
		d.Other = d.sensible[0]
	}
	if !hint.SameChoice(s, d.Played, d.Other) {
		return
	}
	d.Best = true
	for _, line := range d.sensible {
		if !hint.SameChoice(s, d.Played, line) {
			d.Other = line
			return
		}
	}
}

// compare samples round by round until the budget is used up.
func (w *weigher) compare() {
	left := int64((1 - adviceShare) * float64(w.limits.Nodes))
	more := func(c *hint.Comparer) bool {
		nodes, ok := c.More(w.ctx, roundSamples)
		left -= nodes
		w.chances.Nodes += nodes
		return ok
	}
	half := left / 2
	for _, d := range w.list {
		for n := 0; d.covers(w.limits.Focus) && n < w.limits.Samples && left > half; n += roundSamples {
			if !more(d.comparer) {
				return
			}
		}
	}
	for n := 0; n < w.limits.Samples && left > 0; n += roundSamples {
		if w.end != nil && !more(w.end) {
			return
		}
		for _, d := range w.list {
			if d.Best && n >= fewSamples && n/roundSamples%4 != 0 || d.covers(w.limits.Focus) {
				continue
			}
			if !more(d.comparer) {
				return
			}
		}
	}
}

// sum adds up.
func (w *weigher) sum() Chances {
	c := &w.chances
	if w.end != nil {
		end := Decision{Comparison: w.end.Comparison}
		c.End = end.Before()
		c.LuckError = variance(c.End, end.Comparison)
	}
	c.Accuracy = 1
	for _, d := range w.list {
		d.Comparison = d.comparer.Comparison
		c.Samples, c.Open = c.Samples+d.Samples, c.Open+d.Open
		if d.Samples == 0 {
			continue
		}
		c.Decisions = append(c.Decisions, d.Decision)
		if lost := d.Loss() - d.Error(); lost > 0 {
			c.Accuracy *= 1 - lost/d.AfterOther()
			c.AccuracyError += d.Error() * d.Error() / (d.AfterOther() * d.AfterOther())
		}
		c.Luck += d.Before() - d.After()
		if !d.Complete {
			c.LuckError += spread(d.Samples, d.Comparison.Before-d.Won[playedChoice], 0)
		}
	}
	c.AccuracyError = c.Accuracy * math.Sqrt(c.AccuracyError)
	if len(c.Decisions) > 0 {
		first := c.Decisions[0]
		c.Luck += c.End - first.Before()
		c.LuckError = math.Sqrt(c.LuckError + variance(first.Before(), first.Comparison))
	}
	return *c
}

// variance is that of a share that was estimated from a sample.
func variance(share float64, c hint.Comparison) float64 {
	if c.Complete || c.Samples == 0 {
		return 0
	}
	return share * (1 - share) / float64(c.Samples)
}
