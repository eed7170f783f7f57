package solve

import (
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// A sharedLine is a line of golden.jsonl or witness.jsonl.
type impSharedLine struct {
	ID    string
	Deal  string
	Game  string
	Cards []string
	Rules struct {
		Draw, Passes int
		Return       bool
	}
	Length int
	Moves  []string
}

func (l *impSharedLine) rules() game.Rules {
	if l.Game == game.Yukon {
		return game.YukonRules(l.Rules.Return)
	}
	return game.KlondikeRules(l.Rules.Draw, l.Rules.Passes, l.Rules.Return)
}

func (l *impSharedLine) start(t testing.TB, r game.Rules) game.State {
	t.Helper()
	var deck game.Deck
	for _, text := range l.Cards {
		c, _ := game.ParseCard(text)
		deck = append(deck, c)
	}
	s, err := game.Deal(r, deck)
	if err != nil {
		t.Fatalf("%s: %v", l.ID, err)
	}
	return s
}

func (l *impSharedLine) line(t testing.TB) []game.Move {
	t.Helper()
	var line []game.Move
	for _, text := range l.Moves {
		m, err := game.ParseMove(text)
		if err != nil {
			t.Fatalf("%s: %v", l.ID, err)
		}
		line = append(line, m)
	}
	return line
}
