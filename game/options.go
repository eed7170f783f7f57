package game

import (
	"cmp"
	"fmt"
	"strconv"
)

// Options are the words with which a person chooses rules. An empty word means the
// default. The new-game command and the command line's flags use the same words.
type Options struct {
	Game    string // the name of a family; default klondike
	Draw    string // 1 (default) to 24
	Passes  string // a number or "unlimited"; default 1 at draw 1, else 3
	Return  string // yes or no (default)
	Scoring string // standard (default) or vegas
}

// An OptionError reports which option is impossible, and why.
type OptionError struct {
	Option string // its name: game, draw, passes, return or scoring
	Value  string // the word given
	Fault  OptionFault
	Game   string // the chosen family; empty if it is unknown
}

// OptionFault is the kind of an [OptionError].
type OptionFault uint8

// The faults.
const (
	UnknownValue OptionFault = iota + 1 // the option has no such value
	NeedsStock                          // the game has no stock, so no draw, passes or vegas
	VegasPasses                         // vegas sets the number of passes
)

func (e *OptionError) Error() string {
	switch e.Fault {
	case NeedsStock:
		return fmt.Sprintf("%s %s: %s has no stock", e.Option, e.Value, e.Game)
	case VegasPasses:
		return fmt.Sprintf("%s %s: vegas scoring sets the passes itself, 1 at draw 1 and 3 at draw 3", e.Option, e.Value)
	default:
		return fmt.Sprintf("unknown %s %q", e.Option, e.Value)
	}
}

// Rules returns the rules that the options describe. The error is an [*OptionError].
func (o Options) Rules() (Rules, error) {
	family, ok := FamilyNamed(cmp.Or(o.Game, Klondike))
	if !ok {
		return Rules{}, &OptionError{"game", o.Game, UnknownValue, ""}
	}
	fail := func(option, value string, fault OptionFault) (Rules, error) {
		return Rules{}, &OptionError{option, value, fault, family.Game}
	}
	r := NewRules(family, 0, 0, o.Return == "yes")
	if o.Return != "" && o.Return != "yes" && o.Return != "no" {
		return fail("return", o.Return, UnknownValue)
	}
	if o.Scoring != "" && o.Scoring != Standard.String() && o.Scoring != Vegas.String() {
		return fail("scoring", o.Scoring, UnknownValue)
	}
	if !family.Stock {
		switch {
		case o.Draw != "":
			return fail("draw", o.Draw, NeedsStock)
		case o.Passes != "":
			return fail("passes", o.Passes, NeedsStock)
		case o.Scoring == Vegas.String():
			return fail("scoring", o.Scoring, NeedsStock)
		}
		return r, nil
	}
	if r.Draw, ok = number(cmp.Or(o.Draw, "1"), MaxDraw); !ok {
		return fail("draw", o.Draw, UnknownValue)
	}
	switch o.Passes {
	case "":
		r.Passes = vegasPasses(r.Draw)
	case "unlimited":
	default:
		if r.Passes, ok = number(o.Passes, maxPasses); !ok {
			return fail("passes", o.Passes, UnknownValue)
		}
	}
	if o.Scoring == Vegas.String() {
		if r.Passes != vegasPasses(r.Draw) {
			return fail("passes", o.Passes, VegasPasses)
		}
		r.Scoring = Vegas
	}
	return r, nil
}

// number parses a whole number from 1 to most, without a sign. It returns 0 for anything
// else.
func number(word string, most int) (int, bool) {
	n, err := strconv.Atoi(word)
	if err != nil || strconv.Itoa(n) != word || n < 1 || n > most {
		return 0, false
	}
	return n, true
}
