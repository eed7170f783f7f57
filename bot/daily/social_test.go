package daily_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A mailbox collects what is posted on one platform.
type mailbox struct {
	posts  []bot.Post
	refuse error
}

func (m *mailbox) Post(_ context.Context, p bot.Post) error {
	if m.refuse != nil {
		return m.refuse
	}
	m.posts = append(m.posts, p)
	return nil
}

func (w *world) mail() *mailbox {
	m := &mailbox{}
	w.bot.Posters["discord"] = m
	return m
}

// A challenge is the same deal for all; each one's clock is one's own, and the
// result is posted once all are done.
func TestChallenge(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.member("ann"), w.member("bob"), w.member("eve")
	open := ann.says("challenge <@bob> <@eve> draw 3", bob, eve)
	if open.Private {
		t.Error("a challenge is for all to see")
	}
	accept, decline := find(open, "button.challenge-accept"), find(open, "button.challenge-decline")
	if accept == "" || !strings.Contains(ann.text(open), "ANN challenges BOB, EVE: the same deal for all. Klondike · draw 3 · 3 passes.") {
		t.Fatalf("the challenge: %s", ann.text(open))
	}
	mine, theirs := ann.says(accept), bob.says(accept)
	if mine.Board == nil || theirs.Board == nil || mine.Board.Piles[6].Up[0] != theirs.Board.Piles[6].Up[0] {
		t.Fatal("they don't have the same deal")
	}
	if !mine.Private {
		t.Error("the board is for all to see")
	}
	stranger := w.member("zoe")
	stranger.has(stranger.says(accept), "challenge.not-yours")
	ann.has(ann.says(accept), "challenge.goes-on")
	ann.says("d")
	if r := ann.says("resign confirm"); len(r.Posts) != 0 {
		t.Error("posted before all were done")
	}
	eve.has(eve.says(decline), "challenge.declined")
	eve.has(eve.says(accept), "challenge.answered")
	bob.says("d")
	bob.says("5 4")
	r := bob.says("resign confirm")
	if len(r.Posts) != 1 {
		t.Fatalf("%d posts", len(r.Posts))
	}
	post := r.Posts[0]
	if post.To != (bot.Address{Platform: "discord", Server: "1", Channel: "c"}) {
		t.Errorf("posted to %+v", post.To)
	}
	if text := bob.text(post.Reply); !strings.Contains(text, "EVE: did not play") || !strings.Contains(text, "ANN: not won, 0 of 52 cards up") {
		t.Errorf("the result:\n%s", text)
	}
	bob.has(bob.says(accept), "challenge.over")
	if results := bob.results(); len(results) != 1 || results[0].Kind != "challenge" || results[0].Day != 0 {
		t.Errorf("results %+v", results)
	}
}

// What is not finished after a day ends, and the result is posted without anybody.
func TestChallengeExpires(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann, bob := w.member("ann"), w.member("bob")
	accept := find(ann.says("challenge <@bob>", bob), "button.challenge-accept")
	ann.says(accept)
	ann.says("d")
	w.now = w.now.Add(24*time.Hour - time.Second)
	w.tick()
	if len(mail.posts) != 0 {
		t.Fatal("too early")
	}
	w.now = w.now.Add(time.Second)
	w.tick()
	w.tick()
	if len(mail.posts) != 1 {
		t.Fatalf("%d posts", len(mail.posts))
	}
	if results := ann.results(); len(results) != 1 || results[0].Outcome != persist.Expired {
		t.Errorf("results %+v", results)
	}
	bob.has(bob.says(accept), "challenge.over")
	w.now = w.now.Add(8 * 24 * time.Hour)
	w.tick()
	if docs, _ := w.store.Docs(context.Background(), persist.ChallengeKind, "", "", 10); len(docs) != 0 {
		t.Error("an old challenge is kept for ever")
	}
}

func TestChallengeRefused(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	ann.has(ann.says("challenge"), "challenge.whom")
	ann.has(ann.says("challenge <@ann>", ann), "challenge.whom")
	ann.has(ann.says("challenge <@bob> draw 2", bob), "choice.value")
	ann.has(ann.says("challenge <@bob> yukon draw 3", bob), "new.needs-stock")
	many := []*member{}
	for _, name := range strings.Split("abcdefgh", "") {
		many = append(many, w.member(name))
	}
	ann.has(ann.says("challenge", many...), "challenge.too-many")
	ann.place = bot.Place{}
	ann.has(ann.says("challenge <@bob>", bob), "challenge.where")
	ann.has(ann.says("challenge accept nonsense"), "challenge.over")
}

// Nobody keeps more people waiting than can be challenged at once.
func TestChallengesAreLimited(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.member("ann"), w.member("bob"), w.member("eve")
	var last bot.Reply
	for range 3 {
		last = ann.says("challenge", bob, eve)
		ann.has(last, "challenge.open", "challenge.until")
	}
	ann.has(ann.says("challenge", bob, eve), "challenge.too-many")
	ann.has(bob.says("challenge", ann, eve), "challenge.open", "challenge.until")
	for _, m := range []*member{ann, bob, eve} {
		m.has(m.says(find(last, "button.challenge-decline")), "challenge.declined")
	}
	ann.has(ann.says("challenge", bob, eve), "challenge.open", "challenge.until")
}

// Who is forgotten leaves a challenge without a name, and the others go on.
func TestForgottenLeaveChallenges(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	accept := find(ann.says("challenge <@bob>", bob), "button.challenge-accept")
	ann.says(accept)
	bob.says(accept)
	ask := ann.says("forget-me")
	ann.says(ask.Actions[0][0].Text)
	bob.says("d")
	r := bob.says("resign confirm")
	if len(r.Posts) != 1 || strings.Contains(bob.text(r.Posts[0].Reply), "ANN") {
		t.Errorf("posts %+v", r.Posts)
	}
}

// A reminder comes at its time, once a day, and not to who has played; when it
// can't be delivered it ends by itself.
func TestReminder(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann := w.member("ann")
	ann.has(ann.says("settings reminder 25:99"), "settings.line")
	ann.has(ann.says("settings reminder 18:30"), "settings.done")
	w.at(30, "18:29:30")
	w.tick()
	if len(mail.posts) != 0 {
		t.Fatal("too early")
	}
	w.at(30, "18:30:10")
	w.tick()
	w.tick()
	if len(mail.posts) != 1 || mail.posts[0].To.Player != ann.player || mail.posts[0].To.Channel != "" {
		t.Fatalf("posts %+v", mail.posts)
	}
	w.at(31, "09:00:00")
	ann.says("daily yukon")
	ann.says("settings style ascii")
	w.at(31, "18:30:10")
	w.tick()
	if len(mail.posts) != 1 {
		t.Error("reminded after playing")
	}
	w.at(32, "18:30:10")
	mail.refuse = errors.Join(errors.New("403"), bot.ErrUndeliverable)
	w.tick()
	mail.refuse = nil
	w.at(33, "18:30:10")
	w.tick()
	if len(mail.posts) != 1 {
		t.Error("it goes on after it could not be delivered")
	}
	if r := ann.says("settings"); !strings.Contains(ann.text(r), "Daily reminder: None") {
		t.Errorf("settings:\n%s", ann.text(r))
	}
	ann.says("settings reminder 07:00")
	ann.says("settings reminder 08:00")
	ann.says("settings reminder 08:00")
	if docs, _ := w.store.Docs(context.Background(), "reminder", "", "", 10); len(docs) != 1 || !strings.HasPrefix(docs[0].Key, "08:00|") {
		t.Errorf("reminders %+v", docs)
	}
	ask := ann.says("forget-me")
	ann.says(ask.Actions[0][0].Text)
	if docs, _ := w.store.Docs(context.Background(), "reminder", "", "", 10); len(docs) != 0 {
		t.Error("somebody who is forgotten is still reminded")
	}
}

// Where nothing can be sent, as in a terminal, there is no reminder to be chosen.
func TestNoReminderWithoutPoster(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	for _, text := range []string{"settings reminder", "settings reminder 07:30", "settings reminder off"} {
		ann.has(ann.says(text), "settings.no-reminder")
	}
	if rec, err := w.store.Load(context.Background(), ann.player); err == nil && len(rec.Settings) > 0 {
		t.Errorf("settings %v", rec.Settings)
	}
	r := ann.says("settings")
	if text := ann.text(r); strings.Contains(text, "eminder") || offers(r, "settings reminder") {
		t.Errorf("settings:\n%s", text)
	}
}

// played lets two people begin a challenge, which neither of them finishes.
func (w *world) played(ann, bob *member) {
	w.t.Helper()
	accept := find(ann.says("challenge <@bob>", bob), "button.challenge-accept")
	for _, m := range []*member{ann, bob} {
		m.says(accept)
		m.says("d")
	}
}

// What can't be sent by a bot that reaches nobody, such as one in a terminal on a
// service's data, is left to one that can.
func TestPostsAreLeftToWhoCanSendThem(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann, bob := w.member("ann"), w.member("bob")
	ann.admin = true
	ann.says("settings channel <#C9|games>")
	bob.says("settings reminder 18:30")
	ann.says("challenge <@bob>", bob)
	w.played(ann, bob)
	mail.posts = nil
	w.at(31, "18:30:10")
	for _, w.bot.Posters = range []map[string]bot.Poster{nil, {"discord": mail}} {
		w.tick()
	}
	var keys []string
	for _, p := range mail.posts {
		keys = append(keys, p.Reply.Lines[0].Key)
	}
	slices.Sort(keys)
	if want := []string{"challenge.result", "challenge.result", "post.day", "reminder.text"}; !slices.Equal(keys, want) {
		t.Errorf("posts %v, want %v", keys, want)
	}
}

// One reminder a day is enough, whatever is chosen after it.
func TestReminderChangedOnItsDay(t *testing.T) {
	for _, choices := range [][]string{{"18:30"}, {"off", "18:30"}, {"off", "08:00", "18:30"}} {
		w := newWorld(t)
		mail := w.mail()
		ann := w.member("ann")
		ann.says("settings reminder 08:00")
		w.at(31, "08:00:10")
		w.tick()
		w.at(31, "09:00:00")
		for _, value := range choices {
			ann.says("settings reminder " + value)
		}
		w.at(31, "18:30:10")
		w.tick()
		if len(mail.posts) != 1 {
			t.Errorf("08:00, then %q: %d reminders in a day", choices, len(mail.posts))
		}
		w.at(32, "18:30:10")
		w.tick()
		if len(mail.posts) != 2 {
			t.Errorf("08:00, then %q: %d reminders in two days", choices, len(mail.posts))
		}
	}
}

// An administrator chooses the channel in which each day is announced.
func TestDailyPost(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann := w.member("ann")
	ann.has(ann.says("settings channel <#C9|games>"), "place.admin")
	ann.admin = true
	ann.has(ann.says("settings channel"), "channel.how")
	mail.refuse = bot.ErrUndeliverable
	ann.has(ann.says("settings channel <#C9|games>"), "channel.denied")
	mail.refuse = nil
	ann.has(ann.says("settings channel <#C9|games>"), "channel.done")
	w.tick()
	if len(mail.posts) != 1 || mail.posts[0].Reply.Lines[0].Key != "channel.here" {
		t.Fatalf("besides a word that it is chosen there are posts: %+v", mail.posts)
	}
	mail.posts = nil
	w.finished(w.member("bob"), 30, true, 100, "discord|1")
	w.at(31, "00:00:30")
	w.tick()
	w.tick()
	if len(mail.posts) != 1 || mail.posts[0].To != (bot.Address{Platform: "discord", Server: "1", Channel: "C9"}) {
		t.Fatalf("posts %+v", mail.posts)
	}
	if text := ann.text(mail.posts[0].Reply); !strings.Contains(text, "#31") || !strings.Contains(text, "1 player here has finished") {
		t.Errorf("the post:\n%s", text)
	}
	w.at(32, "00:00:30")
	mail.refuse = bot.ErrUndeliverable
	w.tick()
	mail.refuse = nil
	w.at(33, "00:00:30")
	w.tick()
	if len(mail.posts) != 1 {
		t.Error("it goes on after it could not be delivered")
	}
	ann.has(ann.says("settings channel off"), "channel.off")
	ann.place = bot.Place{}
	ann.has(ann.says("settings channel off"), "place.where")
}

// Who is forgotten after a challenge has ended leaves it as it is: its result is
// not posted a second time.
func TestForgottenAfterAChallenge(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	open := ann.says("challenge <@bob>", bob)
	ann.says(find(open, "button.challenge-accept"))
	ann.says("d")
	bob.says(find(open, "button.challenge-decline"))
	if r := ann.says("resign confirm"); len(r.Posts) != 1 {
		t.Fatalf("%d posts", len(r.Posts))
	}
	ask := ann.says("forget-me")
	if r := ann.says(ask.Actions[0][0].Text); len(r.Posts) != 0 {
		t.Errorf("posted again: %s", ann.text(r.Posts[0].Reply))
	}
}

// Who was asked, or asks, is forgotten too, whether the game was begun or not.
func TestForgottenWithoutAGame(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.member("ann"), w.member("bob"), w.member("eve")
	open := ann.says("challenge <@bob> <@eve>", bob, eve)
	for _, m := range []*member{ann, bob} {
		ask := m.says("forget-me")
		m.says(ask.Actions[0][0].Text)
	}
	docs, err := w.store.Docs(context.Background(), persist.ChallengeKind, "", "", 10)
	if err != nil || len(docs) != 1 {
		t.Fatalf("%d docs, %v", len(docs), err)
	}
	if ch, err := persist.Unpack[persist.Challenge](docs[0]); err != nil || ch.Players[0].Name != "" || ch.Players[1].Player != (persist.Player{}) {
		t.Errorf("%+v, %v", ch.Players, err)
	}
	eve.says(find(open, "button.challenge-accept"))
	eve.says("d")
	r := eve.says("resign confirm")
	if len(r.Posts) != 1 || !strings.Contains(eve.text(r.Posts[0].Reply), "a player: did not play") {
		t.Errorf("posts %+v", r.Posts)
	}
}

// Who is forgotten while a reminder can't be sent gets none, and nothing is kept of it.
func TestForgottenWhileAReminderIsDue(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann := w.member("ann")
	ann.says("settings reminder 18:30")
	w.at(31, "18:30:10")
	mail.refuse = errors.New("503")
	if err := daily.Tick(context.Background(), w.bot, w.now.Add(-time.Minute)); !errors.Is(err, mail.refuse) {
		t.Fatal(err)
	}
	due := func() int {
		docs, err := w.store.Docs(context.Background(), "due", "", "", 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(docs)
	}
	if n := due(); n != 1 {
		t.Fatalf("%d reminders are due", n)
	}
	ann.says(ann.says("forget-me").Actions[0][0].Text)
	if n := due(); n != 0 {
		t.Errorf("%d reminders are due", n)
	}
	mail.refuse = nil
	w.tick()
	if len(mail.posts) != 0 {
		t.Errorf("posts %+v", mail.posts)
	}
}

// Forgetting in the very moment in which the player's games end leaves nothing
// of them.
func TestForgottenAsGamesEnd(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	w.at(30, "12:00:00")
	accept := find(ann.says("challenge <@bob>", bob), "button.challenge-accept")
	ann.says("daily")
	ann.says("d")
	ann.says(accept)
	ann.says("d")
	ask := ann.says("forget-me")
	w.at(31, "12:00:00")
	ann.has(ann.says(ask.Actions[0][0].Text), "forget-me.done")
	for _, kind := range []string{"attempt", persist.ChallengeKind} {
		docs, err := w.store.Docs(context.Background(), kind, "", "", 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			if strings.Contains(string(d.Data), "ANN") || strings.Contains(d.Key, "ann") {
				t.Errorf("%s %q still names the player", kind, d.Key)
			}
		}
	}
	if n := len(ann.results()); n != 0 {
		t.Errorf("%d results are left", n)
	}
}

// What fails once is posted by the next round, and then no more.
func TestPostsAreTriedAgain(t *testing.T) {
	refused := errors.New("503")
	rounds := func(w *world, mail *mailbox, refuse error) int {
		for _, mail.refuse = range []error{refuse, nil, nil} {
			if err := daily.Tick(context.Background(), w.bot, w.now.Add(-time.Minute)); err != nil && !errors.Is(err, refuse) {
				w.t.Fatal(err)
			}
		}
		return len(mail.posts)
	}
	challenge := func(t *testing.T) (*world, *mailbox, *member) {
		w := newWorld(t)
		mail := w.mail()
		ann, bob := w.member("ann"), w.member("bob")
		open := ann.says("challenge <@bob>", bob)
		ann.says(find(open, "button.challenge-accept"))
		ann.says("d")
		bob.says(find(open, "button.challenge-decline"))
		return w, mail, ann
	}
	t.Run("the day", func(t *testing.T) {
		w := newWorld(t)
		mail := w.mail()
		ann := w.member("ann")
		ann.admin = true
		ann.says("settings channel <#C9|games>")
		mail.posts = nil
		w.at(31, "00:00:30")
		if n := rounds(w, mail, refused); n != 1 {
			t.Errorf("%d posts", n)
		}
		w.at(32, "23:59:50")
		mail.refuse = refused
		_ = daily.Tick(context.Background(), w.bot, w.now)
		mail.refuse = nil
		w.at(33, "00:00:10")
		w.tick()
		if text := ann.text(mail.posts[len(mail.posts)-1].Reply); len(mail.posts) != 2 || !strings.Contains(text, "#33") {
			t.Errorf("%d posts, the last:\n%s", len(mail.posts), text)
		}
	})
	t.Run("a challenge whose time is over", func(t *testing.T) {
		w, mail, _ := challenge(t)
		w.now = w.now.Add(24 * time.Hour)
		if n := rounds(w, mail, refused); n != 1 {
			t.Errorf("%d posts", n)
		}
	})
	for _, refuse := range []error{refused, bot.ErrUndeliverable, nil} {
		t.Run(fmt.Sprint("a challenge ended by its player, refused with ", refuse), func(t *testing.T) {
			w, mail, ann := challenge(t)
			mail.refuse = refuse
			err := w.bot.Respond(context.Background(), ann.request("resign confirm"), &ack{}, bot.DefaultTimes())
			if !errors.Is(err, refuse) {
				t.Fatal(err)
			}
			want := map[error]int{refused: 1, nil: 1}[refuse]
			before := len(mail.posts)
			if n := rounds(w, mail, nil); n != before {
				t.Errorf("%d posts by the jobs before the reply has had its time", n-before)
			}
			w.now = w.now.Add(time.Minute)
			if n := rounds(w, mail, nil); n != want {
				t.Errorf("%d posts, want %d", n, want)
			}
			if docs, _ := w.store.Docs(context.Background(), persist.ChallengeKind, "", "", 10); len(docs) != 0 {
				t.Error("a challenge that is done with is kept")
			}
		})
	}
	t.Run("a challenge of days ago", func(t *testing.T) {
		w, mail, ann := challenge(t)
		ann.says("resign confirm")
		w.now = w.now.Add(25 * time.Hour)
		if n := rounds(w, mail, nil); n != 0 {
			t.Errorf("%d posts", n)
		}
		if docs, _ := w.store.Docs(context.Background(), persist.ChallengeKind, "", "", 10); len(docs) != 0 {
			t.Error("it is kept")
		}
	})
}

// A challenge that can't be read any more doesn't keep those who play it from
// anything else, nor from being forgotten.
func TestDamagedChallenge(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	ann.says(find(ann.says("challenge <@bob>", bob), "button.challenge-accept"))
	ann.says("d")
	docs, err := w.store.Docs(context.Background(), persist.ChallengeKind, "", "", 10)
	if err != nil || len(docs) != 1 {
		t.Fatalf("%d docs, %v", len(docs), err)
	}
	docs[0].Data = docs[0].Data[:9]
	if err := w.store.Commit(context.Background(), persist.Change{Docs: docs}); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(25 * time.Hour)
	ann.says("new confirm")
	if results := ann.results(); len(results) != 1 || results[0].Outcome != persist.Expired {
		t.Errorf("results %+v", results)
	}
	ask := ann.says("forget-me")
	ann.has(ann.says(ask.Actions[0][0].Text), "forget-me.done")
}

// Unreadable is a store that can't read one player's record.
type unreadable struct {
	persist.Store
	player persist.Player
}

func (u unreadable) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	if p == u.player {
		return persist.Record{}, persist.ErrDamaged
	}
	return u.Store.Load(ctx, p)
}

// A player's record that can't be read doesn't keep the others from the result.
func TestChallengeOfADamagedPlayer(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann, bob := w.member("ann"), w.member("bob")
	accept := find(ann.says("challenge <@bob>", bob), "button.challenge-accept")
	ann.says(accept)
	ann.says("d")
	bob.says(accept)
	bob.says("d")
	bob.says("resign confirm")
	w.bot.Store = unreadable{w.store, ann.player}
	w.now = w.now.Add(25 * time.Hour)
	for range 2 {
		if err := daily.Tick(context.Background(), w.bot, w.now.Add(-time.Minute)); err != nil && !errors.Is(err, persist.ErrDamaged) {
			t.Fatal(err)
		}
	}
	if len(mail.posts) != 1 || !strings.Contains(bob.text(mail.posts[0].Reply), "BOB") {
		t.Errorf("posts %+v", mail.posts)
	}
}

// What was missed while no copy of the bot was running is made up for, for an
// hour.
func TestReminderAfterAPause(t *testing.T) {
	for _, tt := range []struct {
		at   string
		day  persist.Day
		back string
		want int
	}{
		{"18:30", 30, "18:50:00", 1},
		{"18:30", 30, "21:00:00", 0}, // too long ago
		{"23:59", 31, "00:00:30", 1},
		{"23:59", 31, "01:00:00", 0},
		{"00:00", 31, "00:00:10", 1},
		{"12:00", 30, "12:30:00", 0}, // chosen at noon, for the next day
	} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			w.bot.Solver = nil // no deals are needed
			mail := w.mail()
			w.member("ann").says("settings reminder " + tt.at)
			w.at(tt.day, tt.back)
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			daily.Work(ctx, w.bot, daily.Jobs{Days: 1, Failed: func(error) {}})
			if len(mail.posts) != tt.want {
				t.Errorf("%s, back at %s: %d reminders, want %d", tt.at, tt.back, len(mail.posts), tt.want)
			}
		})
	}
}

// A reminder that comes only after midnight is for the new day, which then has no
// other one.
func TestReminderOverMidnight(t *testing.T) {
	for _, plays := range []bool{false, true} {
		w := newWorld(t)
		mail := w.mail()
		ann := w.member("ann")
		ann.says("settings reminder 23:59")
		if plays {
			ann.says("daily yukon")
			ann.says("settings style ascii")
		}
		posts := func(clock string, since time.Duration, want int) {
			t.Helper()
			w.at(31, clock)
			if err := daily.Tick(context.Background(), w.bot, w.now.Add(-since)); err != nil {
				t.Fatal(err)
			}
			if len(mail.posts) != want {
				t.Errorf("%s, played %v: %d reminders, want %d", clock, plays, len(mail.posts), want)
			}
		}
		late := 1
		if plays {
			late = 0
		}
		posts("00:05:00", 10*time.Minute, late)
		posts("23:59:00", time.Minute, 1)
	}
}

// standstill is a solver that gets nowhere.
type standstill struct{ thinker }

func (standstill) Win(ctx context.Context, _ game.State, _ time.Duration) ([]game.Move, bool) {
	<-ctx.Done()
	return nil, false
}

// What has its time doesn't wait for what takes long.
func TestPunctual(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.bot.Solver = standstill{}
		mail := w.mail()
		w.member("ann").says("settings reminder 12:30")
		begin := time.Now()
		w.bot.Now = func() time.Time { return noon().Add(time.Since(begin)) }
		ctx, cancel := context.WithTimeout(context.Background(), 31*time.Minute)
		defer cancel()
		daily.Work(ctx, w.bot, daily.Jobs{Days: 1, Failed: func(err error) { t.Error(err) }})
		if len(mail.posts) != 1 {
			t.Errorf("%d reminders", len(mail.posts))
		}
	})
}
