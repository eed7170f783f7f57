package daily_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// outcomes keeps how the last request went.
type outcomes struct{ last bot.Outcome }

func (o *outcomes) Handled(_ context.Context, h bot.Handled) { o.last = h.Outcome }

// No hour, whenever it begins, has more requests of one player than the limit, in
// whatever manner they come.
func TestNoHourHasMoreThanTheLimit(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := newPerson(t)
		var seen outcomes
		now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
		p.bot.Now, p.bot.Observer = func() time.Time { return now }, &seen
		p.bot.Limits = bot.Limits{PerHour: rapid.IntRange(2, 40).Draw(r, "limit")}
		var passed []time.Time // within the last hour
		for range rapid.IntRange(1, 40).Draw(r, "spells") {
			gap := rapid.Int64Range(0, int64(10*time.Minute)).Draw(r, "gap")
			for range rapid.IntRange(1, 30).Draw(r, "requests") {
				now = now.Add(time.Duration(gap))
				p.say("help")
				if seen.last == bot.Limited {
					continue
				}
				passed = append(passed, now)
				for now.Sub(passed[0]) > time.Hour {
					passed = passed[1:]
				}
				if len(passed) > p.bot.Limits.PerHour {
					r.Fatalf("%d in the hour before %v, the limit is %d", len(passed), now, p.bot.Limits.PerHour)
				}
			}
		}
	})
}

// Of who does as much in an hour as the limits let every delivery is known:
// delivered again, none is done again.
func TestAnHourOfDeliveriesIsKnown(t *testing.T) {
	p := newPerson(t)
	var seen outcomes
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.bot.Now, p.bot.Observer = func() time.Time { return now }, &seen
	p.bot.Limits = bot.Limits{PerSecond: 5, PerHour: persist.LeastRemembered}
	styles := []string{"settings style ascii", "settings style unicode"}
	carriedOut := map[string]time.Time{}
	for i := 0; now.Hour() < 13; i++ {
		p.id = strconv.Itoa(i)
		p.say(styles[i%2])
		if seen.last != bot.Limited {
			carriedOut[p.id] = now
		}
		now = now.Add(250 * time.Millisecond)
	}
	p.bot.Limits = bot.Limits{} // second deliveries count too
	for id, at := range carriedOut {
		p.id = id
		if p.say(styles[0]); seen.last != bot.Repeated {
			t.Fatalf("delivery %s, of %v ago, is %s", id, now.Sub(at), seen.last)
		}
	}
	if n := len(carriedOut); n < persist.LeastRemembered-1 || n > persist.LeastRemembered {
		t.Errorf("%d were carried out in an hour", n)
	}
}

// A person who is quick, two moves a second for a quarter of an hour, isn't slowed
// down, and then may go on at the pace of thought.
func TestQuickPersonIsNotSlowedDown(t *testing.T) {
	p := newPerson(t)
	var seen outcomes
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.bot.Now, p.bot.Observer = func() time.Time { return now }, &seen
	p.bot.Limits = bot.Limits{PerSecond: 5, PerHour: 4000}
	play := func(pace, length time.Duration) {
		t.Helper()
		for end := now.Add(length); now.Before(end); now = now.Add(pace) {
			if p.say("help"); seen.last == bot.Limited {
				t.Fatalf("limited at %v", now)
			}
		}
	}
	play(500*time.Millisecond, 15*time.Minute)
	play(1500*time.Millisecond, 2*time.Hour)
}

// Where there is no room for everybody's allowance, those who have used most of
// theirs keep it.
func TestAllowancesOfTheQuickestAreKept(t *testing.T) {
	p := newPerson(t)
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.bot.Now = func() time.Time { return now }
	p.bot.Limits = bot.Limits{PerHour: 60}
	for range 22 {
		p.say("help")
	}
	p.has(p.say("help"), "limits.slower")
	other := *p
	for i := range 25_000 {
		other.player.User = strconv.Itoa(i)
		other.say("help")
	}
	p.has(p.say("help"), "limits.slower")
}
