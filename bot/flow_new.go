package bot

import (
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
func newGame(s *session, c command) error {
	given, fault := c.readOptions()
	if fault != nil {
		s.say(*fault)
		return nil
	}
	r, err := ruleOptions(given).Rules()
	if err != nil {
		s.say(optionFault(err, c))
		return nil
	}
	number, fault := readNumber(given["deal"])
	if fault != nil {
		s.say(*fault)
		return nil
	}
	winnable := given[winnableWord] != ""
	if winnable && number > 0 {
		s.say(msg("new.winnable-deal"))
		return nil
	}
	if s.asksFirst(c) {
		s.ask("new.ask", c)
		return nil
	}
	switch {
	case winnable:
		if number, err = s.takeWinnable(r); err != nil {
			return err
		}
		if number == 0 {
			s.say(msg("new.winnable-none"))
			return nil
		}
	case number == 0:
		number = s.bot.Number()
	}
	if err := s.deal(persist.Game{Kind: free}, s.kind(free), r, game.Numbered(number), game.Origin{Generator: game.Generator, Number: number}); err != nil {
		return err
	}
	s.rec.Games[s.opened.slot].Public = given[publicWord] != "" || s.rec.Settings[settingVisibility] == publicWord
	if winnable {
		s.say(msg("new.winnable"))
	}
	s.welcome(r, winnable)
	return nil
}

// asksFirst reports whether a new game would cost one that has begun, and the
// player has not said yes to that.
func (s *session) asksFirst(c command) bool {
	i := s.kind(free)
	return i >= 0 && !c.confirm && s.wouldLose(i)
}

// readNumber reads the number of a deal; none given is 0, which means any. Where
// only the word "deal" was given, it is a space.
func readNumber(word string) (int, *locale.Message) {
	switch word {
	case "":
		return 0, nil
	case " ":
		return 0, ptr(msg("choice.value", "Option", "deal", "Values", "1–"+strconv.Itoa(game.MaxNumber), "Example", "/solitaire new deal 123"))
	}
	n, err := strconv.Atoi(strings.TrimPrefix(word, "#"))
	if err != nil || n < 1 || n > game.MaxNumber {
		return 0, ptr(msg("new.number", "Input", quoted(word), "Most", strconv.Itoa(game.MaxNumber)))
	}
	return n, nil
}

// ask puts the question before a command that destroys something.
func (s *session) ask(key string, c command) {
	s.say(msg(key))
	text := strings.Join(append([]string{c.spec.Name}, c.words...), " ")
	s.reply.Actions = [][]Action{{
		{Label: msg("button.yes"), Text: text + " " + confirmWord, Answer: AnswerYes},
		{Label: msg("button.no"), Text: "show", Answer: AnswerNo},
	}}
}

// kind returns the index of the player's latest game of a kind, or -1. Of
// several, one that goes on comes before one that has ended.
func (s *session) kind(kind string) int {
	found := -1
	for i, g := range s.rec.Games {
		if g.Kind == kind && (found < 0 || g.Outcome == "" || s.rec.Games[found].Outcome != "") {
			found = i
		}
	}
	return found
}

// wouldLose reports whether replacing a game counts as a loss: it was begun
// and goes on. A game that can't be read counts as one, so that it isn't
// dropped without a question.
func (s *session) wouldLose(i int) bool {
	if s.rec.Games[i].Outcome != "" {
		return false
	}
	var g game.Game
	return g.UnmarshalBinary(s.rec.Games[i].Data) != nil || g.Begun()
}

// deal starts a game in place of another one, if that is not -1, and makes it
// the current one.
func (s *session) deal(begun persist.Game, instead int, r game.Rules, d game.Deck, o game.Origin) error {
	g, err := game.New(r, d, o)
	if err != nil {
		return fmt.Errorf("deal: %w", err)
	}
	if instead >= 0 {
		s.giveUp(instead)
		s.rec.Games = slices.Delete(s.rec.Games, instead, instead+1)
	}
	begun.ID = s.bot.NewID()
	s.rec.Games = append(s.rec.Games, begun)
	slot := len(s.rec.Games) - 1
	s.rec.Current = s.rec.Games[slot].ID
	s.opened = &table{slot: slot, game: g}
	s.touch(s.opened)
	return nil
}

// giveUp writes the result of a game that is about to be replaced, if it was
// begun and can be read.
func (s *session) giveUp(i int) {
	if !s.wouldLose(i) {
		return
	}
	g := new(game.Game)
	if g.UnmarshalBinary(s.rec.Games[i].Data) != nil {
		return
	}
	s.end(&table{slot: i, game: g, state: g.State()}, persist.Replaced)
}

// welcome says what was dealt, how hard it is, and which choices there are.
func (s *session) welcome(r game.Rules, proved bool) {
	switch {
	case !r.HasStock():
		s.say(msg("new." + r.Game))
	case r.Passes == 0:
		s.say(msg("new.unlimited"))
	case r.Passes == 1 && proved: // how many can be won doesn't matter then
		s.say(msg("daily.one-pass"))
	case r.Passes == 1:
		s.say(msg("new.one-pass"))
	default:
		s.say(msg("new.passes", "Count", r.Passes))
	}
	if r.Passes > 0 && r.Scoring != game.Vegas { // which has a number of its own
		row := append(buttons(s.opened, persist.Game{}, persist.DayOf(s.now)), easier(r, s.opened.game.Origin().Number))
		s.reply.Actions = [][]Action{row}
	}
	s.announce()
}

// easier offers the same deal without a limit on passes.
func easier(r game.Rules, number int) Action {
	text := "new " + r.Game + " draw " + strconv.Itoa(r.Draw) + " passes unlimited deal " + strconv.Itoa(number)
	if r.Return {
		text += " return yes"
	}
	return Action{Label: msg("button.unlimited"), Text: text}
}

// optionFault says why a command's options can't be had.
func optionFault(err error, c command) locale.Message {
	var e *game.OptionError
	if !errors.As(err, &e) {
		return msg("choice.value", "Option", "game", "Values", strings.Join(gameNames(), ", "), "Example", "/solitaire new yukon")
	}
	switch e.Fault {
	case game.NeedsStock:
		return needsStock(e.Option, e.Game, c)
	case game.VegasPasses:
		return msg("new.vegas-passes")
	}
	return msg("choice.value", "Option", e.Option, "Values", quoted(e.Value), "Example", "/solitaire new yukon")
}

// needsStock says that a game has no such option. Its example is of the same
// command, so that nobody deals another game by following it.
func needsStock(option, name string, c command) locale.Message {
	example := "/solitaire " + c.spec.Name + " " + name
	switch c.spec.Name {
	case "new":
		example += " return yes"
	case "challenge":
		example = "/solitaire challenge @ann " + name
	}
	return msg("new.needs-stock", "Option", option, "Example", example)
}
