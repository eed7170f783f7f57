package slack_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// withClock is a stage on which the test sets the adapter's clock.
func withClock(t *testing.T) (s *stage, pass func(time.Duration)) {
	t.Helper()
	var later atomic.Int64
	s = &stage{now: func() time.Time { return time.Now().Add(time.Duration(later.Load())) }}
	s.open(t, overHTTP, memory(), slackfake.Options{})
	return s, func(d time.Duration) { later.Add(int64(d)) }
}

const notAdmin = "Only an administrator"

// A former administrator is no longer one, even if Slack didn't inform the bot. If that
// can't be looked up, it takes effect a while later.
func TestDemoted(t *testing.T) {
	t.Parallel()
	s, pass := withClock(t)
	ann := s.ann()
	ann.Promote()
	ann.Slash("/solitaire", "settings server-language bg")
	ann.Demote()
	for range 2 {
		s.Fail("users.info", slackfake.Fault{Error: "internal_error"})
		if answer := ann.Slash("/solitaire", "settings server-language mt").Reading(); strings.Contains(answer, notAdmin) {
			t.Fatalf("what was known is forgotten:\n%s", answer)
		}
		pass(20 * time.Minute)
	}
	pass(21 * time.Minute)
	s.Fail("users.info", slackfake.Fault{Error: "internal_error"})
	has(t, ann.Slash("/solitaire", "settings server-language bg"), notAdmin)
	ann.Promote()
	ann.Slash("/solitaire", "settings server-language bg")
	ann.Demote()
	has(t, ann.Slash("/solitaire", "settings server-language mt"), notAdmin)
}

// Facts about a person are looked up again after a while, and nobody waits for that.
func TestPeopleAreLookedUpAgain(t *testing.T) {
	t.Parallel()
	s, pass := withClock(t)
	ann := s.ann()
	has(t, ann.Slash("/solitaire", "help"), "Type a command")
	ann.SetLocale("vi-VN")
	pass(14 * time.Minute)
	has(t, ann.Slash("/solitaire", "help"), "Type a command")
	pass(2 * time.Minute)
	s.Fail("users.info", slackfake.Fault{Delay: 300 * time.Millisecond})
	has(t, ann.Slash("/solitaire", "help"), "Type a command")
	s.adapter.Settle()
	has(t, ann.Slash("/solitaire", "rules"), "Klondike. Đưa cả")
	if n := s.Calls("users.info"); n != 2 {
		t.Errorf("looked up %d times", n)
	}
}

// Others know a person by the display name, or else by the real name, as each is now. The
// handle, which Slack makes from the address, is never shown.
func TestPeopleHaveTheNamesThatOthersKnow(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := withPosts(t, by)
		ann, eve := s.ann().In("C1"), s.eve().In("C1")
		resigns(ann, "daily")
		ann.Click("Share")
		await(eve, "ann · Klondike daily #")
		ann.Rename("", "Ann Lee")
		ann.Slash("/solitaire", "share")
		await(eve, "Ann Lee · Klondike daily #")
		ann.Rename("Annie", "Ann Lee")
		ann.Slash("/solitaire", "share")
		await(eve, "Annie · Klondike daily #")
		ann.Slash("/solitaire", "challenge @eve")
		for _, p := range s.Payloads() {
			if strings.Contains(p.Body, "handle.of.") {
				t.Errorf("%s shows a handle: %s", p.Route, p.Body)
			}
		}
	})
}
