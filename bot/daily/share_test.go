package daily_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// DY12, DY13: the text has a fixed shape.
func TestAShareTextRevealsNoCards(t *testing.T) {
	texts := map[string]bool{}
	for _, day := range []persist.Day{30, 31} {
		w := bottest.NewWorld(t)
		w.At(day, "10:00:00")
		ann := w.Member("ann")
		ann.Say("daily")
		r := ann.Say("d")
		ann.Say("resign confirm")
		r = ann.Say("share")
		ann.Has(r, "share.lost", "share.bars", "share.aids")
		if r.Private || r.Board != nil {
			t.Error("the share text is private or has a board")
		}
		texts[strings.ReplaceAll(ann.Text(r), fmt.Sprint("#", day), "#N")] = true
	}
	if len(texts) != 1 {
		t.Errorf("got different texts for equal results of different deals: %v", texts)
	}
	for text := range texts {
		if want := "ANN · Klondike daily #N  ✗ 0/52\n♣▯▯▯▯▯ ♦▯▯▯▯▯ ♥▯▯▯▯▯ ♠▯▯▯▯▯\nundo 0 · hint 0 · streak 1"; text != want {
			t.Errorf("got\n%s\nwant\n%s", text, want)
		}
	}
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily yukon")
	ann.Wins(30, game.YukonRules(false))
	want := fmt.Sprintf("ANN · Yukon daily #30  ✅ %d moves\n♣▮▮▮▮▮ ♦▮▮▮▮▮ ♥▮▮▮▮▮ ♠▮▮▮▮▮\nundo 0 · hint 0 · streak 1", game.Length(w.Line(30, game.YukonRules(false))))
	if got := ann.Text(ann.Say("share")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	bob := w.Member("bob")
	if r := bob.Say("share"); !r.Private || r.Lines[0].Key != "share.none" {
		t.Errorf("nothing to share: got private: %v, %s, want a private message", r.Private, bob.Text(r))
	}
}

// DY11: another copy of the bot gives the same undos, hints and streak.
func TestAShareTextNeedsOnlyTheStore(t *testing.T) {
	w := bottest.NewWorld(t)
	w.Bot.Advisor = bottest.Hint(func(q bot.Question) bot.Advice {
		s := q.Game.State()
		for m := range s.Moves() {
			return bot.Advice{OK: true, Move: m}
		}
		return bot.Advice{}
	})
	ann := w.Member("ann")
	for _, day := range []persist.Day{29, 30} {
		w.At(day, "09:00:00")
		ann.Say("daily")
		for range day - 27 { // on the second day one more
			ann.Say("hint")
		}
		ann.Say("d")
		ann.Say("undo")
		ann.Say("redo")
		ann.Say("undo 1")
		ann.Wins(day, bottest.Klondike())
	}
	other := bottest.WorldOn(t, w.Store)
	same := other.Member("ann")
	if text := same.Text(same.Say("share")); !strings.HasSuffix(text, "undo 2 · hint 3 · streak 2") {
		t.Errorf("got\n%s\nwant 2 undos, 3 hints and a streak of 2", text)
	}
}

// DY12.
func TestAShareTextAgreesWithBoardAndRanking(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	for _, r := range []game.Rules{bottest.Klondike(), game.KlondikeRules(3, 3, false), game.YukonRules(false)} {
		name := map[string]string{"klondike1": "klondike", "klondike3": "klondike draw 3", "yukon0": "yukon"}[r.Game+fmt.Sprint(r.Draw)]
		title := ann.Speaker.Join(ann.Say("daily " + name).Title)
		ann.Wins(30, r)
		w.Now = w.Now.Add(time.Second) // so that it is the latest
		text := strings.Split(ann.Text(ann.Say("share")), "\n")
		row := ann.Text(ann.Say("leaderboard " + name))
		length := game.Length(w.Line(30, r))
		number := "daily #30"
		if len(text) != 3 || !strings.HasPrefix(strings.ToLower(text[0]), "ann · "+name+" "+number+"  ✅ ") || !strings.Contains(title, number) {
			t.Errorf("the title is %q, but the share text\n%s", title, strings.Join(text, "\n"))
		}
		if moves := fmt.Sprintf(" %d moves", length); !strings.HasSuffix(text[0], moves) || !strings.Contains(row, "won in"+moves) {
			t.Errorf("the share text begins with %q, but the ranking has\n%s", text[0], row)
		}
		for _, line := range text {
			if strings.TrimSpace(line) == "" {
				t.Errorf("got an empty line in %q", text)
			}
		}
	}
}
