package daily_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// DY02: wherever a streak or a day is shown, it says when the day ends, and in
// which zone it is counted. The one exception is a share text: its three lines have
// the same shape for everybody, to be compared, and have no room for that.
func TestDY02WhenTheDayEnds(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann := w.member("ann")
	ann.admin = true
	replies := map[string]bot.Reply{"begin": ann.says("daily yukon"), "goes on": ann.says("daily yukon")}
	ann.wins(w, 30, game.YukonRules(false))
	replies["stats"], replies["board"] = ann.says("stats"), ann.says("leaderboard yukon")
	ann.says("settings channel <#C9|games>")
	w.member("bob").says("settings reminder 09:00")
	mail.posts = nil
	w.at(31, "09:00:00")
	w.tick()
	if len(mail.posts) != 2 {
		t.Fatalf("%d posts", len(mail.posts))
	}
	for i, p := range mail.posts {
		replies[fmt.Sprint("post ", i)] = p.Reply
	}
	for name, r := range replies {
		if text := ann.text(r); !strings.Contains(text, "00:00 UTC") {
			t.Errorf("%s doesn't say when the day ends:\n%s", name, text)
		}
	}
	if text := ann.text(replies["stats"]); !strings.Contains(text, "(UTC)") {
		t.Errorf("the streaks don't say whose days they count:\n%s", text)
	}
}

// After midnight an attempt says how long it is still open, not when its day has
// ended.
func TestLateAttemptSaysWhenItCloses(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily")
	w.at(31, "00:00:00")
	if text := ann.text(ann.says("daily yesterday")); !strings.Contains(text, "until 12:00 UTC") || strings.Contains(text, "00:00 UTC") {
		t.Errorf("it says\n%s", text)
	}
}

// DY03: a streak goes by the days of the deals: neither the first minute of one
// day and the last of the next, nor two within a minute, nor the traveller's
// zone, break it or raise it twice.
func TestDY03StreaksByDays(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	zones := []*time.Location{time.FixedZone("", 14*3600), time.FixedZone("", -12*3600), time.UTC}
	for i, at := range []string{"00:00:00", "23:59:59", "00:00:01", "23:59:00"} {
		day := persist.Day(30 + i)
		w.at(day, at)
		w.now = w.now.In(zones[i%len(zones)])
		ann.says("daily yukon")
		ann.wins(w, day, game.YukonRules(false))
		if text := ann.text(ann.says("stats")); !strings.Contains(text, fmt.Sprintf("Days won in a row: %d now, %d at best.", i+1, i+1)) {
			t.Errorf("after day %d:\n%s", day, text)
		}
	}
}

// DY09: after the attempt every further game of that deal is practice, in which
// way ever it is asked for: no result, no streak, no place.
func TestDY09ThenItIsPractice(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily yukon")
	ann.wins(w, 30, game.YukonRules(false))
	board := ann.text(ann.says("leaderboard yukon"))
	for _, text := range []string{"daily yukon practice", "daily yukon #30 practice", "again"} {
		if r := ann.says(text); r.Board == nil {
			t.Fatalf("%q: %s", text, ann.text(r))
		}
		ann.wins(w, 30, game.YukonRules(false))
	}
	ann.has(ann.says("daily yukon"), "daily.done")
	if n := len(ann.results()); n != 1 {
		t.Errorf("%d results", n)
	}
	if got := ann.text(ann.says("leaderboard yukon")); got != board {
		t.Errorf("the board was\n%s\nand is\n%s", board, got)
	}
}

// DY10: a result is written once, however often and by whichever copy the request
// that ends the game is carried out, and its times are the server's.
func TestDY10OneResult(t *testing.T) {
	w := newWorld(t)
	other := worldOn(t, w.store)
	ann := w.member("ann")
	ann.says("daily yukon")
	var moves []string
	for _, move := range w.line(30, game.YukonRules(false)) {
		moves = append(moves, command.Choice{Move: move}.Text()[len("move "):])
	}
	req := ann.request("move " + strings.Join(moves, ", "))
	req.ID = "delivered twice"
	for i, b := range []*bot.Bot{w.bot, other.bot, w.bot} {
		other.now = w.now.Add(time.Duration(i) * time.Hour)
		if _, err := b.Handle(context.Background(), req); err != nil {
			t.Fatal(err)
		}
	}
	results := ann.results()
	if len(results) != 1 || !results[0].First.Equal(w.now) || !results[0].Last.Equal(w.now) {
		t.Errorf("results %+v", results)
	}
	page, err := w.store.Page(context.Background(), persist.Board{Deal: game.YukonRules(false).String(), Span: persist.Week, Index: persist.Day(30).Week()}, 0, 10)
	if err != nil || page.Total != 1 || page.Rows[0].Score.Won != 1 {
		t.Errorf("the week's board has %+v, %v", page, err)
	}
}

// DY11: undos, hints and the streak of a share text are those of the store, for
// another copy of the bot too, which has never seen the game.
func TestDY11ShareFromTheStore(t *testing.T) {
	w := newWorld(t)
	w.bot.Advisor = oracle{counsel{solve.New()}, func(q bot.Question) bot.Advice {
		s := q.Game.State()
		for m := range s.Moves() {
			return bot.Advice{OK: true, Move: m}
		}
		return bot.Advice{}
	}, bot.Judgement{}}
	ann := w.member("ann")
	for _, day := range []persist.Day{29, 30} {
		w.at(day, "09:00:00")
		ann.says("daily")
		for range day - 27 { // on the second day one more
			ann.says("hint")
		}
		ann.says("d")
		ann.says("undo")
		ann.says("redo")
		ann.says("undo 1")
		ann.wins(w, day, klondike())
	}
	other := worldOn(t, w.store)
	same := other.member("ann")
	if text := same.text(same.says("share")); !strings.HasSuffix(text, "undo 2 · hint 3 · streak 2") {
		t.Errorf("got\n%s", text)
	}
}

// DY12: the number and the count of moves of a share text are those of the
// board, and every line of it says something.
func TestDY12ShareAgreesWithTheBoard(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	for _, r := range []game.Rules{klondike(), game.KlondikeRules(3, 3, false), game.YukonRules(false)} {
		name := map[string]string{"klondike1": "klondike", "klondike3": "klondike draw 3", "yukon0": "yukon"}[r.Game+fmt.Sprint(r.Draw)]
		title := ann.speaker.Join(ann.says("daily " + name).Title)
		ann.wins(w, 30, r)
		w.now = w.now.Add(time.Second) // so that it is the latest
		text := strings.Split(ann.text(ann.says("share")), "\n")
		row := ann.text(ann.says("leaderboard " + name))
		length := game.Length(w.line(30, r))
		number := "daily #30"
		if len(text) != 3 || !strings.HasPrefix(strings.ToLower(text[0]), name+" "+number+"  ✅ ") || !strings.Contains(title, number) {
			t.Errorf("titled %q, shared\n%s", title, strings.Join(text, "\n"))
		}
		if moves := fmt.Sprintf(" %d moves", length); !strings.HasSuffix(text[0], moves) || !strings.Contains(row, "won in"+moves) {
			t.Errorf("shared %q, on the board\n%s", text[0], row)
		}
		for _, line := range text {
			if strings.TrimSpace(line) == "" {
				t.Errorf("an empty line in %q", text)
			}
		}
	}
}
