package main

import (
	"errors"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// rulesFlags choose rules in the words of the new-game command. Commands that
// make deals take the defaults for what is not given; for commands that read
// lines, what is given replaces just that rule of each line.
type rulesFlags struct {
	Game   string `placeholder:"NAME" help:"${games}."`
	Draw   string `placeholder:"N" help:"Cards turned at once, 1 to 24; default 1. Klondike only."`
	Passes string `placeholder:"N" help:"How often the stock may be gone through in all: a number, or unlimited; default 1 at draw 1, else 3. Klondike only."`
	Return string `placeholder:"yes|no" help:"A card may come back from a foundation; default no."`
}

// rules returns the rules that the flags choose.
func (f rulesFlags) rules() (game.Rules, error) {
	rules, err := f.words().Rules()
	if option, ok := errors.AsType[*game.OptionError](err); ok {
		return game.Rules{}, usagef("--%s %s: %s", option.Option, option.Value, advice(option))
	}
	return rules, err
}

func gameNames() string { return strings.Join(game.FamilyNames(), " or ") }

// advice says what to give instead.
func advice(e *game.OptionError) string {
	switch {
	case e.Fault == game.NeedsStock:
		return e.Game + " has no stock, leave this out"
	case e.Option == "game":
		return "give " + gameNames()
	case e.Option == "draw":
		return "give a number from 1 to 24"
	case e.Option == "passes":
		return "give a number from 1, or unlimited"
	case e.Option == "return":
		return "give yes or no"
	}
	return e.Error()
}

// override returns the flags as what replaces rules of a line, once it is
// clear that there are lines they can be used for.
func (f rulesFlags) override() (game.Options, error) {
	if _, err := f.rules(); err != nil {
		return game.Options{}, err
	}
	return f.words(), nil
}

func (f rulesFlags) words() game.Options {
	return game.Options{Game: f.Game, Draw: f.Draw, Passes: f.Passes, Return: f.Return}
}
