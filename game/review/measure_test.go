package review

import (
	"context"
	"math"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// Games that the program plays by its own hints score 95 or more in the mean, and more
// than random play. With -games it measures.
func TestOwnGamesScoreHigh(t *testing.T) {
	rules := []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 3, false)}
	n, limits := 4, Limits{Nodes: 2_000_000}
	if *games > 0 {
		n, limits, rules = *games, Limits{}, append(rules, game.KlondikeRules(3, 0, true), game.YukonRules(false))
	}
	s := solve.New()
	var all, wild []float64
	for _, r := range rules {
		own, random := newTally(), newTally()
		for i := range n {
			deal := gametest.Deal(t, r, 1000+i)
			own.add(s, autoplayed(t, s, deal, uint64(i)), limits)
			random.add(s, wandered(deal, uint64(i)), limits)
		}
		if own.mean() < 0.95 {
			t.Errorf("%v: own games score %.3f", r, own.mean())
		}
		all, wild = append(all, own.mean()), append(wild, random.mean())
		if *games > 0 {
			own.log(t, r, "own")
			random.log(t, r, "random")
		}
	}
	if mean(wild) > mean(all)-0.05 {
		t.Errorf("own games score %.3f, random ones %.3f: they should differ", mean(all), mean(wild))
	}
}

// A tally sums up reviews of one kind of games.
type tally struct {
	scores                 []float64
	first, whole           []time.Duration // CPU
	firstWall, wholeWall   []time.Duration
	settled, lost, badLuck int
	accuracyError          float64
	luckError, luck        float64
	differences            []float64 // standard errors of single decisions
	decisions, samples     int
	open                   int
	won                    int
	nodes                  int64
}

// processorTime is the CPU time of the process, collecting garbage included.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func newTally() *tally { return new(tally) }

func (y *tally) add(s *solve.Solver, g Game, l Limits) {
	begin, cpu := time.Now(), processorTime()
	e := Decide(context.Background(), s, g, ExactLimits())
	y.first, y.firstWall = append(y.first, processorTime()-cpu), append(y.firstWall, time.Since(begin))
	l.Focus, _ = e.LosingStep()
	c := Weigh(context.Background(), s, g, l)
	y.whole, y.wholeWall = append(y.whole, processorTime()-cpu), append(y.wholeWall, time.Since(begin))
	if e.Settled() {
		y.settled++
	}
	if e.Won {
		y.won++
	}
	for _, turning := range c.Turning(e) {
		if turning.Loses {
			y.lost++
			if turning.Cause == BadLuck {
				y.badLuck++
			}
		}
	}
	y.scores = append(y.scores, c.Accuracy)
	y.accuracyError += c.AccuracyError * c.AccuracyError
	y.luck += c.Luck
	y.luckError += c.LuckError * c.LuckError
	y.decisions, y.samples, y.open, y.nodes = y.decisions+len(c.Decisions), y.samples+c.Samples, y.open+c.Open, y.nodes+c.Nodes
	for i := range c.Decisions {
		y.differences = append(y.differences, c.Decisions[i].Error())
	}
}

func (y *tally) mean() float64 { return mean(y.scores) }

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

func (y *tally) log(t *testing.T, r game.Rules, kind string) {
	t.Helper()
	n := float64(len(y.scores))
	for _, list := range [][]time.Duration{y.first, y.whole, y.firstWall, y.wholeWall} {
		slices.Sort(list)
	}
	slices.Sort(y.scores)
	slices.Sort(y.differences)
	at := func(list []time.Duration, p float64) time.Duration {
		return list[int(p*float64(len(list)-1))].Round(time.Millisecond)
	}
	middle := func(list []float64, p float64) float64 {
		if len(list) == 0 {
			return 0
		}
		return list[int(p*float64(len(list)-1))]
	}
	t.Logf("%v %s: %v games, %d won; exact: %d settled, CPU median %v p90 %v max %v, wall p90 %v max %v; whole: CPU median %v p90 %v max %v, wall p90 %v max %v", r, kind, n, y.won, y.settled,
		at(y.first, .5), at(y.first, .9), at(y.first, 1), at(y.firstWall, .9), at(y.firstWall, 1),
		at(y.whole, .5), at(y.whole, .9), at(y.whole, 1), at(y.wholeWall, .9), at(y.wholeWall, 1))
	t.Logf("   accuracy: mean %.3f, p10 %.3f, median %.3f, error of one %.3f; luck: mean %.3f, error of one %.3f", y.mean(), middle(y.scores, .1), middle(y.scores, .5),
		math.Sqrt(y.accuracyError/n), y.luck/n, math.Sqrt(y.luckError/n))
	t.Logf("   decisions a game %.1f, samples a decision %.1f, open %.1f%%; error of a difference: median %.3f p90 %.3f; lost by one step %d, of these bad luck %d; Mnodes %.2f",
		float64(y.decisions)/n, float64(y.samples)/float64(max(1, y.decisions)), 100*float64(y.open)/float64(max(1, y.samples+y.open)),
		middle(y.differences, .5), middle(y.differences, .9), y.lost, y.badLuck, float64(y.nodes)/n/1e6)
}
