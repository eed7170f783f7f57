package daily_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

func TestADamagedChallengeStopsNoOther(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob := w.Member("ann"), w.Member("bob")
	accept := bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept")
	ann.Say(accept)
	ann.Say("d")
	ann.Say("resign confirm")
	bob.Say(accept)
	bob.Say("d")
	for _, key := range []string{"\x01", "~~~"} { // before and after all others
		damaged := persist.Doc{Kind: persist.ChallengeKind, Key: key, Data: []byte{1}}
		if err := w.Store.Commit(context.Background(), persist.Change{Docs: []persist.Doc{damaged}}); err != nil {
			t.Fatal(err)
		}
	}
	w.Bot.Store = unreadableDocs{w.Store}
	w.Now = w.Now.Add(25 * time.Hour)
	for range 2 {
		if err := daily.Tick(context.Background(), w.Bot, w.Now.Add(-time.Minute)); !persist.Unreadable(err) {
			t.Errorf("Tick: got %v, want the damage", err)
		}
	}
	if len(mail.Posts) != 1 {
		t.Errorf("got the posts %+v, want the result of the other challenge", mail.Posts)
	}
}

// unreadableDocs is a store that fails to read docs of one byte.
type unreadableDocs struct{ persist.Store }

func (u unreadableDocs) Docs(ctx context.Context, kind, prefix, after string, limit int) ([]persist.Doc, error) {
	docs, err := u.Store.Docs(ctx, kind, prefix, after, limit)
	for i, d := range docs {
		if len(d.Data) == 1 {
			docs[i] = persist.Doc{Kind: d.Kind, Key: d.Key, Err: persist.NameUnreadable(persist.ErrDamaged, persist.KindDoc, persist.Player{}, d.Name())}
		}
	}
	return docs, err
}

func TestADamagedChannelStopsNoOther(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	for _, server := range []string{"1", "2", "3"} {
		admin := w.Member("admin" + server)
		admin.Admin, admin.Place.Server = true, server
		admin.Has(admin.Say("settings channel <#C"+server+">"), "channel.done")
	}
	docs, err := w.Store.Docs(context.Background(), bot.PlaceKind, "", "", 10)
	if err != nil || len(docs) != 3 {
		t.Fatalf("got %d channels, %v, want 3", len(docs), err)
	}
	docs[1].Data = docs[1].Data[:9]
	if err := w.Store.Commit(context.Background(), persist.Change{Docs: docs[1:2]}); err != nil {
		t.Fatal(err)
	}
	mail.Posts = nil
	w.At(31, "00:01:00")
	if err := daily.Tick(context.Background(), w.Bot, w.Now.Add(-time.Minute)); !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("Tick: got %v, want the damage", err)
	}
	var told []string
	for _, p := range mail.Posts {
		told = append(told, p.To.Channel)
	}
	if slices.Sort(told); !slices.Equal(told, []string{"C1", "C3"}) {
		t.Errorf("got posts in %v, want C1 and C3", told)
	}
}

// Challenge results come first, then the day's posts, then reminders, so that a slow
// platform doesn't delay the posts that most people read.
func TestPostsComeBeforeReminders(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob := w.Member("ann"), w.Member("bob")
	ann.Admin = true
	ann.Say("settings channel <#C9>")
	bob.Say("settings reminder 00:00")
	w.At(30, "23:59:00")
	open := ann.Say("challenge <@bob>", bob)
	ann.Say(bottest.Find(open, "button.challenge-accept"))
	mail.Posts = nil
	w.At(32, "00:00:30")
	tick(w)
	var order []string
	for _, p := range mail.Posts {
		order = append(order, p.Reply.Lines[0].Key)
	}
	if want := []string{"challenge.result", "post.day", "reminder.text"}; !slices.Equal(order, want) {
		t.Errorf("got the posts in the order %v, want %v", order, want)
	}
}

// A bot in a terminal may share the data of a service.
func TestABotWithoutThePlatformLeavesItsPosts(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob := w.Member("ann"), w.Member("bob")
	ann.Admin = true
	ann.Say("settings channel <#C9|games>")
	bob.Say("settings reminder 18:30")
	ann.Say("challenge <@bob>", bob)
	played(w, ann, bob)
	mail.Posts = nil
	w.At(31, "18:30:10")
	for _, w.Bot.Posters = range []map[string]bot.Poster{nil, {"discord": mail}} {
		tick(w)
	}
	var keys []string
	for _, p := range mail.Posts {
		keys = append(keys, p.Reply.Lines[0].Key)
	}
	slices.Sort(keys)
	if want := []string{"challenge.result", "challenge.result", "post.day", "reminder.text"}; !slices.Equal(keys, want) {
		t.Errorf("got the posts %v, want %v", keys, want)
	}
}

// standstill is a solver that works until its context ends.
type standstill struct{ bottest.Solver }

func (standstill) Win(ctx context.Context, _ game.State, _ time.Duration) ([]game.Move, bool) {
	<-ctx.Done()
	return nil, false
}

func TestTimedJobsDoNotWaitForSlowOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := bottest.NewWorld(t)
		w.Bot.Solver = standstill{}
		mail := w.Mail()
		w.Member("ann").Say("settings reminder 12:30")
		begin := time.Now()
		w.Bot.Now = func() time.Time { return bottest.Noon().Add(time.Since(begin)) }
		ctx, cancel := context.WithTimeout(context.Background(), 31*time.Minute)
		defer cancel()
		daily.Work(ctx, w.Bot, daily.Jobs{Days: 1, Failed: func(err error) { t.Error(err) }})
		if len(mail.Posts) != 1 {
			t.Errorf("got %d reminders, want 1", len(mail.Posts))
		}
	})
}

// After an hour with the clock two years ahead, posts, reminders and streaks continue
// when the clock is right again.
func TestMarksFromTheFutureAreIgnored(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob := w.Member("ann"), w.Member("bob")
	ann.Admin = true
	ann.Say("settings channel <#C9>")
	bob.Say("settings reminder 12:30")
	w.Finished(bob, 30, true, 100, "discord|1")

	w.At(760, "12:29:30")
	tick(w)
	w.At(760, "12:30:30")
	tick(w)
	w.Finished(bob, 760, true, 100, "discord|1")

	mail.Posts = nil
	w.At(31, "12:29:30")
	tick(w)
	w.At(31, "12:30:30")
	tick(w)
	var keys []string
	for _, p := range mail.Posts {
		keys = append(keys, p.Reply.Lines[0].Key)
	}
	if got := strings.Join(keys, " "); got != "post.day reminder.text" {
		t.Errorf("after the clock is right: got the posts %q, want one of the day and a reminder", got)
	}
	tick(w)
	if len(mail.Posts) != len(keys) {
		t.Errorf("got %d posts, want none of them again", len(mail.Posts))
	}
	w.Finished(bob, 31, true, 100, "discord|1")
	w.At(31, "13:00:00")
	if text := bob.Text(bob.Say("stats")); !strings.Contains(text, "2 now, 2 at best") {
		t.Errorf("got\n%s\nwant a streak of 2", text)
	}
}

// The clock is two years ahead for an hour, in which ann opens a challenge, finishes a deal
// of the day, begins a game and asks for a link to the page.
func TestWhatWasDatedByAWrongClockEndsInTime(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	w.Bot.Page = "https://example.org"
	ann, bob := w.Member("ann"), w.Member("bob")
	w.Finished(ann, 30, true, 101, "discord|1")
	w.At(760, "12:00:00")
	w.Finished(ann, 760, true, 202, "discord|1")
	ann.Say("challenge <@bob>", bob)
	ann.Say("new deal 1")
	ann.Say("d")
	ann.Place.Shared = false
	ann.Say("open")

	w.At(30, "14:00:00")
	tick(w)
	if text := ann.Text(ann.Say("share")); !strings.Contains(text, "#30") {
		t.Errorf("got the share text\n%s\nwant that of day 30", text)
	}
	ann.Say("d")
	w.At(30, "14:01:00")
	ann.Say("d")
	ann.Say("new confirm")
	results := ann.Results()
	if len(results) != 3 {
		t.Errorf("got %d results, want 3", len(results))
	}
	for _, r := range results {
		if r.Last.Before(r.First) {
			t.Errorf("a game lasts from %v to %v", r.First, r.Last)
		}
	}
	links := 0
	err := w.Bot.Walk(context.Background(), bot.PageLinkKind, "", func(d persist.Doc) error {
		links++
		if link, err := persist.Unpack[bot.PageLink](d); err != nil || link.Valid(w.Now) {
			t.Errorf("the link is valid until %v (%v)", link.Until, err)
		}
		return nil
	})
	if err != nil || links != 1 {
		t.Errorf("got %d links, %v, want 1", links, err)
	}
	w.At(31, "14:00:00")
	tick(w)
	tick(w)
	over := 0
	for _, p := range mail.Posts {
		if bottest.Said(p.Reply, "challenge.result") {
			over++
		}
	}
	if over != 1 {
		t.Errorf("got %d results of the challenge a day later, want 1", over)
	}
}
