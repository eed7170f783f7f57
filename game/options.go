package game

import (
	"fmt"
	"strconv"
)

// Options are the words in which a person chooses rules; an empty word leaves
// the default. They are the words of the new-game command and of the command
// line's flags.
type Options struct {
	Game    string // klondike (default) or yukon
	Draw    string // 1 (default) to 24
	Passes  string // a number or "unlimited"; default 1 at draw 1, else 3
	Return  string // yes or no (default)
	Scoring string // standard (default) or vegas
}

// An OptionError says which option can't be had, and why.
type OptionError struct {
	Option string // its name: game, draw, passes, return or scoring
	Value  string // the word given
	Fault  OptionFault
}

// OptionFault is the reason of an [OptionError].
type OptionFault uint8

// The faults.
const (
	UnknownValue OptionFault = iota + 1 // the option has no such value
	NeedsStock                          // the game has no stock, so no draw, passes or vegas
	VegasPasses                         // vegas sets the number of passes itself
)

func (e *OptionError) Error() string {
	switch e.Fault {
	case NeedsStock:
		return fmt.Sprintf("%s %s: this game has no stock", e.Option, e.Value)
	case VegasPasses:
		return fmt.Sprintf("%s %s: vegas scoring sets the passes itself, 1 at draw 1 and 3 at draw 3", e.Option, e.Value)
	default:
		return fmt.Sprintf("unknown %s %q", e.Option, e.Value)
	}
}

// Rules returns the rules that the options choose. The error is an
// [*OptionError].
func (o Options) Rules() (Rules, error) {
	ret, err := o.returns()
	if err != nil {
		return Rules{}, err
	}
	switch o.Game {
	case "", Klondike:
		return o.klondike(ret)
	case Yukon:
		return o.yukon(ret)
	}
	return Rules{}, &OptionError{"game", o.Game, UnknownValue}
}

func (o Options) returns() (bool, error) {
	switch o.Return {
	case "", "no":
		return false, nil
	case "yes":
		return true, nil
	}
	return false, &OptionError{"return", o.Return, UnknownValue}
}

func (o Options) yukon(ret bool) (Rules, error) {
	switch {
	case o.Draw != "":
		return Rules{}, &OptionError{"draw", o.Draw, NeedsStock}
	case o.Passes != "":
		return Rules{}, &OptionError{"passes", o.Passes, NeedsStock}
	case o.Scoring == Vegas.String():
		return Rules{}, &OptionError{"scoring", o.Scoring, NeedsStock}
	case o.Scoring != "" && o.Scoring != Standard.String():
		return Rules{}, &OptionError{"scoring", o.Scoring, UnknownValue}
	}
	return YukonRules(ret), nil
}

func (o Options) klondike(ret bool) (Rules, error) {
	r := KlondikeRules(1, 1, ret)
	if o.Draw != "" {
		n, ok := number(o.Draw, MaxDraw)
		if !ok {
			return Rules{}, &OptionError{"draw", o.Draw, UnknownValue}
		}
		r.Draw = n
	}
	if r.Draw > 1 {
		r.Passes = 3
	}
	if err := o.setPasses(&r); err != nil {
		return Rules{}, err
	}
	switch o.Scoring {
	case "", Standard.String():
	case Vegas.String():
		if o.Passes != "" && r.Passes != vegasPasses(r.Draw) {
			return Rules{}, &OptionError{"passes", o.Passes, VegasPasses}
		}
		r.Passes, r.Scoring = vegasPasses(r.Draw), Vegas
	default:
		return Rules{}, &OptionError{"scoring", o.Scoring, UnknownValue}
	}
	return r, nil
}

func (o Options) setPasses(r *Rules) error {
	switch o.Passes {
	case "":
	case "unlimited":
		r.Passes = 0
	default:
		n, ok := number(o.Passes, maxPasses)
		if !ok {
			return &OptionError{"passes", o.Passes, UnknownValue}
		}
		r.Passes = n
	}
	return nil
}

// number reads a whole number from 1 to most, without a sign.
func number(word string, most int) (int, bool) {
	n, err := strconv.Atoi(word)
	return n, err == nil && strconv.Itoa(n) == word && n >= 1 && n <= most
}

func vegasPasses(draw int) int {
	if draw == 1 {
		return 1
	}
	return 3
}
