package bot

import (
	"strconv"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/persist"
)

func somebody(i int) persist.Player {
	return persist.Player{Platform: "discord", User: strconv.Itoa(i)}
}

// The limiter's memory doesn't grow with the number of players.
func TestLimiterIsBounded(t *testing.T) {
	var l limiter
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for i := range 30_000 {
		l.enter(Limits{PerSecond: 1}, somebody(i), now)
		if n := len(l.players); n > maxAllowances {
			t.Fatalf("got %d players remembered after %d", n, i+1)
		}
	}
}

// The cache of chosen languages doesn't grow with the number of players, and has the
// latest choice.
func TestLanguageCacheIsBounded(t *testing.T) {
	var c languageCache
	for i := range maxLanguages + 100 {
		turn := &Turn{Request: Request{Player: somebody(i), Call: new(command.Call)}}
		turn.SetSetting(SettingLanguage, "vi")
		c.note(turn)
	}
	if n := len(c.chosen); n != maxLanguages {
		t.Errorf("got %d languages remembered, want %d", n, maxLanguages)
	}
	if got := c.of(somebody(maxLanguages + 99)); got != "vi" {
		t.Errorf("the latest choice: got %q, want vi", got)
	}
}
