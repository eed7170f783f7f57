package play_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

func TestChartsAgreeWithTheResults(t *testing.T) {
	w := painting(t)
	ann := w.Member("ann")
	if r := ann.Say("stats"); r.Show != nil {
		t.Error("got charts without any results")
	}
	if _, err := daily.Prepare(context.Background(), w.Bot, 20, 11); err != nil {
		t.Fatal(err)
	}
	steps := game.Length(w.Line(29, bottest.Klondike()))
	for day, moves := range map[persist.Day]int{28: 0, 29: steps + 7, 30: steps} {
		w.At(day, "09:00:00")
		w.Finished(ann, day, moves > 0, moves)
	}
	w.At(30, "12:00:00")
	charts := ann.Say("stats").Show.Charts
	if len(charts) != 3 {
		t.Fatalf("got %d charts, want 3", len(charts))
	}
	days := charts[0].Parts
	if got := days[len(days)-3:]; !slices.EqualFunc(got, [][]int{{0, 1}, {1, 0}, {1, 0}}, slices.Equal[[]int]) {
		t.Errorf("got %v games won and lost on the last days, want a loss and two wins", got)
	}
	if want := []float64{0, 50, 200.0 / 3}; !slices.Equal(charts[1].Line, want) {
		t.Errorf("got the win rates %v, want %v", charts[1].Line, want)
	}
	// Today's par is a secret; 7 moves above it stand under "6–10".
	if want := [][]int{{0}, {0}, {1}, {0}, {0}, {0}, {0}, {0}, {0}}; !slices.EqualFunc(charts[2].Parts, want, slices.Equal[[]int]) {
		t.Errorf("got %v games above par under the labels %q, want one under 6–10", charts[2].Parts, charts[2].Labels)
	}
}

func TestChartDatesFollowTheLanguage(t *testing.T) {
	w := painting(t)
	ann := w.Member("ann")
	if _, err := daily.Prepare(context.Background(), w.Bot, 20, 11); err != nil {
		t.Fatal(err)
	}
	w.At(30, "09:00:00")
	w.Finished(ann, 30, false, 3)
	labels := ann.Say("stats").Show.Charts[0].Labels
	for lang, want := range map[string]string{
		"en": "Nov 10 Nov 17 Nov 24 Dec 1",
		"sq": "10 nën 17 nën 24 nën 1 dhj",
		"bg": "10.11 17.11 24.11 1.12",
		"mt": "10 Nov 17 Nov 24 Nov 01 Diċ",
		"sn": "Mbu 10 Mbu 17 Mbu 24 Zvi 1",
		"vi": "10 thg\u00a011 17 thg\u00a011 24 thg\u00a011 1 thg\u00a012",
	} {
		speaker := bottest.Catalogue(t).In(lang, false)
		var said []string
		for _, m := range labels {
			if label := speaker.Say(m); label != "" {
				said = append(said, label)
			}
		}
		if got := strings.Join(said, " "); got != want {
			t.Errorf("%s: got %q, want %q", lang, got, want)
		}
	}
}
