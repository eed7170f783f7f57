package daily_test

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A player may be quick for three seconds, then as quick as the limit; nobody
// else is slowed down.
func TestTooManyRequestsOfOnePlayer(t *testing.T) {
	p := newPerson(t)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.bot.Now = func() time.Time { return now }
	p.bot.Limits = bot.Limits{PerSecond: 5}
	for i := range 15 {
		if r := p.say("new"); r.Board == nil {
			t.Fatalf("request %d: %s", i, p.text(r))
		}
	}
	p.has(p.say("new"), "limits.slower")
	other := *p
	other.player.User = "bob"
	if r := other.say("new"); r.Board == nil {
		t.Errorf("another player was slowed down: %s", p.text(r))
	}
	now = now.Add(200 * time.Millisecond)
	if r := p.say("show"); r.Board == nil {
		t.Errorf("after a fifth of a second: %s", p.text(r))
	}
	p.has(p.say("show"), "limits.slower")
}

// A refused request is not remembered: delivered again, it is carried out.
func TestLimitedRequestCanBeSentAgain(t *testing.T) {
	p := newPerson(t)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.bot.Now = func() time.Time { return now }
	p.bot.Limits = bot.Limits{PerSecond: 0.3}
	p.say("new")
	p.id = "again"
	p.has(p.say("d"), "limits.slower")
	now = now.Add(time.Minute)
	if r := p.say("d"); r.Board == nil || len(r.Board.Waste) != 1 {
		t.Errorf("the second delivery: %s", p.text(r))
	}
}

// More than a limit at once get a quick answer instead of waiting.
func TestTooManyRequestsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := personOn(t, play.New(&slow{Memory: persisttest.NewMemory(), takes: time.Second}))
		p.bot.Limits = bot.Limits{AtOnce: 3}
		begin := time.Now()
		answers := make(chan string, 10)
		for i := range 10 {
			go func() {
				player := persist.Player{Platform: "terminal", User: strconv.Itoa(i)}
				r, err := p.bot.Handle(context.Background(), bot.Request{Player: player, Text: "new"})
				if err != nil {
					t.Error(err)
				}
				if r.Board != nil {
					answers <- "board " + time.Since(begin).String()
				} else {
					answers <- r.Lines[0].Key + " " + time.Since(begin).String()
				}
			}()
		}
		count := map[string]int{}
		for range 10 {
			count[<-answers]++
		}
		if count["board 1s"] != 3 || count["failure.busy 0s"] != 7 {
			t.Errorf("answers %v", count)
		}
	})
}

// Who is turned away reads it in the language that they have chosen, as long as
// the bot has anything of theirs, and else in the platform's.
func TestTurnedAwayInOnesLanguage(t *testing.T) {
	p := newPerson(t)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.bot.Now = func() time.Time { return now }
	turnedAway := func() string {
		t.Helper()
		limits := p.bot.Limits
		defer func() { p.bot.Limits = limits }()
		p.bot.Limits = bot.Limits{PerSecond: 0.001}
		for range 10 {
			r, err := p.bot.Handle(context.Background(), bot.Request{Player: p.player, Locale: "bg", Text: "help"})
			if err != nil {
				t.Fatal(err)
			}
			if said(r, "limits.slower") {
				return r.Lang
			}
		}
		t.Fatal("nobody is turned away")
		return ""
	}
	for _, step := range []struct{ text, want string }{
		{"help", "bg"},
		{"settings language sn", "sn"},
		{"settings language mt", "mt"},
		{"settings language auto", "bg"},
		{"settings language sq", "sq"},
	} {
		p.say(step.text)
		if got := turnedAway(); got != step.want {
			t.Errorf("after %s: %s, want %s", step.text, got, step.want)
		}
	}
	p.forget()
	if got := turnedAway(); got != "bg" {
		t.Errorf("forgotten, but answered in %s", got)
	}
}
