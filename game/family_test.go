package game_test

import (
	"errors"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// russianFamily is Russian Solitaire, a family that isn't in the table. The slow rules play it
// too (see TestPerftCountsAgree and TestTheSlowRulesAgreeOnGames), which shows that a new
// family needs nothing but its entry.
var russianFamily = &game.Family{Game: "russian", Build: game.SameSuit, Groups: game.AnyGroup}

func russian() *game.Family { return russianFamily }

func TestFamilyNamesLeadToTheirFamilies(t *testing.T) {
	all := game.Families()
	for i, name := range game.FamilyNames() {
		if f, ok := game.FamilyNamed(name); !ok || f != all[i] || f.Game != name {
			t.Errorf("%q leads to %+v", name, f)
		}
		rules, err := game.Options{Game: name}.Rules()
		if err != nil || rules.Family != all[i] || rules.Check() != nil {
			t.Errorf("%q as an option is %v, %v", name, rules, err)
		}
	}
}

func TestUnknownFamiliesAreRefused(t *testing.T) {
	for _, name := range []string{"russian", "", "Klondike", "yukon "} {
		if f, ok := game.FamilyNamed(name); ok {
			t.Errorf("%q is taken for %s", name, f.Game)
		}
	}
	if r, err := (game.Options{Game: "russian"}).Rules(); err == nil {
		t.Errorf("the option is taken for %v", r)
	}
	g := newGame(t, game.NewRules(russian(), 0, 0, false), game.Numbered(1), game.Origin{})
	var read game.Game
	if err := read.UnmarshalBinary(encoded(t, g)); !errors.Is(err, game.ErrVersion) {
		t.Errorf("a stored game is read as %v: %v", read.Rules(), err)
	}
}

func TestPilesOfOneSuitAreBuiltInIt(t *testing.T) {
	r := game.NewRules(russian(), 0, 0, false)
	s := table(t, r, "1: 9S 2: 8S 3C 3: 8H 4: 8C 5: *")
	refuses(t, s, "3>1", game.WrongSuit)
	refuses(t, s, "4>1", game.WrongSuit)
	refuses(t, s, "2>1", game.WrongRank)
	if e := apply(t, &s, "2>1:2"); e.On != game.NewCard(9, game.Spades) {
		t.Errorf("the group lies on %v", e.On)
	}
}
