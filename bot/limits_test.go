package bot_test

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// outcomes records the outcome of the last request.
type outcomes struct{ last bot.Outcome }

func (o *outcomes) Handled(_ context.Context, h bot.Handled) { o.last = h.Outcome }

// A player may make three seconds' worth of requests at once. Other players aren't
// limited.
func TestAQuickPlayerIsLimitedAlone(t *testing.T) {
	p := bottest.NewPerson(t)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.Bot.Now = func() time.Time { return now }
	p.Bot.Limits = bot.Limits{PerSecond: 5}
	for i := range 15 {
		if r := p.Say("new"); r.Board == nil {
			t.Fatalf("request %d: got %s, want a board", i, p.Text(r))
		}
	}
	p.Has(p.Say("new"), "limits.slower")
	other := *p
	other.Player.User = "bob"
	if r := other.Say("new"); r.Board == nil {
		t.Errorf("another player is limited: %s", p.Text(r))
	}
	now = now.Add(200 * time.Millisecond)
	if r := p.Say("show"); r.Board == nil {
		t.Errorf("after a fifth of a second: got %s, want a board", p.Text(r))
	}
	p.Has(p.Say("show"), "limits.slower")
}

// The bot doesn't remember it as delivered.
func TestALimitedRequestCanBeRetried(t *testing.T) {
	p := bottest.NewPerson(t)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.Bot.Now = func() time.Time { return now }
	p.Bot.Limits = bot.Limits{PerSecond: 0.3}
	p.Say("new")
	p.ID = "again"
	p.Has(p.Say("d"), "limits.slower")
	now = now.Add(time.Minute)
	if r := p.Say("d"); r.Board == nil || len(r.Board.Waste) != 1 {
		t.Errorf("the second delivery: got %s, want the draw", p.Text(r))
	}
}

// They don't wait.
func TestRequestsBeyondTheConcurrencyLimitFailAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := bottest.PersonOn(t, play.New(&slow{Memory: persisttest.NewMemory(), takes: time.Second}))
		p.Bot.Limits = bot.Limits{AtOnce: 3}
		begin := time.Now()
		answers := make(chan string, 10)
		for i := range 10 {
			go func() {
				player := persist.Player{Platform: "terminal", User: strconv.Itoa(i)}
				r, err := p.Bot.Handle(context.Background(), bot.Request{Player: player, Text: "new"})
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
			t.Errorf("got the answers %v, want 3 boards after 1 s and 7 refusals at once", count)
		}
	})
}

// Without a chosen language, it is explained in the platform's language.
func TestALimitIsExplainedInTheChosenLanguage(t *testing.T) {
	p := bottest.NewPerson(t)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.Bot.Now = func() time.Time { return now }
	limited := func() string {
		t.Helper()
		limits := p.Bot.Limits
		defer func() { p.Bot.Limits = limits }()
		p.Bot.Limits = bot.Limits{PerSecond: 0.001}
		for range 10 {
			r, err := p.Bot.Handle(context.Background(), bot.Request{Player: p.Player, Locale: "bg", Text: "help"})
			if err != nil {
				t.Fatal(err)
			}
			if bottest.Said(r, "limits.slower") {
				return r.Lang
			}
		}
		t.Fatal("no request is limited")
		return ""
	}
	for _, step := range []struct{ text, want string }{
		{"help", "bg"},
		{"settings language sn", "sn"},
		{"settings language mt", "mt"},
		{"settings language auto", "bg"},
		{"settings language sq", "sq"},
	} {
		p.Say(step.text)
		if got := limited(); got != step.want {
			t.Errorf("after %s: got %s, want %s", step.text, got, step.want)
		}
	}
	p.Forget()
	if got := limited(); got != "bg" {
		t.Errorf("after forget-me: got %s, want bg", got)
	}
}

// This holds for any hour and any pattern of requests.
func TestNoHourHasMoreRequestsThanTheLimit(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := bottest.NewPerson(t)
		var seen outcomes
		now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
		p.Bot.Now, p.Bot.Observer = func() time.Time { return now }, &seen
		p.Bot.Limits = bot.Limits{PerHour: rapid.IntRange(2, 40).Draw(r, "limit")}
		var passed []time.Time // within the last hour
		for range rapid.IntRange(1, 40).Draw(r, "spells") {
			gap := rapid.Int64Range(0, int64(10*time.Minute)).Draw(r, "gap")
			for range rapid.IntRange(1, 30).Draw(r, "requests") {
				now = now.Add(time.Duration(gap))
				p.Say("help")
				if seen.last == bot.Limited {
					continue
				}
				passed = append(passed, now)
				for now.Sub(passed[0]) > time.Hour {
					passed = passed[1:]
				}
				if len(passed) > p.Bot.Limits.PerHour {
					r.Fatalf("got %d requests in the hour before %v, want %d at most", len(passed), now, p.Bot.Limits.PerHour)
				}
			}
		}
	})
}

// Two moves a second for a quarter of an hour, then one every 1.5 seconds, stay below
// 5 a second and 4,000 an hour.
func TestAQuickPersonIsNotLimited(t *testing.T) {
	p := bottest.NewPerson(t)
	var seen outcomes
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.Bot.Now, p.Bot.Observer = func() time.Time { return now }, &seen
	p.Bot.Limits = bot.Limits{PerSecond: 5, PerHour: 4000}
	play := func(pace, length time.Duration) {
		t.Helper()
		for end := now.Add(length); now.Before(end); now = now.Add(pace) {
			if p.Say("help"); seen.last == bot.Limited {
				t.Fatalf("limited at %v", now)
			}
		}
	}
	play(500*time.Millisecond, 15*time.Minute)
	play(1500*time.Millisecond, 2*time.Hour)
}

func TestCompletionsAndMovesHaveSeparateLimits(t *testing.T) {
	p := bottest.NewPerson(t)
	var seen outcomes
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.Bot.Now, p.Bot.Observer = func() time.Time { return now }, &seen
	p.Bot.Limits = bot.Limits{PerSecond: 1}
	p.Say("new deal 1")
	now = now.Add(time.Minute)
	type step struct {
		text string
		want bot.Outcome
	}
	for _, s := range []step{
		{"", bot.Answered},
		{"", bot.Answered},
		{"", bot.Answered},
		{"", bot.Limited},
		{"draw", bot.Changed},
		{"draw", bot.Changed},
		{"draw", bot.Changed},
		{"draw", bot.Limited},
		{"", bot.Limited},
	} {
		if s.text != "" {
			p.Say(s.text)
		} else if _, texts := complete(p, ""); (len(texts) > 0) != (s.want == bot.Answered) {
			t.Errorf("got the completions %q, want %s", texts, s.want)
		}
		if seen.last != s.want {
			t.Errorf("%q: got %s, want %s", s.text, seen.last, s.want)
		}
	}
	now = now.Add(time.Second)
	if _, texts := complete(p, ""); len(texts) == 0 {
		t.Error("got no completion a second later")
	}
}

// They are observed under a name that no command has.
func TestCompletionsCountAsConcurrentRequests(t *testing.T) {
	p := bottest.NewPerson(t)
	var seen outcomes
	p.Bot.Observer = &seen
	p.Say("new deal 1")
	p.Bot.Limits = bot.Limits{AtOnce: 1}
	list, err := p.Bot.Complete(context.Background(), bot.Request{Player: p.Player}, func(string) *locale.Speaker {
		if p.Say("draw"); seen.last != bot.Limited {
			t.Errorf("a concurrent move: got %s, want it limited", seen.last)
		}
		if _, texts := complete(p, ""); texts != nil || seen.last != bot.Limited {
			t.Errorf("a concurrent completion: got %s, %q, want it limited", seen.last, texts)
		}
		return p.Speaker
	})
	if err != nil || len(list) == 0 || seen.last != bot.Answered {
		t.Errorf("got %v, %v, %s, want completions", list, err, seen.last)
	}
	if p.Say("draw"); seen.last != bot.Changed {
		t.Errorf("a later move: got %s, want it made", seen.last)
	}
	if slices.ContainsFunc(play.Commands(), func(s bot.Command) bool { return s.Name == bot.Completion }) {
		t.Error("a command has the name of completions")
	}
}

// Players who have used most of their allowance can't get a new one by flooding the
// limiter.
func TestTheFullLimiterForgetsTheSlowestFirst(t *testing.T) {
	p := bottest.NewPerson(t)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.Bot.Now = func() time.Time { return now }
	p.Bot.Limits = bot.Limits{PerHour: 60}
	for range 22 {
		p.Say("help")
	}
	p.Has(p.Say("help"), "limits.slower")
	other := *p
	for i := range 25_000 {
		other.Player.User = strconv.Itoa(i)
		other.Say("help")
	}
	p.Has(p.Say("help"), "limits.slower")
}
