package daily_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// The time of day and the player's zone neither break a streak nor extend it twice
// (DY03).
func TestStreaksCountTheDaysOfTheDeals(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	zones := []*time.Location{time.FixedZone("", 14*3600), time.FixedZone("", -12*3600), time.UTC}
	for i, at := range []string{"00:00:00", "23:59:59", "00:00:01", "23:59:00"} {
		day := persist.Day(30 + i)
		w.At(day, at)
		w.Now = w.Now.In(zones[i%len(zones)])
		ann.Say("daily yukon")
		ann.Wins(day, game.YukonRules(false))
		if text := ann.Text(ann.Say("stats")); !strings.Contains(text, fmt.Sprintf("Winning streak, in days: %d now, %d at best.", i+1, i+1)) {
			t.Errorf("after day %d: got\n%s\nwant %d days in a row", day, text, i+1)
		}
	}
}
