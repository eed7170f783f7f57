package daily_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A server's ranking names players unless they object; the one across servers only if
// they want it.
func TestRankingsNameThosePlayersWhoAgree(t *testing.T) {
	w := bottest.NewWorld(t)
	for i, name := range []string{"ann", "bob", "eve"} {
		w.Finished(w.Member(name), 30, true, 100+i, "discord|1")
	}
	w.Member("bob").Say("settings leaderboard named")
	w.Member("eve").Say("settings leaderboard anonymous")
	reader := w.Member("dan")
	here := reader.Text(reader.Say("leaderboard"))
	for _, want := range []string{"1. ANN: won in 100 moves, clean", "2. BOB", "3. a player", "3 players have finished"} {
		if !strings.Contains(here, want) {
			t.Errorf("the server's ranking: got\n%s\nwant it to contain %q", here, want)
		}
	}
	everywhere := reader.Text(reader.Say("leaderboard everywhere"))
	for _, want := range []string{"1. a player", "2. BOB", "3. a player"} {
		if !strings.Contains(everywhere, want) {
			t.Errorf("the ranking everywhere: got\n%s\nwant it to contain %q", everywhere, want)
		}
	}
	if own := w.Member("eve"); !strings.Contains(own.Text(own.Say("leaderboard everywhere")), "EVE") {
		t.Error("the reader's own row doesn't have the name")
	}
}

func TestAnonymousReadersSeeTheirNamePrivately(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	w.Finished(ann, 30, true, 100, "discord|1")
	for _, scope := range []string{"here", "everywhere"} {
		ann.Say("settings leaderboard here")
		if r := ann.Say("leaderboard " + scope); r.Private {
			t.Errorf("%s: private for a named reader", scope)
		}
		ann.Say("settings leaderboard anonymous")
		if r := ann.Say("leaderboard " + scope); !r.Private || !strings.Contains(ann.Text(r), "ANN") {
			t.Errorf("%s: got private: %v, want a private ranking with ANN\n%s", scope, r.Private, ann.Text(r))
		}
	}
}

func TestRankingsArePublicAndTapsByOthersPrivate(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	if r := ann.Say("leaderboard"); r.Private {
		t.Error("the ranking is private")
	}
	req := ann.Request("leaderboard week")
	req.Tap = true
	r, err := w.Bot.Handle(context.Background(), req)
	if err != nil || !r.Private || r.Replace {
		t.Errorf("another player's tap: got private: %v, replaces: %v, %v, want a private message", r.Private, r.Replace, err)
	}
	req.Own = true
	if r, _ := w.Bot.Handle(context.Background(), req); r.Private || !r.Replace {
		t.Errorf("the reader's own tap: got private: %v, replaces: %v, want it to replace the message", r.Private, r.Replace)
	}
}

// The reader's own place is shown on every page.
func TestRankingsHavePagesAndSharedPlaces(t *testing.T) {
	w := bottest.NewWorld(t)
	for i := range 35 {
		w.Finished(w.Member(fmt.Sprintf("p%02d", i)), 30, true, 100+i/2, "discord|1")
	}
	me := w.Member("p34")
	r := me.Say("leaderboard today klondike here")
	text := me.Text(r)
	for _, want := range []string{"1. P00", "1. P01", "3. P02", "Your place: 35 of 35.", "The day ends at 00:00 UTC."} {
		if !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwant it to contain %q", text, want)
		}
	}
	own := bottest.Find(r, "button.page-own")
	if own == "" {
		t.Fatal("got no button to the reader's own place")
	}
	if text := me.Text(me.Say(own)); !strings.Contains(text, "35. P34") {
		t.Errorf("the reader's own page: got\n%s", text)
	}
	seen := map[string]bool{}
	for pages := 0; ; pages++ {
		for _, m := range r.Lines {
			if m.Key == "board.row-clean" {
				seen[me.Speaker.Say(m)] = true
			}
		}
		next := bottest.Find(r, "button.page-next")
		if next == "" {
			break
		}
		r = me.Say(next)
	}
	if len(seen) != 35 {
		t.Errorf("got %d different rows on all pages, want 35", len(seen))
	}
}

func TestRankingsOfDaysWeeksMonthsAndAllTime(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	for day := persist.Day(24); day <= 30; day++ {
		w.Finished(ann, day, day%2 == 0, 100, "discord|1")
		w.Finished(bob, day, day > 28, 90, "discord|1")
	}
	for text, want := range map[string]string{
		"leaderboard":           "1. BOB: won in 90 moves",
		"leaderboard yesterday": "2. ANN: not won, 7 of 52 cards up",
		"leaderboard all":       "1. ANN: won 4, moves 400",
		"leaderboard yukon":     "Nobody has finished this deal yet.",
		"leaderboard draw 3":    "Nobody has finished this deal yet.",
		"leaderboard page 99":   "1. BOB",
	} {
		r := ann.Say(text)
		if got := ann.Text(r); !strings.Contains(got, want) {
			t.Errorf("%q: got\n%s\nwant it to contain %q", text, got, want)
		}
		for _, row := range r.Actions {
			for _, a := range row {
				if next := ann.Say(a.Text); len(next.Title) == 0 {
					t.Errorf("%q: got no ranking: %s", a.Text, ann.Text(next))
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
		if got, want := ann.Text(ann.Say(text)), fmt.Sprintf("ANN: won %d, moves %d", sum(from), 100*sum(from)); !strings.Contains(got, want) {
			t.Errorf("%q: got\n%s\nwant it to contain %q", text, got, want)
		}
	}
}

func TestTheRankingOfAWeekHasAChartOfItsDays(t *testing.T) {
	w := bottest.NewWorld(t)
	w.Bot.Pictures = true
	monday := persist.Day(30)
	for (monday - 1).Week() == monday.Week() {
		monday--
	}
	for i, name := range []string{"ann", "bob", "eve", "zoe"} {
		w.At(monday, "10:00:00")
		w.Finished(w.Member(name), monday, i < 3, 100+i, "discord|1")
	}
	w.At(monday+1, "10:00:00")
	w.Finished(w.Member("ann"), monday+1, false, 90, "discord|1")
	r := w.Member("ann").Say("leaderboard week")
	if r.Show == nil || len(r.Show.Charts) != 1 {
		t.Fatalf("got %+v, want one chart", r.Show)
	}
	if got, want := r.Show.Charts[0].Parts, [][]int{{3, 1}, {0, 1}}; !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("got %v games won and lost, want %v", got, want)
	}
	if r := w.Member("ann").Say("leaderboard today"); r.Show != nil {
		t.Error("got a chart for one day")
	}
}

// B50, B51.
func TestAnyWinRanksAboveAnyLoss(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	w.Finished(ann, 30, false, 5, "discord|1")
	w.Finished(bob, 30, true, 900, "discord|1")
	if got := ann.Text(ann.Say("leaderboard")); !strings.Contains(got, "1. BOB") || !strings.Contains(got, "2. ANN") {
		t.Errorf("got\n%s\nwant BOB before ANN", got)
	}
}

func TestEqualResultsShareAPlace(t *testing.T) {
	w := bottest.NewWorld(t)
	people := []*bottest.Person{w.Member("ann"), w.Member("bob"), w.Member("eve")}
	for _, m := range people {
		m.Say("daily yukon")
	}
	line := w.Line(30, game.YukonRules(false))
	done := make(chan struct{}, 3)
	for _, m := range people {
		go func() { m.Wins(30, game.YukonRules(false)); done <- struct{}{} }()
	}
	for range people {
		<-done
	}
	w.Finished(w.Member("zoe"), 30, true, game.Length(line)+1, "discord|1") // another deal: alone on its board
	page, err := w.Store.Page(context.Background(), persist.Board{Scope: "discord|1", Deal: game.YukonRules(false).String(), Index: 30}, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	var places []int
	for _, r := range page.Rows {
		places = append(places, r.Place)
	}
	if !slices.Equal(places, []int{1, 1, 1}) {
		t.Errorf("got the places %v, want three times 1", places)
	}
}

// A name can't contain references or invisible characters, and can't change
// the direction of the text around it.
func TestNamesAreMadeHarmless(t *testing.T) {
	w := bottest.NewWorld(t)
	for name, want := range map[string]string{
		"Ann":                              "Ann",
		"**@everyone** <@1> `x`":           "** everyone** 1 `x`",
		"a_b_c":                            "a_b_c",
		"[Clan] *Ann* | #1":                "[Clan] *Ann* | #1",
		"a\u202eb\u200bc":                  "abc",
		"\u3164a\u034f\u115f\u1160\u2800":  "a",
		"  many   spaces\n":                "many spaces",
		strings.Repeat("x", 100):           strings.Repeat("x", 31) + "…",
		"Z" + strings.Repeat("\u0301", 50): "Z\u0301\u0301\u0301",
		"עברית":                            "עברית",
	} {
		ann := w.Member("ann")
		req := ann.Request("daily yukon")
		req.Name = name
		if _, err := w.Bot.Handle(context.Background(), req); err != nil {
			t.Fatal(err)
		}
		req.Text = "settings visibility private" // so that something is stored
		if _, err := w.Bot.Handle(context.Background(), req); err != nil {
			t.Fatal(err)
		}
		rec, err := w.Store.Load(context.Background(), ann.Player)
		if err != nil || rec.Name != want {
			t.Errorf("%q: got %q, want %q (%v)", name, rec.Name, want, err)
		}
	}
	said := w.Member("ann").Speaker.Say(locale.Message{Key: "stats.of", Args: []locale.Arg{{Name: "Name", Value: locale.Name("עברית")}}})
	if said != "Statistics for \u2068עברית\u2069:" {
		t.Errorf("got %q, want the name isolated from the text around it", said)
	}
}

func TestANameWithoutALegibleSignIsNone(t *testing.T) {
	w := bottest.NewWorld(t)
	for i, name := range []string{"\u3164", "\u115f\u1160", "\u2800 \u2800", "\u200b\u034f", "_", "*", "**_**", "~~ ~~", "||", "`", "\u0301"} {
		ann := w.Member(fmt.Sprint("ann", i))
		req := ann.Request("challenge <@bob>", w.Member("bob"))
		req.Name = name
		r, err := w.Bot.Handle(context.Background(), req)
		if text := strings.ToLower(ann.Text(r)); err != nil || !strings.Contains(text, "a player challenges bob to") {
			t.Errorf("%q: got %s, %v, want a player without a name", name, text, err)
		}
	}
}

// This also holds for a deal finished in direct messages.
func TestServersNotVisitedForAMonthAreLeftOut(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("settings style ascii")
	ann.Place = bot.Place{}
	for i, want := range []int{1, 0} { // one day after the other: what is left out stays so
		day := persist.Day(60 + i)
		w.At(day, "10:00:00")
		ann.Say("daily yukon")
		ann.Wins(day, game.YukonRules(false))
		results := ann.Results()
		at := slices.IndexFunc(results, func(r persist.Result) bool { return r.Day == day })
		if got := results[at].Here; len(got) != want {
			t.Errorf("day %d: got the servers %v, want %d", day, got, want)
		}
	}
}

// A nickname belongs to the server where it is used: no other server's ranking shows
// it, and everywhere the platform's name stands.
func TestNicknamesStayOnTheirServer(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	handle := func(server, nick, text string) bot.Reply {
		t.Helper()
		req := ann.Request(text)
		req.Place.Server, req.Name, req.GlobalName = server, nick, "Ann"
		r, err := w.Bot.Handle(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	handle("1", "Ace of Spades", "daily")
	handle("1", "Ace of Spades", "d")
	handle("1", "Ace of Spades", "resign confirm")
	handle("2", "Ann Example, Accounting", "settings leaderboard named")
	for _, c := range []struct{ server, scope, want string }{
		{"1", "here", "Ace of Spades: "},
		{"1", "everywhere", "Ann: "},
		{"2", "everywhere", "Ann: "},
	} {
		text := ann.Text(handle(c.server, map[string]string{"1": "Ace of Spades", "2": "Ann Example, Accounting"}[c.server], "leaderboard "+c.scope))
		if !strings.Contains(text, "1. "+c.want) {
			t.Errorf("on server %s, %s: %s", c.server, c.scope, text)
		}
	}
}
