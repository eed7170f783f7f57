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

// A game that looks like one of ours, but has another name, may have other
// rules: any verdict on it could be false.
func TestUnknownGamesAreRefused(t *testing.T) {
	for _, r := range []game.Rules{game.KlondikeRules(1, 1, true), game.KlondikeRules(3, 0, true), game.YukonRules(false), {}} {
		r.Game += "-like"
		if _, err := engineFor(r); !errors.Is(err, ErrUnknownGame) {
			t.Errorf("%v: %v", r, err)
		}
	}
	if a := New().Solve(t.Context(), game.State{}, Limits{}); a.Verdict != Unknown || !errors.Is(a.Err, ErrUnknownGame) {
		t.Errorf("a state without rules is %v, %v", a.Verdict, a.Err)
	}
}
