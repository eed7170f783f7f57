package lines_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// playedState draws a state that random moves lead to.
func playedState(t *rapid.T) game.State {
	rules := rapid.SampledFrom([]game.Rules{
		game.KlondikeRules(1, 0, true), game.KlondikeRules(3, 3, false), game.YukonRules(true),
	}).Draw(t, "rules")
	s, err := game.Deal(rules, game.Numbered(rapid.IntRange(1, game.MaxNumber).Draw(t, "number")))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 100).Draw(t, "moves") {
		legal := slices.Collect(s.Moves())
		if len(legal) == 0 {
			break
		}
		s, _, _ = s.Apply(rapid.SampledFrom(legal).Draw(t, "move"))
	}
	return s
}

func TestPositionsAreReadAsWritten(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := playedState(rt)
		rules := s.Rules()
		text := encode(t, map[string]any{
			"game": rules.Game, "rules": lines.RulesOf(rules), "position": lines.PositionOf(&s),
		})
		l := mustRead(t, text, game.Options{})
		if diff := cmp.Diff(s.Position(), l.Start.Position()); diff != "" {
			rt.Fatal(diff)
		}
		if l.Rules() != rules || l.Deck != nil {
			rt.Fatalf("rules %v, want %v", l.Rules(), rules)
		}
		if diff := cmp.Diff(lines.LegalMoves(&s), lines.LegalMoves(&l.Start)); diff != "" {
			rt.Fatal(diff)
		}
	})
}

func TestKeysLeftOutOfAPositionAreEmpty(t *testing.T) {
	l := mustRead(t, `{"game":"klondike","position":{"waste":["KC"],"foundations":{"C":12,"D":13,"H":13,"S":13}}}`, game.Options{})
	const want = `{"piles":[[],[],[],[],[],[],[]],"stock":[],"waste":["KC"],"foundations":{"C":12,"D":13,"H":13,"S":13},"passes_used":1,"won":false}`
	if diff := cmp.Diff(want, encode(t, lines.PositionOf(&l.Start))); diff != "" {
		t.Error(diff)
	}
}
