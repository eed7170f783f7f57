package advise

import (
	"context"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

func testConfig() Config {
	return Config{Workers: 1, Memory: 1 << 30, HintBudget: time.Second, VerdictBudget: 2 * time.Second}
}

func TestAdvisersOfTheLatestGamesAreKept(t *testing.T) {
	m, s := adviserCache{most: 2}, solve.New()
	a, b, c := m.take("a", s), m.take("b", s), m.take("c", s)
	m.put("a", a)
	m.put("b", b)
	if m.take("a", s) != a {
		t.Error("the adviser of a game was lost")
	}
	if m.take("a", s) == a {
		t.Error("an adviser was given to two hints")
	}
	m.put("a", a)
	m.put("c", c)
	if m.take("b", s) == b || m.take("a", s) != a || m.take("c", s) != c {
		t.Error("the game asked about longest ago should have gone")
	}
}

// The catalogue has a word for each difficulty.
func TestDifficultiesHaveWords(t *testing.T) {
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	speaker := catalogue.In(locale.English, false)
	for _, won := range []int{0, 20, 60, 200} {
		word := hint.Rating{Games: hint.RateGames, Won: won}.Difficulty().String()
		if text := speaker.Text("difficulty."+word, nil); text == "" || text == "difficulty."+word {
			t.Errorf("%d of %d games: %q", won, hint.RateGames, word)
		}
	}
}

// An interrupted rating is an error.
func TestRateNeedsAllGames(t *testing.T) {
	k := New(testConfig(), nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if word, err := k.Rate(ctx, game.KlondikeRules(1, 1, false), game.Numbered(1)); err == nil {
		t.Errorf("rated as %q", word)
	}
}

// All searches that can run at the same time, and the advisers, fit into memory.
func TestSearchesShareTheMemory(t *testing.T) {
	for _, workers := range []int{1, 64} {
		conf := testConfig()
		conf.Workers = workers
		k := New(conf, nil)
		searches := int64(k.conf.Workers+1) * k.limits().Memory
		if all := searches + int64(k.advisers.most)*adviserMemory; all > conf.Memory || searches <= 0 {
			t.Errorf("%d workers: %d bytes in all, of %d", workers, all, conf.Memory)
		}
	}
}
