package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/cputime"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/game/review"
	"github.com/solitaire-chat/solitaire/game/solve"
)

type reviewCmd struct {
	linesFlags
	JSON  bool `name:"json" help:"Write a JSON object a game, with every decision."`
	Exact bool `help:"Only say where the game was decided, all cards known; leave out what the player could know."`
	workerFlags
}

// Help is the longer text of review --help.
func (reviewCmd) Help() string {
	return `Each line is a game, as for replay: a deal or a position, and its moves. The review says which step lost the
game, proved, and what would have won; and for each decision the share of the arrangements of the hidden cards
that could still be won after the move played and after another one, in the same sample. Accuracy is the share of
these chances that the moves kept. Luck is what the cards did to them, in points: 0 in the mean, positive if kind.
The same line gets the same review on any machine, since the work is bounded in positions, not in time.`
}

// reviewed is the answer to a line.
type reviewed struct {
	ID       json.RawMessage  `json:"id"`
	Steps    int              `json:"steps"`
	Won      bool             `json:"won"`
	Deal     string           `json:"deal"`           // the verdict on the position before the first move
	Last     *int             `json:"last,omitempty"` // the last position proved winnable
	Lost     *int             `json:"lost,omitempty"` // the first position proved lost
	Line     []string         `json:"line,omitempty"` // wins from position last
	ExactCPU float64          `json:"exact_cpu_ms"`
	CPU      float64          `json:"cpu_ms"`
	Wall     float64          `json:"wall_ms"`
	Chances  *reviewedChances `json:"chances,omitempty"`
	game     review.Game
	exact    review.Exact
	chances  review.Chances
}

type reviewedChances struct {
	Accuracy      float64            `json:"accuracy"` // 0 to 1
	AccuracyError float64            `json:"accuracy_error"`
	Luck          float64            `json:"luck"` // -1 to 1
	LuckError     float64            `json:"luck_error"`
	End           float64            `json:"end"`
	Samples       int                `json:"samples"`
	Open          int                `json:"open"`
	Turning       []reviewedTurning  `json:"turning"`
	Decisions     []reviewedDecision `json:"decisions"`
}

type reviewedTurning struct {
	Step  int    `json:"step"`
	Loses bool   `json:"loses"`
	Cause string `json:"cause"`
}

type reviewedDecision struct {
	Step       int      `json:"step"`
	Played     []string `json:"played"`
	Other      []string `json:"other"`
	Best       bool     `json:"best"` // a hint would have played it, too
	Before     float64  `json:"before"`
	After      float64  `json:"after"`
	AfterOther float64  `json:"after_other"`
	Error      float64  `json:"error"` // of after - after_other
	Samples    int      `json:"samples"`
	Open       int      `json:"open"`
	Complete   bool     `json:"complete"`
}

// Run reviews every line.
func (c *reviewCmd) Run(ctx context.Context, s streams) error {
	if err := c.check(); err != nil {
		return err
	}
	solver := solve.New()
	return answerLines(ctx, s, c.linesFlags, c.Workers, "games", lineGame,
		func(ctx context.Context, l *lines.Line, played review.Game) any {
			answer := c.review(ctx, solver, played)
			answer.ID = l.ID
			if c.JSON {
				return answer
			}
			return answer.text()
		})
}

// lineGame returns the game of a line. The error is that of [lines.Line.Played].
func lineGame(l *lines.Line) (g review.Game, err error) {
	if _, err = l.Played(); err != nil {
		return g, err
	}
	g = review.Game{ID: string(l.ID), Start: l.Start}
	for _, text := range l.Moves {
		m, err := game.ParseMove(text)
		if err != nil {
			return g, err
		}
		g.Steps = append(g.Steps, m)
	}
	return g, nil
}

func (c *reviewCmd) review(ctx context.Context, solver *solve.Solver, g review.Game) (a reviewed) {
	cpu, wall := cputime.Thread(), time.Now()
	a.game, a.exact = g, review.Decide(ctx, solver, g, review.ExactLimits())
	a.ExactCPU = millis(cputime.Thread() - cpu)
	a.Steps, a.Won, a.Deal, a.Line = a.exact.Steps, a.exact.Won, a.exact.Deal().String(), inNotation(a.exact.Line)
	if a.exact.Last >= 0 {
		a.Last = &a.exact.Last
	}
	if a.exact.Lost >= 0 {
		a.Lost = &a.exact.Lost
	}
	if !c.Exact {
		var l review.Limits
		l.Focus, _ = a.exact.LosingStep()
		a.chances = review.Weigh(ctx, solver, g, l)
		a.Chances = a.chancesJSON()
	}
	a.CPU, a.Wall = millis(cputime.Thread()-cpu), millis(time.Since(wall))
	return a
}

func (a *reviewed) chancesJSON() *reviewedChances {
	c := &a.chances
	j := &reviewedChances{
		Accuracy: c.Accuracy, AccuracyError: c.AccuracyError, Luck: c.Luck, LuckError: c.LuckError, End: c.End,
		Samples: c.Samples, Open: c.Open, Turning: []reviewedTurning{}, Decisions: []reviewedDecision{},
	}
	for _, t := range c.Turning(a.exact) {
		j.Turning = append(j.Turning, reviewedTurning{t.Step, t.Loses, t.Cause.String()})
	}
	for i := range c.Decisions {
		d := &c.Decisions[i]
		j.Decisions = append(j.Decisions, reviewedDecision{
			Step: d.Step(), Played: inNotation(d.Played), Other: inNotation(d.Other), Best: d.Best,
			Before: d.Before(), After: d.After(), AfterOther: d.AfterOther(), Error: d.Error(),
			Samples: d.Samples, Open: d.Open, Complete: d.Complete,
		})
	}
	return j
}

func inNotation(moves []game.Move) []string {
	list := make([]string, 0, len(moves))
	for _, m := range moves {
		list = append(list, m.String())
	}
	return list
}

// text is the answer for a person.
func (a *reviewed) text() string {
	var b strings.Builder
	result := "not won"
	if a.Won {
		result = "won"
	}
	fmt.Fprintf(&b, "%s: %d steps, %s\n", a.ID, a.Steps, result)
	if a.Chances != nil {
		for _, d := range a.chances.BestMoves() {
			fmt.Fprintf(&b, "  Well played: step %d, %s. It keeps %.0f of 100 arrangements winnable, %s keeps %.0f.\n",
				d.Step(), strings.Join(inNotation(d.Played), " "), 100*d.After(), strings.Join(inNotation(d.Other), " "), 100*d.AfterOther())
		}
	}
	a.sayWhere(&b)
	for _, t := range a.chances.Turning(a.exact) {
		a.sayTurning(&b, t)
	}
	if len(a.exact.Line) > 0 && a.exact.Last < a.Steps {
		fmt.Fprintf(&b, "  After step %d this would have won: %s\n", a.exact.Last, strings.Join(inNotation(a.exact.Line), " "))
	}
	if c := a.Chances; c != nil && len(c.Decisions) > 0 {
		fmt.Fprintf(&b, "  Accuracy %.0f%% ± %.0f; luck %+.0f points ± %.0f. %d decisions, %d arrangements tried, %d left open.\n",
			100*c.Accuracy, 100*c.AccuracyError, 100*c.Luck, 100*c.LuckError, len(c.Decisions), c.Samples+c.Open, c.Open)
	}
	return b.String()
}

func (a *reviewed) sayWhere(b *strings.Builder) {
	e := &a.exact
	step, one := e.LosingStep()
	switch {
	case e.Won:
	case e.Lost == 0:
		b.WriteString("  This deal could never be won.\n")
	case e.Last == e.Steps:
		b.WriteString("  The game could still be won when it ended.\n")
	case one:
		fmt.Fprintf(b, "  Step %d, %v, made the game unwinnable.\n", step, a.game.Steps[step-1])
	case e.Last >= 0 && e.Lost >= 0:
		fmt.Fprintf(b, "  It became unwinnable between step %d and step %d.\n", e.Last+1, e.Lost)
	case e.Last >= 0:
		fmt.Fprintf(b, "  It could be won up to step %d; after that the solver ran out of positions.\n", e.Last)
	case e.Lost >= 0:
		fmt.Fprintf(b, "  After step %d it couldn't be won; before that the solver ran out of positions.\n", e.Lost)
	default:
		b.WriteString("  The solver ran out of positions before it could decide where.\n")
	}
}

func (a *reviewed) sayTurning(b *strings.Builder, t review.Turning) {
	switch d := t.Decision; {
	case t.Cause == review.BadLuck && d == nil:
		fmt.Fprintf(b, "  Step %d was bad luck: there was no other sensible move.\n", t.Step)
	case t.Cause == review.BadLuck:
		fmt.Fprintf(b, "  Step %d was bad luck: by what could be seen no other move was clearly better (%.0f of 100 arrangements winnable after it).\n",
			t.Step, 100*d.After())
	case t.Cause == review.Judgement:
		fmt.Fprintf(b, "  Step %d, %s: %.0f of 100 arrangements winnable after it, %.0f after %s (± %.0f).\n", t.Step,
			strings.Join(inNotation(d.Played), " "), 100*d.After(), 100*d.AfterOther(), strings.Join(inNotation(d.Other), " "), 100*d.Error())
	}
}
