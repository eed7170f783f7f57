package solve_test

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A family to which no engine's proofs apply gets no verdict, whatever engine its entry
// names.
func TestFamiliesWithoutAnEngineGetNoVerdict(t *testing.T) {
	for _, engine := range []game.Engine{game.NoEngine, game.KlondikeEngine, game.YukonEngine, game.YukonEngine + 1} {
		for _, family := range []game.Family{
			{Game: "russian", Build: game.SameSuit, Groups: game.AnyGroup},
			{Game: "stock and groups", Stock: true, Groups: game.AnyGroup},
			{Game: "no stock, runs", Groups: game.Runs},
			{Game: "klondike in suit", Stock: true, Build: game.SameSuit, Groups: game.Runs},
		} {
			family.Engine = engine
			rules := game.NewRules(&family, 0, 0, false)
			if family.Stock {
				rules.Draw, rules.Passes = 1, 1
			}
			state, err := game.Deal(rules, game.Numbered(37))
			if err != nil {
				t.Fatal(err)
			}
			s, limits := solve.New(), solve.Limits{Nodes: 1000}
			if a := s.Solve(context.Background(), state, limits); a.Verdict != solve.Unknown {
				t.Errorf("%s by engine %d is called %v", family.Game, engine, a.Verdict)
			}
			if v, _ := s.Probe(state).Ask(context.Background(), state, limits); v != solve.Unknown {
				t.Errorf("%s by engine %d: a probe calls it %v", family.Game, engine, v)
			}
		}
	}
}
