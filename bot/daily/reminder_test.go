package daily_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/persist"
)

// It comes at its time, not after the player has played, and is switched off when it
// can't be delivered.
func TestAReminderComesOnceADay(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann := w.Member("ann")
	ann.Has(ann.Say("settings reminder 25:99"), "settings.value")
	ann.Has(ann.Say("settings reminder 18:30"), "settings.done")
	w.At(30, "18:29:30")
	tick(w)
	if len(mail.Posts) != 0 {
		t.Fatal("the reminder is sent too early")
	}
	w.At(30, "18:30:10")
	tick(w)
	tick(w)
	if len(mail.Posts) != 1 || mail.Posts[0].To.Player != ann.Player || mail.Posts[0].To.Channel != "" {
		t.Fatalf("got the posts %+v, want one direct message", mail.Posts)
	}
	w.At(31, "09:00:00")
	ann.Say("daily yukon")
	ann.Say("settings style ascii")
	w.At(31, "18:30:10")
	tick(w)
	if len(mail.Posts) != 1 {
		t.Error("a player who has played is reminded")
	}
	w.At(32, "18:30:10")
	mail.Refuse = errors.Join(errors.New("403"), bot.ErrUndeliverable)
	tick(w)
	mail.Refuse = nil
	w.At(33, "18:30:10")
	tick(w)
	if len(mail.Posts) != 1 {
		t.Error("a reminder is sent after one couldn't be delivered")
	}
	if r := ann.Say("settings"); !strings.Contains(ann.Text(r), "Daily reminder: None") {
		t.Errorf("got the settings\n%s\nwant no reminder", ann.Text(r))
	}
	ann.Say("settings reminder 07:00")
	ann.Say("settings reminder 08:00")
	ann.Say("settings reminder 08:00")
	if docs, _ := w.Store.Docs(context.Background(), "reminder", "", "", 10); len(docs) != 1 || !strings.HasPrefix(docs[0].Key, "08:00|") {
		t.Errorf("got the reminders %+v, want one at 08:00", docs)
	}
	ask := ann.Say("forget-me")
	ann.Say(ask.Actions[0][0].Text)
	if docs, _ := w.Store.Docs(context.Background(), "reminder", "", "", 10); len(docs) != 0 {
		t.Error("a forgotten player still has a reminder")
	}
}

func TestRemindersNeedAPlatformThatCanPost(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	for _, text := range []string{"settings reminder", "settings reminder 07:30", "settings reminder off"} {
		ann.Has(ann.Say(text), "settings.no-reminder")
	}
	if rec, err := w.Store.Load(context.Background(), ann.Player); err == nil && len(rec.Settings) > 0 {
		t.Errorf("got the settings %v, want none", rec.Settings)
	}
	r := ann.Say("settings")
	if text := ann.Text(r); strings.Contains(text, "eminder") || bottest.Offers(r, "settings reminder") {
		t.Errorf("got the settings\n%s\nwant no reminder", text)
	}
}

func TestAChangedReminderIsNotSentTwiceADay(t *testing.T) {
	for _, choices := range [][]string{{"18:30"}, {"off", "18:30"}, {"off", "08:00", "18:30"}} {
		w := bottest.NewWorld(t)
		mail := w.Mail()
		ann := w.Member("ann")
		ann.Say("settings reminder 08:00")
		w.At(31, "08:00:10")
		tick(w)
		w.At(31, "09:00:00")
		for _, value := range choices {
			ann.Say("settings reminder " + value)
		}
		w.At(31, "18:30:10")
		tick(w)
		if len(mail.Posts) != 1 {
			t.Errorf("08:00, then %q: got %d reminders in a day, want 1", choices, len(mail.Posts))
		}
		w.At(32, "18:30:10")
		tick(w)
		if len(mail.Posts) != 2 {
			t.Errorf("08:00, then %q: got %d reminders in two days, want 2", choices, len(mail.Posts))
		}
	}
}

// It was missed while no copy of the bot was running.
func TestAMissedReminderIsSentForAnHour(t *testing.T) {
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
		{"12:00", 30, "12:30:00", 0}, // chosen at noon, so it begins the next day
	} {
		synctest.Test(t, func(t *testing.T) {
			w := bottest.NewWorld(t)
			w.Bot.Solver = nil // no deals are needed
			mail := w.Mail()
			w.Member("ann").Say("settings reminder " + tt.at)
			w.At(tt.day, tt.back)
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			daily.Work(ctx, w.Bot, daily.Jobs{Days: 1, Failed: func(error) {}})
			if len(mail.Posts) != tt.want {
				t.Errorf("%s, back at %s: got %d reminders, want %d", tt.at, tt.back, len(mail.Posts), tt.want)
			}
		})
	}
}

// The new day then has no other one.
func TestAReminderSentAfterMidnightIsTheNewDays(t *testing.T) {
	for _, plays := range []bool{false, true} {
		w := bottest.NewWorld(t)
		mail := w.Mail()
		ann := w.Member("ann")
		ann.Say("settings reminder 23:59")
		if plays {
			ann.Say("daily yukon")
			ann.Say("settings style ascii")
		}
		posts := func(clock string, since time.Duration, want int) {
			t.Helper()
			w.At(31, clock)
			if err := daily.Tick(context.Background(), w.Bot, w.Now.Add(-since)); err != nil {
				t.Fatal(err)
			}
			if len(mail.Posts) != want {
				t.Errorf("%s, played: %v: got %d reminders, want %d", clock, plays, len(mail.Posts), want)
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
