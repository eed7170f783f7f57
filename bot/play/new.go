package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// Kinds of games. A player has at most one that is free and one for practice.
const (
	free      = "free"
	practice  = "practice"  // a deal that was played before; it writes no result
	daily     = "daily"     // a counted attempt at the deal of a day
	challenge = "challenge" // the same deal for several players
)

func kinds() []string { return []string{free, daily, challenge, practice} }

// newGame deals a free game. One that was begun is given up for it, after a
// question.
func newGame(t *bot.Turn, args command.Args) error {
	given, fault := c.readOptions()
	if fault != nil {
		t.Say(*fault)
		return nil
	}
	r, err := ruleOptions(given).Rules()
	if err != nil {
		t.Say(optionFault(err, c))
		return nil
	}
	number, fault := readNumber(given["deal"])
	if fault != nil {
		t.Say(*fault)
		return nil
	}
	winnable := given[winnableWord] != ""
	if winnable && number > 0 {
		t.Say("new.winnable-deal")
		return nil
	}
	if asksFirst(t, c) {
		t.Ask("new.ask", c)
		return nil
	}
	switch {
	case winnable:
		if number, err = takeWinnable(t, r); err != nil {
			return err
		}
		if number == 0 {
			t.Say("new.winnable-none")
			return nil
		}
	case number == 0:
		number = t.Bot.Number()
	}
	if err := t.Deal(persist.Game{Kind: bot.Free}, t.Latest(bot.Free), r, game.Numbered(number), game.Origin{Generator: game.Generator, Number: number}); err != nil {
		return err
	}
	t.Record.Games[t.Current().slot].Public = given[bot.Public] != "" || t.Record.Settings[bot.SettingVisibility] == bot.Public
	if winnable {
		t.Say("new.winnable")
	}
	welcome(t, r, winnable)
	return nil
}

// asksFirst reports whether a new game would cost one that has begun, and the
// player has not said yes to that.
func asksFirst(t *bot.Turn, c command) bool {
	i := t.Latest(bot.Free)
	return i >= 0 && !c.confirm && t.WouldLose(i)
}

// readNumber reads the number of a deal; none given is 0, which means any. Where
// only the word "deal" was given, it is a space.
func readNumber(word string) (int, *locale.Message) {
	switch word {
	case "":
		return 0, nil
	case " ":
		return 0, ptr(locale.Msg("choice.value", "Option", "deal", "Values", "1–"+strconv.Itoa(game.MaxNumber), "Example", "/solitaire new deal 123"))
	}
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	if err != nil || n < 1 || n > game.MaxNumber {
		return 0, ptr(locale.Msg("new.number", "Input", command.Quoted(word), "Most", strconv.Itoa(game.MaxNumber)))
	}
	return n, nil
}

// ask puts the question before a command that destroys something.
func ask(t *bot.Turn, key string, c command) {
	t.Say(key)
	text := strings.Join(append([]string{c.spec.Name}, c.words...), " ")
	t.Reply.Actions = [][]bot.Action{{
		{Label: locale.Msg("button.yes"), Text: text + " " + confirmWord, Answer: bot.AnswerYes},
		{Label: locale.Msg("button.no"), Text: "show", Answer: bot.AnswerNo},
	}}
}

// kind returns the index of the player's latest game of a kind, or -1. Of
// several, one that goes on comes before one that has ended.
func kind(t *bot.Turn, kind string) int {
	found := -1
	for i, g := range t.Record.Games {
		if g.Kind == kind && (found < 0 || g.Outcome == "" || t.Record.Games[found].Outcome != "") {
			found = i
		}
	}
	return found
}

// wouldLose reports whether replacing a game counts as a loss: it was begun
// and goes on. A game that can't be read counts as one, so that it isn't
// dropped without a question.
func wouldLose(t *bot.Turn, i int) bool {
	if t.Record.Games[i].Outcome != "" {
		return false
	}
	var g game.Game
	return g.UnmarshalBinary(t.Record.Games[i].Data) != nil || g.Begun()
}

// deal starts a game in place of another one, if that is not -1, and makes it
// the current one.
func deal(t *bot.Turn, begun persist.Game, instead int, r game.Rules, d game.Deck, o game.Origin) error {
	g, err := game.New(r, d, o)
	if err != nil {
		return fmt.Errorf("deal: %w", err)
	}
	if instead >= 0 {
		giveUp(t, instead)
		t.Record.Games = slices.Delete(t.Record.Games, instead, instead+1)
	}
	begun.ID = t.Bot.NewID()
	t.Record.Games = append(t.Record.Games, begun)
	slot := len(t.Record.Games) - 1
	t.Record.Current = t.Record.Games[slot].ID
	t.Current() = &table{slot: slot, game: g}
	t.Touch(t.Current())
	return nil
}

// giveUp writes the result of a game that is about to be replaced, if it was
// begun and can be read.
func giveUp(t *bot.Turn, i int) {
	if !t.WouldLose(i) {
		return
	}
	g := new(game.Game)
	if g.UnmarshalBinary(t.Record.Games[i].Data) != nil {
		return
	}
	t.End(&table{slot: i, game: g, state: g.State()}, persist.Replaced)
}

// welcome says what was dealt, how hard it is, and which choices there are.
func welcome(t *bot.Turn, r game.Rules, proved bool) {
	switch {
	case !r.HasStock():
		t.Say("new.yukon")
	case r.Passes == 0:
		t.Say("new.unlimited")
	case r.Passes == 1 && proved: // how many can be won doesn't matter then
		t.Say("daily.one-pass")
	case r.Passes == 1:
		t.Say("new.one-pass")
	default:
		t.Say("new.passes", "Count", r.Passes)
	}
	if r.Passes > 0 && r.Scoring != game.Vegas { // which has a number of its own
		row := append(buttons(t.Current(), persist.Game{}, persist.DayOf(t.Now)), easier(r, t.Current().game.Origin().Number))
		t.Reply.Actions = [][]bot.Action{row}
	}
	announce(t)
}

// easier offers the same deal without a limit on passes.
func easier(r game.Rules, number int) bot.Action {
	text := "new klondike draw " + strconv.Itoa(r.Draw) + " passes unlimited deal " + strconv.Itoa(number)
	if r.Return {
		text += " return yes"
	}
	return bot.Action{Label: locale.Msg("button.unlimited"), Text: text}
}

// optionFault says why a command's options can't be had.
func optionFault(err error, c command) locale.Message {
	var e *game.OptionError
	if !errors.As(err, &e) {
		return locale.Msg("choice.value", "Option", "game", "Values", strings.Join(gameNames(), ", "), "Example", "/solitaire new yukon")
	}
	switch e.Fault {
	case game.NeedsStock:
		return needsStock(e.Option, c)
	case game.VegasPasses:
		return locale.Msg("new.vegas-passes")
	}
	return locale.Msg("choice.value", "Option", e.Option, "Values", command.Quoted(e.Value), "Example", "/solitaire new yukon")
}

// needsStock says that Yukon has no such option. Its example is of the same
// command, so that nobody deals another game by following it.
func needsStock(option string, c command) locale.Message {
	example := "/solitaire " + c.spec.Name + " yukon"
	switch c.spec.Name {
	case "new":
		example += " return yes"
	case "challenge":
		example = "/solitaire challenge @ann yukon"
	}
	return locale.Msg("new.needs-stock", "Option", option, "Example", example)
}
