package review

import (
	"cmp"
	"slices"
)

// A Cause says why a step was a turning point.
type Cause uint8

// The causes.
const (
	Unweighed Cause = iota // it lost the game; whether the player could know isn't worked out
	Judgement              // another choice was clearly better by what could be seen
	BadLuck                // it lost the game, and none was clearly better by what could be seen
)

// String returns the cause in a word.
func (c Cause) String() string {
	return [...]string{"unweighed", "judgement", "bad luck"}[min(c, BadLuck)]
}

// A Turning is a step that changed what a game was worth.
type Turning struct {
	Step     int
	Loses    bool      // it lost the game, proved
	Cause    Cause     // why
	Decision *Decision // nil if there was no choice, or it isn't weighed
}

// A difference is reported if it is at least clearShare, and at least clearErrors of its
// standard errors, so that chance hardly ever makes it.
const (
	clearShare  = 0.04
	clearErrors = 2.5
	mostTurning = 3
	mostBest    = 2
)

func clearly(difference, err float64) bool {
	return difference >= clearShare && difference > clearErrors*err
}

// Turning lists at most three turning points in the order of the game: the step that
// lost it, and the choices that gave up most. Before anything is weighed, c is the zero
// value.
func (c Chances) Turning(e Exact) (list []Turning) {
	var slips []Turning
	for i := range c.Decisions {
		if d := &c.Decisions[i]; clearly(d.Loss(), d.Error()) {
			slips = append(slips, Turning{Step: d.Step(), Cause: Judgement, Decision: d})
		}
	}
	if step, ok := e.LosingStep(); ok {
		t := Turning{Step: step, Loses: true, Decision: c.at(step)}
		switch d := t.Decision; {
		case d != nil && clearly(d.Loss(), d.Error()):
			t.Cause = Judgement
		case d != nil || c.Complete:
			t.Cause = BadLuck
		}
		slips = slices.DeleteFunc(slips, func(s Turning) bool { return s.Decision == t.Decision })
		list = append(list, t)
	}
	slices.SortStableFunc(slips, func(a, b Turning) int { return cmp.Compare(b.Decision.Loss(), a.Decision.Loss()) })
	list = append(list, slips[:min(len(slips), mostTurning-len(list))]...)
	slices.SortFunc(list, func(a, b Turning) int { return cmp.Compare(a.Step, b.Step) })
	return list
}

// BestMoves lists the advised choices that were played and mattered most, at most two,
// in the order of the game.
func (c Chances) BestMoves() (list []Decision) {
	for _, d := range c.Decisions {
		if clearly(d.Gain(), d.Error()) {
			list = append(list, d)
		}
	}
	slices.SortStableFunc(list, func(a, b Decision) int { return cmp.Compare(b.Gain(), a.Gain()) })
	list = list[:min(len(list), mostBest)]
	slices.SortFunc(list, func(a, b Decision) int { return cmp.Compare(a.From, b.From) })
	return list
}

// at returns the decision that a step is part of; nil if there was none.
func (c Chances) at(step int) *Decision {
	for i := range c.Decisions {
		if d := &c.Decisions[i]; d.covers(step) {
			return d
		}
	}
	return nil
}
