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
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// An attempt can't be restarted, and afterwards the deal is practice.
func TestADailyIsAttemptedOnce(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	first := ann.Say("daily")
	ann.Has(first, "daily.begin", "daily.one-pass")
	if title := ann.Speaker.Join(first.Title); title != "Klondike · daily #30 · draw 1" {
		t.Errorf("got the title %q, want day 30", title)
	}
	if !first.Private {
		t.Error("the board of an attempt isn't private")
	}
	ann.Has(ann.Say("daily practice"), "daily.attempt-first")
	ann.Say("d")
	w.Now = w.Now.Add(time.Minute)
	ann.Has(ann.Say("restart"), "restart.daily")
	ann.Say("undo")
	ann.Has(ann.Say("daily klondike"), "daily.goes-on")
	if r := ann.Wins(30, bottest.Klondike()); !r.Board.Won {
		t.Fatalf("the stored line didn't win: %s", ann.Text(r))
	}
	results := ann.Results()
	if len(results) != 1 {
		t.Fatalf("got the results %+v, want 1", results)
	}
	got := results[0]
	if got.Day != 30 || got.Late || got.Kind != "daily" || got.Undos != 1 || !slices.Equal(got.Here, []string{"discord|1"}) || got.Last.Sub(got.First) != time.Minute {
		t.Errorf("got the result %+v, want one with an undo, in time, after a minute", got)
	}
	ann.Has(ann.Say("daily"), "daily.done")

	// Afterwards it is practice, which writes nothing (DY09).
	r := ann.Say("daily practice")
	ann.Has(r, "again.done")
	if title := ann.Speaker.Join(r.Title); title != "Klondike · daily #30 · practice · draw 1" {
		t.Errorf("got the title %q, want practice in it", title)
	}
	ann.Wins(30, bottest.Klondike())
	if n := len(ann.Results()); n != 1 {
		t.Errorf("after practice: got %d results, want 1", n)
	}
}

// However it is started, it has no result, streak or rank (DY09).
func TestEveryGameAfterTheAttemptIsPractice(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily yukon")
	ann.Wins(30, game.YukonRules(false))
	board := ann.Text(ann.Say("leaderboard yukon"))
	for _, text := range []string{"daily yukon practice", "daily yukon #30 practice", "again"} {
		if r := ann.Say(text); r.Board == nil {
			t.Fatalf("%q: got no board: %s", text, ann.Text(r))
		}
		ann.Wins(30, game.YukonRules(false))
	}
	ann.Has(ann.Say("daily yukon"), "daily.done")
	if n := len(ann.Results()); n != 1 {
		t.Errorf("got %d results, want 1", n)
	}
	if got := ann.Text(ann.Say("leaderboard yukon")); got != board {
		t.Errorf("got the ranking\n%s\nwant it as before\n%s", got, board)
	}
}

// Its solution is secret until noon UTC of the next day (DY08).
func TestADealIsSecretBeforeItsDay(t *testing.T) {
	w := bottest.NewWorld(t)
	if _, err := daily.Prepare(context.Background(), w.Bot, 30, 3); err != nil {
		t.Fatal(err)
	}
	ann := w.Member("ann")
	for _, text := range []string{"daily #31", "daily #31 practice", "reveal #31", "daily #999999"} {
		ann.Has(ann.Say(text), "day.future")
	}
	ann.Has(ann.Say("reveal #30"), "reveal.too-early")
	w.At(31, "11:59:59")
	ann.Has(ann.Say("reveal yesterday"), "reveal.too-early")
	w.At(31, "12:00:00")
	if r := ann.Say("reveal yesterday"); r.Board == nil {
		t.Errorf("at noon: got %s, want the solution", ann.Text(r))
	}
}

// An attempt begun in time counts for its day until noon UTC of the next day, and is
// marked late. A deal not begun by midnight can only be practised (DY04).
func TestAnAttemptCanBeFinishedLate(t *testing.T) {
	w := bottest.NewWorld(t)
	w.At(30, "23:59:59")
	ann, bob, eve := w.Member("ann"), w.Member("bob"), w.Member("eve")
	for _, m := range []*bottest.Person{ann, bob, eve} {
		m.Say("daily yukon")
	}
	ann.Say("move")
	bob.Say("undo")
	if choice := eve.Say("show"); len(choice.Menu) > 0 {
		eve.Say(choice.Menu[0].Text())
	}
	w.At(31, "11:59:59")
	ann.Wins(30, game.YukonRules(false))
	late := w.Member("dan")
	late.Has(late.Say("daily yukon yesterday"), "daily.over")
	w.At(31, "12:00:00")
	if r := eve.Say("daily yukon yesterday"); r.Lines[0].Key != "daily.done" {
		t.Errorf("after noon: got %s, want the attempt to be over", eve.Text(r))
	}
	tick(w)
	if got := ann.Results(); len(got) != 1 || !got[0].Late || got[0].Day != 30 || got[0].Outcome != persist.Won {
		t.Errorf("finished late: got the results %+v, want one win that is late", got)
	}
	if got := bob.Results(); len(got) != 0 {
		t.Errorf("never begun: got the results %+v, want none", got)
	}
	if got := eve.Results(); len(got) != 1 || got[0].Outcome != persist.Expired || got[0].Late {
		t.Errorf("not finished: got the results %+v, want one that expired", got)
	}
	if docs, err := w.Store.Docs(context.Background(), "attempt", "", "", 10); err != nil || len(docs) != 0 {
		t.Errorf("got %d open attempts, %v, want none", len(docs), err)
	}
}

// After midnight the end of its day would be misleading.
// The message of a win has what a winner wants to know, and leads on: time and moves,
// the place of the day and the streak, a result to share, the film and the next deal.
func TestAWinIsAMoment(t *testing.T) {
	w := bottest.NewWorld(t)
	w.Finished(w.Member("bob"), 30, true, 60)
	ann := w.Member("ann")
	ann.Say("daily")
	ann.Say("d")
	w.Now = w.Now.Add(754 * time.Second)
	ann.Say("undo")
	r := ann.Wins(30, bottest.Klondike())
	if text := ann.Text(r); !strings.Contains(text, "You won!\n") || !strings.Contains(text, " moves in 12:34. Well played!") {
		t.Errorf("got %s", text)
	}
	if status := ann.Speaker.Join(r.Status); !strings.Contains(status, "place 2 of 2 · streak 1") {
		t.Errorf("got the status %s", status)
	}
	for _, text := range []string{"share", "daily klondike draw 3", "daily yukon", "leaderboard klondike", "again", "more"} {
		if !bottest.Offers(r, text) {
			t.Errorf("there is no button %q: %v", text, r.Actions)
		}
	}
	ann.Say("daily practice")
	if status := ann.Speaker.Join(ann.Wins(30, bottest.Klondike()).Status); strings.Contains(status, "par") {
		t.Errorf("the par is said while others play: %s", status)
	}
	w.At(31, "12:00:01")
	r = ann.Say("show practice")
	if status := ann.Speaker.Join(r.Status); !strings.Contains(status, "par ") {
		t.Errorf("got the status %s, want the par", status)
	}
}

// After midnight daily opens the new day, and says that the attempt of the day before
// is still open and how to come back to it.
func TestTheNewDayLeadsBackToYesterdaysAttempt(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	w.At(30, "22:00:00")
	ann.Say("daily yukon")
	yesterday, _ := ann.Current()
	w.At(31, "00:30:00")
	r := ann.Say("daily")
	ann.Has(r, "daily.begin", "daily.one-pass", "daily.yesterday-open")
	if text := ann.Text(r); !strings.Contains(text, "Yesterday's attempt (Yukon) stays open") || !strings.Contains(text, "/solitaire daily yukon yesterday") {
		t.Errorf("got %s", text)
	}
	ann.Has(ann.Tap(r, "daily yukon yesterday"), "daily.goes-on-late")
	if now, _ := ann.Current(); now.ID != yesterday.ID {
		t.Errorf("the button leads to the game %+v", now)
	}
	w.At(31, "12:30:00")
	if r := ann.Say("daily draw 3"); bottest.Said(r, "daily.yesterday-open") {
		t.Errorf("after noon: %s", ann.Text(r))
	}
}

func TestALateAttemptSaysWhenItCloses(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily")
	w.At(31, "00:00:00")
	if text := ann.Text(ann.Say("daily yesterday")); !strings.Contains(text, "until 12:00 UTC") || strings.Contains(text, "00:00 UTC") {
		t.Errorf("got\n%s\nwant noon, not midnight", text)
	}
}

// The time of the last move doesn't matter.
func TestResigningAfterMidnightIsLate(t *testing.T) {
	w := bottest.NewWorld(t)
	for _, late := range []bool{false, true} {
		ann := w.Member(fmt.Sprint("ann ", late))
		w.At(30, "23:50:00")
		ann.Say("daily yukon")
		ann.Say(ann.Say("show").Menu[0].Text())
		if late {
			w.At(31, "00:10:00")
		}
		ann.Say("resign confirm")
		if got := ann.Results(); len(got) != 1 || got[0].Late != late {
			t.Errorf("want late: %v, got %+v", late, got)
		}
	}
}

// The job ends attempts of players who don't come back.
func TestAbandonedAttemptsExpire(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily")
	ann.Say("d")
	w.At(31, "11:59:00")
	tick(w)
	if len(ann.Results()) != 0 {
		t.Fatal("the attempt expired before noon")
	}
	w.At(31, "12:00:00")
	tick(w)
	tick(w)
	got := ann.Results()
	if len(got) != 1 || got[0].Outcome != persist.Expired || got[0].Day != 30 {
		t.Errorf("got the results %+v, want one that expired", got)
	}
	ann.Has(ann.Say("show"), "game.over-expired")
}

// This holds for several copies of the bot. The times are the server's (DY10).
func TestARepeatedFinishWritesOneResult(t *testing.T) {
	w := bottest.NewWorld(t)
	other := bottest.WorldOn(t, w.Store)
	ann := w.Member("ann")
	ann.Say("daily yukon")
	req := ann.Request(bottest.Moves(w.Line(30, game.YukonRules(false))))
	req.ID = "delivered twice"
	for i, b := range []*bot.Bot{w.Bot, other.Bot, w.Bot} {
		other.Now = w.Now.Add(time.Duration(i) * time.Hour)
		if _, err := b.Handle(context.Background(), req); err != nil {
			t.Fatal(err)
		}
	}
	results := ann.Results()
	if len(results) != 1 || !results[0].First.Equal(w.Now) || !results[0].Last.Equal(w.Now) {
		t.Errorf("got the results %+v, want one, at the server's time", results)
	}
	page, err := w.Store.Page(context.Background(), persist.Board{Deal: game.YukonRules(false).String(), Span: persist.Week, Index: persist.Day(30).Week()}, 0, 10)
	if err != nil || page.Total != 1 || page.Rows[0].Score.Won != 1 {
		t.Errorf("got the week's ranking %+v, %v, want one win", page, err)
	}
}

func TestAnUnreadableAttemptAllowsNoSecondOne(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily")
	ann.Say("d")
	rec, err := w.Store.Load(context.Background(), ann.Player)
	if err != nil {
		t.Fatal(err)
	}
	rec.Games[0].Data = []byte("of another engine")
	if err := w.Store.Commit(context.Background(), persist.Change{Player: ann.Player, Record: rec}); err != nil {
		t.Fatal(err)
	}
	ann.Has(ann.Say("daily"), "game.unreadable")
	if rec, err = w.Store.Load(context.Background(), ann.Player); err != nil || len(rec.Games) != 1 {
		t.Errorf("got %d games, %v, want the unreadable one", len(rec.Games), err)
	}
}

// A day before the bot's first has no deal.
func TestDaysWithoutADealOfferNoPractice(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	for _, command := range []string{"daily #2", "daily yesterday", "daily #2 practice"} {
		r := ann.Say(command)
		ann.Has(r, "daily.no-such")
		if got := bottest.Find(r, "button.daily"); got != "daily klondike" {
			t.Errorf("%q: got %q for today's deal", command, got)
		}
		if got := bottest.Find(r, "button.practice"); got != "" {
			t.Errorf("%q: practice is offered, at %q", command, got)
		}
	}
}

func TestAnAttemptOffersNoRestart(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	for _, command := range []string{"daily yukon", "new yukon"} {
		ann.Say(command)
		ann.Say(ann.Say("show").Menu[0].Text())
		if want := command == "new yukon"; bottest.Offers(ann.Say("more"), "restart") != want {
			t.Errorf("%s: restart is offered: %v, want %v", command, !want, want)
		}
	}
}

func TestAStuckAttemptIsNotAdvisedToRestart(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	for day := persist.Day(121); day < 150; day++ {
		w.At(day, "10:00:00")
		if r := ann.PlayGreedily(ann.Say("daily")); len(r.Menu) > 0 || bottest.Offers(r, "draw") || r.Board.Won {
			continue
		}
		r := ann.Say("show")
		if text := ann.Text(r); !bottest.Said(r, "game.stuck-daily") || strings.Contains(text, "restart") {
			t.Errorf("got %q, want no restart in it", text)
		}
		return
	}
	t.Fatal("no attempt got stuck")
}

// This holds for each of the day's deals and for late attempts.
func TestButtonsAfterAnAttemptAreAboutItsDeal(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	w.At(30, "23:00:00")
	for _, deal := range []string{"daily klondike", "daily klondike draw 3", "daily yukon"} {
		ann.Say(deal)
		ann.Say("move " + ann.Say("show").Menu[0].Text()[len("move "):])
		if deal == "daily yukon" {
			w.At(31, "00:10:00")
		}
		aboutItself(ann, ann.Say("resign confirm"), deal)
	}
	w.At(31, "00:20:00")
	for _, deal := range []string{"daily klondike yesterday", "daily yukon yesterday"} {
		aboutItself(ann, ann.Say(deal), deal)
	}
}

// aboutItself checks that the buttons under the board of a deal are about that deal.
func aboutItself(m *bottest.Person, r bot.Reply, deal string) {
	m.T.Helper()
	name := map[string]string{
		"daily klondike": "Klondike", "daily klondike draw 3": "Klondike draw 3", "daily yukon": "Yukon",
	}[strings.TrimSuffix(deal, " yesterday")]
	if got := m.Text(m.Say(bottest.Find(r, "button.share"))); !strings.HasPrefix(got, "ANN · "+name+" daily #30") {
		m.T.Errorf("after %q: got the share text %s", deal, got)
	}
	board := m.Say(bottest.Find(r, "button.leaderboard"))
	if got := m.Text(board); !strings.HasPrefix(got, "1 player has finished") {
		m.T.Errorf("after %q: got at %q the ranking %s", deal, bottest.Find(r, "button.leaderboard"), got)
	}
}

// Where a day or a streak is shown, the reply names the end of the day and its zone
// (DY02). The share text is the exception: its three lines look the same for everybody.
func TestRepliesAboutADaySayWhenItEnds(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann := w.Member("ann")
	ann.Admin = true
	replies := map[string]bot.Reply{"begin": ann.Say("daily yukon"), "continue": ann.Say("daily yukon")}
	ann.Wins(30, game.YukonRules(false))
	replies["stats"], replies["board"] = ann.Say("stats"), ann.Say("leaderboard yukon")
	ann.Say("settings channel <#C9|games>")
	w.Member("bob").Say("settings reminder 09:00")
	mail.Posts = nil
	w.At(31, "09:00:00")
	tick(w)
	if len(mail.Posts) != 2 {
		t.Fatalf("got %d posts, want the day's and a reminder", len(mail.Posts))
	}
	for i, p := range mail.Posts {
		replies[fmt.Sprint("post ", i)] = p.Reply
	}
	for name, r := range replies {
		if text := ann.Text(r); !strings.Contains(text, "00:00 UTC") {
			t.Errorf("%s: got no end of the day:\n%s", name, text)
		}
	}
	if text := ann.Text(replies["stats"]); !strings.Contains(text, "(UTC)") {
		t.Errorf("the streaks don't name their zone:\n%s", text)
	}
}

// It then counts as not won. A free game without a move has nothing to resign.
func TestAnOpenedAttemptCanBeResigned(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("new")
	ann.Has(ann.Say("resign"), "resign.not-begun")
	ann.Say("daily")
	if r := ann.Say("more"); !bottest.Offers(r, "resign") {
		t.Errorf("got the buttons %v, want resign among them", r.Actions)
	}
	ann.Has(ann.Say("resign"), "resign.ask-daily")
	ann.Has(ann.Say("resign confirm"), "resign.done")
	if results := ann.Results(); len(results) != 1 || results[0].Outcome != persist.Resigned || results[0].Day != 30 {
		t.Errorf("got the results %+v, want one of day 30 that was resigned", results)
	}
	if r := ann.Say("leaderboard"); !strings.Contains(ann.Text(r), "1. ANN: not won, 0 of 52 cards up") {
		t.Errorf("the ranking: got %s", ann.Text(r))
	}
}
