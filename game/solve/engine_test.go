package solve

import (
	"errors"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

func TestEveryKnownGameHasItsEngine(t *testing.T) {
	for _, c := range []struct {
		rules game.Rules
		want  engine
	}{
		{game.KlondikeRules(1, 0, true), unlimitedEngine},
		{game.KlondikeRules(3, 0, false), unlimitedEngine},
		{game.KlondikeRules(1, 1, false), limitedEngine},
		{game.KlondikeRules(3, 3, true), limitedEngine},
		{game.YukonRules(false), yukonEngine},
		{game.YukonRules(true), yukonEngine},
	} {
		if got, err := engineFor(c.rules); got != c.want || err != nil {
			t.Errorf("%v: engine %d, %v; want %d", c.rules, got, err, c.want)
		}
	}
}

// A game that builds or moves cards otherwise than ours, or names another engine, has
// other rules, so any verdict on it could be wrong.
func TestUnknownGamesAreRefused(t *testing.T) {
	for _, r := range []game.Rules{game.KlondikeRules(1, 1, true), game.KlondikeRules(3, 0, true), game.YukonRules(false)} {
		for name, change := range map[string]func(*game.Family){
			"no engine":     func(f *game.Family) { f.Engine = game.NoEngine },
			"in suit":       func(f *game.Family) { f.Build = game.SameSuit },
			"other stock":   func(f *game.Family) { f.Stock = !f.Stock },
			"other groups":  func(f *game.Family) { f.Groups = game.AnyGroup - f.Groups },
			"a new engine":  func(f *game.Family) { f.Engine = 99 },
			"other's name":  func(f *game.Family) { f.Game, f.Engine = "patience", game.NoEngine },
			"other's proof": func(f *game.Family) { f.Engine = game.KlondikeEngine + game.YukonEngine - f.Engine },
		} {
			family := *r.Family
			change(&family)
			other := r
			other.Family = &family
			if _, err := engineFor(other); !errors.Is(err, ErrUnknownGame) {
				t.Errorf("%v, %s: %v", r, name, err)
			}
		}
	}
	if a := New().Solve(t.Context(), game.State{}, Limits{}); a.Verdict != Unknown || !errors.Is(a.Err, ErrUnknownGame) {
		t.Errorf("a state without rules is %v, %v", a.Verdict, a.Err)
	}
}
