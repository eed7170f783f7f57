package play

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// review looks back at a finished game. At first it says where the game was decided, all
// cards known, which takes no time. A button asks for the chances: they take some seconds
// of CPU in the background, which nobody should spend who doesn't want them, and not every
// platform lets an answer that was given be completed later.
func review() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "review", Reads: true, Named: true, Example: "/solitaire review",
			Options: []command.Option{{Name: "chances", Kind: command.Flag}, {Name: "line", Kind: command.Flag}, {Name: "step", Kind: command.Number}},
		},
		Prepare: prepareReview,
		Run: func(t *bot.Turn, args command.Args) error {
			t.NoBoard, t.Pages = true, true
			table, err := reviewed(t)
			if err != nil || table == nil {
				return err
			}
			found, err := t.Precomputed(table)
			if err != nil {
				return err
			}
			r := found.(reviewing)
			if step, given := args.Number("step"); len(r.exact.Line) > 0 && (given || args.Has("line")) {
				return showWinningLine(t, table, r.exact, max(0, step))
			}
			return sayReview(t, table, r)
		},
	}
}

// A reviewing holds the results about a finished game.
type reviewing struct {
	exact   bot.Review
	chances *bot.Chances // nil: not asked for
}

func prepareReview(t *bot.Turn, args command.Args) (any, error) {
	table, err := reviewed(t)
	if err != nil || table == nil {
		return nil, err
	}
	exact, err := t.Bot.Advisor.Review(t.Ctx, question(t, table))
	if err != nil || !args.Has("chances") {
		return reviewing{exact: exact}, err
	}
	chances, err := t.Bot.Advisor.Weigh(t.Ctx, question(t, table))
	if chances.Exact != nil {
		exact = *chances.Exact
	}
	return reviewing{exact, &chances}, err
}

// reviewed returns the current game if it may be reviewed, or says why not.
func reviewed(t *bot.Turn) (*bot.Table, error) {
	table := t.Need()
	if table == nil {
		return nil, nil
	}
	until, err := daily.SecretUntil(t.Ctx, t.Bot, *table.Entry())
	switch {
	case err != nil:
		return nil, err
	case table.Entry().Outcome == "":
		t.Say("review.running")
	case t.Bot.Advisor == nil:
		t.Say("hint.off")
	case competing(t, table):
		t.Say("verdict.competing")
	case t.Now.Before(until):
		t.Say("review.too-early", "Ends", locale.Moment(until))
	case table.Game.Done() == 0:
		t.Say("review.no-choice")
	default:
		return table, nil
	}
	return nil, nil
}

// reviewReady reports whether a game can be reviewed now.
func reviewReady(t *bot.Turn, table *bot.Table) bool {
	if table.Entry().Outcome == "" || table.Game.Done() == 0 || !mayPeek(t, table) {
		return false
	}
	until, err := daily.SecretUntil(t.Ctx, t.Bot, *table.Entry())
	return err == nil && !t.Now.Before(until)
}

// sayReview adds the best moves, then where the game was decided, then whether that was
// luck.
func sayReview(t *bot.Turn, table *bot.Table, r reviewing) error {
	start, err := game.Deal(table.Game.Rules(), table.Game.Deck())
	if err != nil {
		return fmt.Errorf("review: %w", err)
	}
	moves := moveWords{start, table.Game.Steps()}
	t.Reply.Title = bot.Title(table.Game, *table.Entry())
	ready := r.chances != nil && r.chances.Ready
	if ready {
		for _, w := range r.chances.Best {
			t.SayAll(moves.compare("review.best", w))
		}
	}
	t.SayAll(decided(table, r.exact))
	var row []bot.Action
	switch {
	case ready:
		sayChances(t, moves, r.chances)
	case r.chances != nil:
		t.Say("review.not-ready")
	}
	if !ready {
		row = append(row, bot.Action{Label: locale.Msg("button.review-chances"), Text: "review chances", Main: true})
	}
	if len(r.exact.Line) > 0 {
		row = append(row, bot.Action{Label: locale.Msg("button.review-line"), Text: "review line"})
	}
	if len(row) > 0 {
		t.Reply.Actions = [][]bot.Action{row}
	}
	return nil
}

// decided adds the lines about where the game was decided. They claim only what is proved.
func decided(table *bot.Table, r bot.Review) locale.Message {
	switch {
	case r.Won:
		return locale.Msg("review.won")
	case r.Now == bot.CanBeWon && table.Entry().Outcome != persist.Won:
		return locale.Msg("verdict.could")
	}
	return judgementInWords(table.Game, r.Judgement)
}

// sayChances adds the worth of the choices and the chart of the game's course.
func sayChances(t *bot.Turn, moves moveWords, c *bot.Chances) {
	for _, w := range c.Turning {
		if w.BadLuck {
			t.Say("review.bad-luck", "Step", w.Step(), "Move", moves.label(w.From, w.Played))
		} else {
			t.SayAll(moves.compare("review.slip", w))
		}
	}
	if len(c.Course) < 2 { // the end alone
		t.Say("review.no-choice")
		return
	}
	t.Say("review.accuracy", "Percent", percent(c.Accuracy), "Error", percent(c.AccuracyError))
	switch luck := percent(math.Abs(c.Luck)); {
	case math.Abs(c.Luck) <= 2*c.LuckError || luck == 0: // within the sampling error
		t.Say("review.luck-even")
	case c.Luck > 0:
		t.Say("review.luck-kind", "Points", luck, "Error", percent(c.LuckError))
	default:
		t.Say("review.luck-unkind", "Points", luck, "Error", percent(c.LuckError))
	}
	if t.Paints() {
		t.Reply.Show = &bot.Show{
			Alt:    locale.Msg("chart.alt-review", "From", percent(c.Course[0].Chance), "To", percent(c.Course[len(c.Course)-1].Chance)),
			Charts: []bot.Chart{courseOf(c)},
		}
	}
}

// courseOf returns the chart of the chance over the game. It leaves out some choices of a
// long game, but no turning point. The turning points, the beginning and the end are
// labelled with their steps if there is room.
func courseOf(c *bot.Chances) bot.Chart {
	const most, room = 60, 10 // columns; labels
	chart := bot.Chart{Title: locale.Msg("chart.review")}
	every, last := 1+len(c.Course)/most, len(c.Course)-1
	labelled := 0 // the column that has the latest label
	for i, s := range c.Course {
		turning := slices.ContainsFunc(c.Turning, func(w bot.Weighed) bool { return w.From == s.Step })
		if !turning && i%every != 0 && i != last {
			continue
		}
		label, column, gap := locale.Message{}, len(chart.Line), 1+len(c.Course)/every/room
		switch {
		case i == last:
			label = bot.ChartLabel(strconv.Itoa(s.Step))
		case i == 0 || turning && column-labelled >= gap && last-i >= gap*every:
			label, labelled = bot.ChartLabel(strconv.Itoa(s.Step+1)), column
		}
		chart.Line, chart.Labels = append(chart.Line, 100*s.Chance), append(chart.Labels, label)
	}
	return chart
}

// percent rounds a share.
func percent(share float64) int { return int(math.Round(100 * share)) }

// moveWords says the moves of a game in words.
type moveWords struct {
	start game.State
	steps []game.Move
}

// label describes the last move of a line, which follows this many steps.
func (m moveWords) label(from int, line []game.Move) locale.Message {
	state, _, _ := m.start.Play(m.steps[:from]) // it was played once, so it can be played again
	last := len(line) - 1
	state, _, _ = state.Play(line[:last])
	return command.NewChoice(&state, line[last]).Label()
}

// compare describes a choice beside the other one.
func (m moveWords) compare(key string, w bot.Weighed) locale.Message {
	return locale.Msg(key,
		"Step", w.Step(), "Move", m.label(w.From, w.Played), "Share", percent(w.After),
		"Other", m.label(w.From, w.Other), "OtherShare", percent(w.AfterOther))
}

// showWinningLine shows the position after some steps of the line that wins from the last
// position that could be won.
func showWinningLine(t *bot.Turn, table *bot.Table, r bot.Review, at int) error {
	state, err := game.Deal(table.Game.Rules(), table.Game.Deck())
	if err != nil {
		return fmt.Errorf("review: %w", err)
	}
	last := len(r.Line)
	at = min(at, last)
	line := append(table.Game.Steps()[:r.Last:r.Last], r.Line[:at]...)
	var effect game.Effect
	for _, m := range line {
		if state, effect, err = state.Apply(m); err != nil {
			return fmt.Errorf("review: %w", err)
		}
	}
	view := state.View()
	t.Reply.Board, t.Reply.Title = &view, bot.Title(table.Game, *table.Entry())
	t.Say("review.step", "Step", at, "Count", last, "From", r.Last)
	if len(line) > 0 {
		t.SayAll(command.Done(effect, &state)...)
	}
	t.Reply.Actions = [][]bot.Action{
		daily.StepButtons(at, last, func(step int) string { return fmt.Sprintf("review line step %d", step) }),
		{bot.Button("review")},
	}
	return nil
}
