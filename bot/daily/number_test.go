package daily_test

import (
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
)

func TestRandomNumber(t *testing.T) {
	seen := map[int]bool{}
	for range 100 {
		n := bot.RandomNumber()
		if n < 1 || n > game.MaxNumber {
			t.Fatalf("number %d", n)
		}
		seen[n] = true
	}
	if len(seen) < 90 {
		t.Errorf("only %d numbers in 100", len(seen))
	}
}
