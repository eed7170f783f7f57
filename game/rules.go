package game

import (
	"fmt"
	"strconv"
)

// Names of the games.
const (
	Klondike = "klondike"
	Yukon    = "yukon"
)

// Limits of what Rules can say.
const (
	MaxPiles = 7  // columns of the tableau
	MaxDraw  = 24 // cards turned at once: the whole stock of a Klondike deal
)

// Groups says which cards of a pile may move together.
type Groups uint8

const (
	// Runs move: cards descending by one in alternating colours up to the end
	// of the pile (Klondike).
	Runs Groups = iota
	// AnyGroup moves: any face-up card with all that lies on it (Yukon).
	AnyGroup
)

// Scoring names a way to count points; see the table in score.go.
type Scoring uint8

// The scorings.
const (
	Standard Scoring = iota
	Vegas
)

// String returns the word of the scoring: "standard" or "vegas".
func (s Scoring) String() string {
	if s == Vegas {
		return "vegas"
	}
	return "standard"
}

// Rules are the whole difference between two games. The value is comparable
// and is stored with each game: a game keeps the rules it was dealt with.
type Rules struct {
	Game    string  // its name: [Klondike] or [Yukon]
	Ranks   int     // cards a suit, 13; fewer in the reduced games of the tests
	Piles   int     // columns of the tableau, 7; fewer in reduced games
	Draw    int     // cards turned at once; 0: no stock, the rest is dealt face up
	Passes  int     // how often the stock may be gone through in all; 0: no limit
	Return  bool    // a card may come back from a foundation
	Groups  Groups  // what moves together
	Scoring Scoring // how points are counted
}

// KlondikeRules returns Klondike by draw count, number of passes (0: no limit)
// and whether cards may return from a foundation.
func KlondikeRules(draw, passes int, ret bool) Rules {
	return Rules{Game: Klondike, Ranks: King, Piles: MaxPiles, Draw: draw, Passes: passes, Return: ret}
}

// YukonRules returns Yukon, with or without return from a foundation.
func YukonRules(ret bool) Rules {
	return Rules{Game: Yukon, Ranks: King, Piles: MaxPiles, Return: ret, Groups: AnyGroup}
}

// HasStock reports whether the game has a stock and a waste.
func (r Rules) HasStock() bool { return r.Draw > 0 }

// Cards returns the number of cards in the game.
func (r Rules) Cards() int { return Suits * r.Ranks }

// triangle returns the number of cards in the triangle that is dealt first.
func (r Rules) triangle() int { return r.Piles * (r.Piles + 1) / 2 }

// Check reports whether the rules can be played at all.
func (r Rules) Check() error {
	switch {
	case r.Game != Klondike && r.Game != Yukon:
		return fmt.Errorf("unknown game %q", r.Game)
	case r.Ranks < 1 || r.Ranks > King:
		return fmt.Errorf("ranks must be from 1 to %d, not %d", King, r.Ranks)
	case r.Piles < 1 || r.Piles > MaxPiles:
		return fmt.Errorf("piles must be from 1 to %d, not %d", MaxPiles, r.Piles)
	case r.triangle() > r.Cards() || (!r.HasStock() && r.Piles == 1 && r.triangle() < r.Cards()):
		return fmt.Errorf("%d cards can't be dealt on %d piles", r.Cards(), r.Piles)
	case r.Draw < 0 || r.Draw > MaxDraw:
		return fmt.Errorf("draw must be from 1 to %d, not %d", MaxDraw, r.Draw)
	case r.Passes < 0 || r.Passes > maxPasses:
		return fmt.Errorf("passes must be from 0 to %d, not %d", maxPasses, r.Passes)
	case r.HasStock() != (r.Game == Klondike) || r.Groups != r.groups():
		return fmt.Errorf("these rules don't fit %s", r.Game)
	case !r.HasStock() && (r.Passes != 0 || r.Scoring == Vegas):
		return fmt.Errorf("%s has no stock: no passes and no vegas scoring", r.Game)
	case r.Scoring > Vegas:
		return fmt.Errorf("unknown scoring %d", r.Scoring)
	case r.Scoring == Vegas && r.Passes != vegasPasses(r.Draw):
		return fmt.Errorf("vegas scoring goes with %d passes, not %d", vegasPasses(r.Draw), r.Passes)
	}
	return nil
}

// maxPasses bounds the pass numbers that rules and positions may name.
const maxPasses = 1 << 30

func (r Rules) groups() Groups {
	if r.Game == Yukon {
		return AnyGroup
	}
	return Runs
}

// builds reports whether a card may be put on another in the tableau: the next
// lower rank in the other colour.
func (r Rules) builds(card, on Card) bool {
	return card.Rank()+1 == on.Rank() && card.Red() != on.Red()
}

// String returns the name of the rule set, such as
// "klondike-d3-3pass-noreturn" or "yukon-return", with "-vegas" behind it for
// that scoring. Statistics are kept apart by this name.
func (r Rules) String() string {
	name := r.Game
	if r.HasStock() {
		name += "-d" + strconv.Itoa(r.Draw) + "-" + r.passes()
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

func (r Rules) passes() string {
	if r.Passes == 0 {
		return "unlimited"
	}
	return strconv.Itoa(r.Passes) + "pass"
}
