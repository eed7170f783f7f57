package game

import (
	"errors"
	"fmt"
	"strconv"
)

// Limits of what Rules can say.
const (
	MaxPiles = 7  // columns of the tableau
	MaxDraw  = 24 // cards drawn at once: at most the whole stock of a Klondike deal

	maxPasses = 1 << 30 // for the number of passes allowed, and of those begun
)

// Rules are a family with the chosen options: everything that can differ between two
// games. The value is comparable and stored with each game, which keeps the rules it was
// dealt with.
type Rules struct {
	*Family
	Ranks   int     // cards in each suit, 13; fewer in the reduced games of the tests
	Piles   int     // columns of the tableau, 7; fewer in reduced games
	Draw    int     // cards drawn at once; 0 without a stock
	Passes  int     // how many times the player may go through the stock; 0 means unlimited
	Return  bool    // a card may come back from a foundation
	Scoring Scoring // how points are counted
}

// NewRules returns the full game of a family, by draw count, number of passes (0 means
// unlimited) and whether cards may return from a foundation. Draw and passes are 0 for a
// family without a stock.
func NewRules(f *Family, draw, passes int, ret bool) Rules {
	return Rules{Family: f, Ranks: King, Piles: MaxPiles, Draw: draw, Passes: passes, Return: ret}
}

// KlondikeRules returns Klondike by draw count, number of passes (0 means unlimited) and
// whether cards may return from a foundation.
func KlondikeRules(draw, passes int, ret bool) Rules {
	return NewRules(klondike, draw, passes, ret)
}

// YukonRules returns Yukon, with or without return from a foundation.
func YukonRules(ret bool) Rules { return NewRules(yukon, 0, 0, ret) }

// HasStock reports whether the game has a stock and a waste.
func (r Rules) HasStock() bool { return r.Draw > 0 }

// Cards returns the number of cards in the game.
func (r Rules) Cards() int { return Suits * r.Ranks }

// Check reports whether a game can be played by these rules.
func (r Rules) Check() error {
	triangle := r.Piles * (r.Piles + 1) / 2
	switch {
	case r.Family == nil:
		return errors.New("rules without a game")
	case r.Ranks < 1 || r.Ranks > King:
		return fmt.Errorf("ranks must be from 1 to %d, not %d", King, r.Ranks)
	case r.Piles < 1 || r.Piles > MaxPiles:
		return fmt.Errorf("piles must be from 1 to %d, not %d", MaxPiles, r.Piles)
	case triangle > r.Cards() || (!r.Stock && r.Piles == 1 && triangle < r.Cards()):
		return fmt.Errorf("%d cards can't be dealt on %d piles", r.Cards(), r.Piles)
	case r.Scoring > Vegas:
		return fmt.Errorf("unknown scoring %d", r.Scoring)
	case !r.Stock && (r.Draw != 0 || r.Passes != 0 || r.Scoring == Vegas):
		return fmt.Errorf("%s has no stock: no draw, no passes and no vegas scoring", r.Game)
	case r.Stock && (r.Draw < 1 || r.Draw > MaxDraw):
		return fmt.Errorf("draw must be from 1 to %d, not %d", MaxDraw, r.Draw)
	case r.Passes < 0 || r.Passes > maxPasses:
		return fmt.Errorf("passes must be from 0 to %d, not %d", maxPasses, r.Passes)
	case r.Scoring == Vegas && r.Passes != vegasPasses(r.Draw):
		return fmt.Errorf("vegas scoring goes with %d passes, not %d", vegasPasses(r.Draw), r.Passes)
	}
	return nil
}

// String returns the name of the rule set, such as "klondike-d3-3pass-noreturn" or
// "yukon-return". Vegas scoring appends "-vegas". Statistics are kept by this name.
func (r Rules) String() string {
	if r.Family == nil {
		return "no game"
	}
	name := r.Game
	if r.HasStock() {
		passes := "unlimited"
		if r.Passes > 0 {
			passes = strconv.Itoa(r.Passes) + "pass"
		}
		name += "-d" + strconv.Itoa(r.Draw) + "-" + passes
	}
	if r.Return {
		name += "-return"
	} else {
		name += "-noreturn"
	}
	if r.Scoring == Vegas {
		name += "-vegas"
	}
	return name
}
