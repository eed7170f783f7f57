package daily_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/bot"
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

// A player does five things a second. Delivered again after one minute and after
// five, as Slack does it, none of them is done again.
func TestDeliveriesOfTheLastMinutesAreKnown(t *testing.T) {
	p := newPerson(t)
	var seen outcomes
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.bot.Now, p.bot.Observer = func() time.Time { return now }, &seen
	styles := []string{"settings style ascii", "settings style unicode"}
	const perSecond, minute = 5, 60
	const total = 5*minute*perSecond + 100
	for i := range total {
		p.id = strconv.Itoa(i)
		p.say(styles[i%2])
		now = now.Add(time.Second / perSecond)
	}
	before, err := p.bot.Store.Load(context.Background(), p.player)
	if err != nil {
		t.Fatal(err)
	}
	for _, ago := range []int{1, minute * perSecond, 5 * minute * perSecond} {
		p.id = strconv.Itoa(total - ago)
		p.say("settings style emoji")
		if seen.last != bot.Repeated {
			t.Errorf("the delivery of %d s ago is %s", ago/perSecond, seen.last)
		}
	}
	after, err := p.bot.Store.Load(context.Background(), p.player)
	if diff := cmp.Diff(before, after); err != nil || diff != "" {
		t.Errorf("%v, the record was changed:\n%s", err, diff)
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
