package daily_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// finished writes the result of a deal of the day for somebody.
func (w *world) finished(m *member, day persist.Day, won bool, moves int, here ...string) {
	w.t.Helper()
	rec, err := w.store.Load(context.Background(), m.player)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		w.t.Fatal(err)
	}
	rec.Name = strings.ToUpper(m.player.User)
	r := persist.Result{
		ID: fmt.Sprint(day), Kind: "daily", Rules: klondike().String(), Outcome: persist.Resigned, Moves: moves, Up: 7,
		First: w.now, Last: w.now.Add(time.Minute), Day: day, Here: here,
	}
	if won {
		r.Outcome, r.Up = persist.Won, 52
	}
	if err := w.store.Commit(context.Background(), persist.Change{Player: m.player, Record: rec, Results: []persist.Result{r}}); err != nil {
		w.t.Fatal(err)
	}
}

// Names stand on the board of a server unless their owners object, and
// everywhere only if they want to.
func TestLeaderboardNames(t *testing.T) {
	w := newWorld(t)
	for i, name := range []string{"ann", "bob", "eve"} {
		w.finished(w.member(name), 30, true, 100+i, "discord|1")
	}
	w.member("bob").says("settings leaderboard named")
	w.member("eve").says("settings leaderboard anonymous")
	reader := w.member("dan")
	here := reader.text(reader.says("leaderboard"))
	for _, want := range []string{"1. ANN: won in 100 moves, clean", "2. BOB", "3. a player", "3 players have finished"} {
		if !strings.Contains(here, want) {
			t.Errorf("here lacks %q:\n%s", want, here)
		}
	}
	everywhere := reader.text(reader.says("leaderboard everywhere"))
	for _, want := range []string{"1. a player", "2. BOB", "3. a player"} {
		if !strings.Contains(everywhere, want) {
			t.Errorf("everywhere lacks %q:\n%s", want, everywhere)
		}
	}
	if own := w.member("eve"); !strings.Contains(own.text(own.says("leaderboard everywhere")), "EVE") {
		t.Error("a player's own row doesn't say the name")
	}
}

// Ties share a place, and the reader's own place is told even if it is far down.
func TestLeaderboardPages(t *testing.T) {
	w := newWorld(t)
	for i := range 35 {
		w.finished(w.member(fmt.Sprintf("p%02d", i)), 30, true, 100+i/2, "discord|1")
	}
	me := w.member("p34")
	r := me.says("leaderboard today klondike here")
	text := me.text(r)
	for _, want := range []string{"1. P00", "1. P01", "3. P02", "Your place: 35 of 35.", "The day ends at 00:00 UTC."} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	own := find(r, "button.page-own")
	if own == "" {
		t.Fatal("no way to one's own place")
	}
	if text := me.text(me.says(own)); !strings.Contains(text, "35. P34") {
		t.Errorf("one's own page:\n%s", text)
	}
	seen := map[string]bool{}
	for pages := 0; ; pages++ {
		for _, m := range r.Lines {
			if m.Key == "board.row-clean" {
				seen[me.speaker.Say(m)] = true
			}
		}
		next := find(r, "button.page-next")
		if next == "" {
			break
		}
		r = me.says(next)
	}
	if len(seen) != 35 {
		t.Errorf("%d different rows on all pages", len(seen))
	}
}

// find returns the command of the button that has a label.
func find(r bot.Reply, key string) string {
	for _, row := range r.Actions {
		for _, a := range row {
			if a.Label.Key == key {
				return a.Text
			}
		}
	}
	return ""
}

// Weeks, months and all time sum up what was won; every button leads to a board.
func TestLeaderboardSpans(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	for day := persist.Day(24); day <= 30; day++ {
		w.finished(ann, day, day%2 == 0, 100, "discord|1")
		w.finished(bob, day, day > 28, 90, "discord|1")
	}
	for text, want := range map[string]string{
		"leaderboard":           "1. BOB: won in 90 moves",
		"leaderboard yesterday": "2. ANN: not won, 7 of 52 cards up",
		"leaderboard all":       "1. ANN: won 4, moves 400",
		"leaderboard yukon":     "Nobody has finished this deal yet.",
		"leaderboard draw 3":    "Nobody has finished this deal yet.",
		"leaderboard page 99":   "1. BOB",
	} {
		r := ann.says(text)
		if got := ann.text(r); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q:\n%s", text, want, got)
		}
		for _, row := range r.Actions {
			for _, a := range row {
				if next := ann.says(a.Text); len(next.Title) == 0 {
					t.Errorf("%q leads to no board: %s", a.Text, ann.text(next))
				}
			}
		}
	}
	sum := func(from persist.Day) (won int) {
		for day := from; day <= 30; day++ {
			if day%2 == 0 {
				won++
			}
		}
		return won
	}
	monday := persist.Day(30)
	for monday.Start().Weekday() != time.Monday {
		monday--
	}
	first := persist.Day(30)
	for first.Start().Day() != 1 {
		first--
	}
	for text, from := range map[string]persist.Day{"leaderboard week": monday, "leaderboard month": first} {
		if got, want := ann.text(ann.says(text)), fmt.Sprintf("ANN: won %d, moves %d", sum(from), 100*sum(from)); !strings.Contains(got, want) {
			t.Errorf("%q lacks %q:\n%s", text, want, got)
		}
	}
}

// A leaderboard is for all to see; somebody else's tap on it is answered privately.
func TestLeaderboardVisibility(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	if r := ann.says("leaderboard"); r.Private {
		t.Error("it is private")
	}
	req := ann.request("leaderboard week")
	req.Tap = true
	r, err := w.bot.Handle(context.Background(), req)
	if err != nil || !r.Private || r.Replace {
		t.Errorf("somebody else's tap: private %v, replaces %v, %v", r.Private, r.Replace, err)
	}
	req.Own = true
	if r, _ := w.bot.Handle(context.Background(), req); r.Private || !r.Replace {
		t.Errorf("one's own tap: private %v, replaces %v", r.Private, r.Replace)
	}
}

// Statistics are kept apart by rules, and told of others only if they let them.
func TestStats(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	ann.has(ann.says("stats"), "stats.none")
	ann.says("new deal 1141")
	ann.says("/move " + lineKlondike)
	ann.says("new yukon deal 452")
	ann.says("move")
	ann.says("/move " + lineYukon)
	ann.says("new draw 3 deal 7")
	ann.says("d")
	ann.says("resign confirm")
	text := ann.text(ann.says("stats"))
	for _, want := range []string{
		"Klondike · draw 1 · 1 pass: 1 game, 1 won (100%).", "Yukon: 1 game, 1 won (100%).",
		"Klondike · draw 3 · 3 passes: 1 game, 0 won (0%).", "Fewest moves 101, best score ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	bob.has(bob.says("stats <@ann>", ann), "stats.private")
	ann.says("settings leaderboard named")
	if got := bob.text(bob.says("stats <@ann>", ann)); !strings.Contains(got, "Statistics for ANN:\n") || !strings.Contains(got, "Yukon: 1 game") {
		t.Errorf("somebody's statistics:\n%s", got)
	}
}

// B50, B51: the best score is of won games only, and a win ranks above any loss.
func TestB51WinsFirst(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	w.finished(ann, 30, false, 5, "discord|1")
	w.finished(bob, 30, true, 900, "discord|1")
	if got := ann.text(ann.says("leaderboard")); !strings.Contains(got, "1. BOB") || !strings.Contains(got, "2. ANN") {
		t.Errorf("the board:\n%s", got)
	}
}

// Forgotten players leave every board.
func TestForgottenLeaveTheBoards(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily")
	ann.wins(w, 30, klondike())
	ask := ann.says("forget-me")
	ann.says(ask.Actions[0][0].Text)
	bob := w.member("bob")
	for _, text := range []string{"leaderboard", "leaderboard everywhere", "leaderboard week", "leaderboard all everywhere"} {
		if got := bob.text(bob.says(text)); !strings.Contains(got, "Nobody has") {
			t.Errorf("%s:\n%s", text, got)
		}
	}
}

// Two who finish at the same instant with the same moves share a place.
func TestSameInstant(t *testing.T) {
	w := newWorld(t)
	people := []*member{w.member("ann"), w.member("bob"), w.member("eve")}
	for _, m := range people {
		m.says("daily yukon")
	}
	line := w.line(30, game.YukonRules(false))
	done := make(chan struct{}, 3)
	for _, m := range people {
		go func() { m.wins(w, 30, game.YukonRules(false)); done <- struct{}{} }()
	}
	for range people {
		<-done
	}
	w.finished(w.member("zoe"), 30, true, game.Length(line)+1, "discord|1") // another deal: alone on its board
	page, err := w.store.Page(context.Background(), persist.Board{Scope: "discord|1", Deal: game.YukonRules(false).String(), Index: 30}, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	var places []int
	for _, r := range page.Rows {
		places = append(places, r.Place)
	}
	if !slices.Equal(places, []int{1, 1, 1}) {
		t.Errorf("places %v", places)
	}
}

// Who wants to have no name on boards doesn't get one by looking at them before
// others.
func TestAnonymousReader(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	w.finished(ann, 30, true, 100, "discord|1")
	for _, scope := range []string{"here", "everywhere"} {
		ann.says("settings leaderboard here")
		if r := ann.says("leaderboard " + scope); r.Private {
			t.Errorf("%s: private for one who is named", scope)
		}
		ann.says("settings leaderboard anonymous")
		if r := ann.says("leaderboard " + scope); !r.Private || !strings.Contains(ann.text(r), "ANN") {
			t.Errorf("%s: private %v\n%s", scope, r.Private, ann.text(r))
		}
	}
}

// What ends with the request is told in its answer.
func TestStatsOfWhatJustEnded(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily")
	ann.says("d")
	w.at(31, "12:00:00")
	if text := ann.text(ann.says("stats")); !strings.Contains(text, "1 game, 0 won") {
		t.Errorf("statistics:\n%s", text)
	}
	bob := w.member("bob")
	bob.says("daily")
	bob.says("d")
	w.at(32, "12:00:00")
	bob.has(bob.says("share"), "share.lost", "share.bars", "share.aids")
}
