package slack_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/persist"
)

// The Home shows the current game when it is opened, and can be played.
func TestHomeIsPlayed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann := s.ann()
		home := ann.OpenHome()
		has(t, home, "You have no game yet", "New game")
		home = ann.AtHome().Click("New game")
		has(t, home, "Klondike", "0 moves")
		home = ann.AtHome().Click("Draw")
		has(t, home, "Drawn:", "1 move ")
		home = ann.AtHome().Click("More")
		has(t, home, "Settings", "Resign")
		home = ann.AtHome().Click("Rules") // which has no board of its own, but the Home keeps one
		has(t, home, "An empty pile takes only a king", "1 move ", "Undo")
		home = ann.AtHome().Click("Undo")
		has(t, home, "0 moves")
		if n := s.Calls("chat.postMessage"); n != 0 {
			t.Errorf("%d messages were posted", n)
		}
	})
}

// The buttons that lead to everything else stay under the board, whatever is tapped.
func TestHomeKeepsItsButtons(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann()
	ann.Slash("/solitaire", "new deal 1")
	s.adapter.Settle() // otherwise the Home would be published once more, to follow
	also := []string{"Today's deal", "Klondike, draw 3", "Yukon", "Leaderboard", "Statistics", "Settings"}
	ends := func(home slackfake.Shown, after string) {
		t.Helper()
		labels := home.Labels()
		if n := len(labels) - len(also); n < 1 || !slices.Equal(labels[n:], also) {
			t.Errorf("after %s: %q", after, labels)
		}
	}
	ends(ann.OpenHome(), "opening it")
	for _, name := range []string{"Draw", "Undo", "Statistics"} {
		ends(ann.AtHome().Click(name), name)
	}
	if labels := ann.AtHome().Click("Settings").Labels(); slices.Contains(labels, "Leaderboard") {
		t.Errorf("a reply with buttons of its own has more: %q", labels)
	}
}

// The Home follows changes made elsewhere: once for everything within an interval.
func TestHomeFollows(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	s.adapter.SetHomeEvery(time.Hour)
	ann := s.ann()
	ann.Slash("/solitaire", "new deal 1")
	s.adapter.Settle() // otherwise it would still look for an open Home
	if n := s.Calls("views.publish"); n != 0 {
		t.Fatal("a Home was published that nobody has opened")
	}
	ann.OpenHome()
	s.adapter.Settle()
	for range 10 {
		ann.Slash("/move", "d")
	}
	s.adapter.EndInterval()
	await(ann.AtHome(), "10 moves")
	if n := s.Calls("views.publish"); n != 2 {
		t.Errorf("published %d times, want when opened and once for 10 moves", n)
	}
	s.eve().Slash("/solitaire", "new deal 2")
	if s.eve().Home().View != "" {
		t.Error("eve's Home was published, though she has never opened it")
	}
}

// After a restart, a Home that was opened the day before still follows. An older one, or
// one that nobody has opened, doesn't. The bot looks this up once for each player.
func TestHomeFollowsAfterRestart(t *testing.T) {
	t.Parallel()
	store := memory()
	s := newStage(t, overHTTP, store, slackfake.Options{})
	ann, eve := s.ann(), s.eve()
	ann.OpenHome()
	for days, follows := range []bool{true, true, false} {
		s.stop()
		counting := &countingHomes{Store: store}
		s.start(counting)
		s.adapter.SetHomeEvery(0)
		s.bot.Now = func() time.Time { return time.Now().Add(time.Duration(days) * 24 * time.Hour) }
		before := s.Calls("views.publish")
		for range 2 {
			ann.Slash("/solitaire", "new deal 1")
			eve.Slash("/solitaire", "new deal 2")
			s.adapter.Settle()
		}
		if published := s.Calls("views.publish") > before; published != follows {
			t.Errorf("%d days later it follows: %t", days, published)
		}
		if n := counting.asked.Load(); n != 2 {
			t.Errorf("%d days later it was looked up %d times for 2 people", days, n)
		}
	}
	if eve.Home().View != "" {
		t.Error("eve's Home was published, though she has never opened it")
	}
}

// countingHomes counts how often the store is asked who has opened a Home.
type countingHomes struct {
	persist.Store
	asked atomic.Int64
}

func (c *countingHomes) Doc(ctx context.Context, kind, key string) (persist.Doc, error) {
	if kind == "home" {
		c.asked.Add(1)
	}
	return c.Store.Doc(ctx, kind, key)
}

// A tap in a Home that is out of date shows the stored state.
func TestHomeHasChanged(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.adapter.SetHomeEvery(0)
	ann := s.ann()
	ann.Slash("/solitaire", "new deal 1")
	ann.OpenHome()
	tap := ann.AtHome().Tap("Draw")
	ann.Slash("/move", "d")
	await(ann.AtHome(), "1 move ")
	before := s.Calls("views.publish")
	s.Deliver(tap)
	await(ann.AtHome(), "That board was out of date", "1 move ")
	if s.Calls("views.publish") != before+2 {
		t.Error("the hash of the tapped view was not told")
	}
}

// A Home that Slack could not publish is published when Slack works again, whether it
// followed or was tapped.
func TestHomeOutlivesAnOutage(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.adapter.SetHomeEvery(0)
	s.adapter.Hurry()
	ann := s.ann()
	ann.Slash("/solitaire", "new deal 1")
	ann.OpenHome()
	for _, fault := range []slackfake.Fault{{Status: http.StatusInternalServerError, Times: 3}, {Drop: true}, {Error: "internal_error"}} {
		s.Fail("views.publish", fault)
		ann.In("C1").Slash("/move", "d")
		await(ann.AtHome(), "1 move ")
		s.Fail("views.publish", fault)
		s.Deliver(ann.AtHome().Tap("Undo"))
		await(ann.AtHome(), "0 moves")
	}
}

// Two people's Homes are their own.
func TestHomesAreApart(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	ann, eve := s.ann(), s.eve()
	ann.Slash("/solitaire", "new deal 1")
	eve.Slash("/solitaire", "new deal 2")
	has(t, ann.OpenHome(), "deal 1 ")
	has(t, eve.OpenHome(), "deal 2 ")
	if strings.Contains(ann.Home().Reading(), "deal 2 ") {
		t.Error("ann sees eve's game")
	}
}

// If the Home tab is switched off, the operator is informed, not the player.
func TestHomeIsOff(t *testing.T) {
	t.Parallel()
	s := newStage(t, overHTTP, memory(), slackfake.Options{})
	s.Fail("views.publish", slackfake.Fault{Error: "not_enabled"})
	s.Deliver(s.ann().Opening())
	s.stop()
	if !strings.Contains(s.log.String(), "the Home tab is off") {
		t.Errorf("the log says:\n%s", s.log)
	}
}

// The Home says how far one is with the deals of the day, how long they last, and the
// streak, below the buttons.
func TestHomeShowsTheDay(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.adapter.SetHomeEvery(0)
	ann := s.ann()
	day := bot.DayNumber(persist.DayOf(time.Now()))
	has(t, ann.OpenHome(), "Klondike daily #"+day+": not begun yet", "Yukon daily #"+day+": not begun yet", "The day ends at")
	ann.AtHome().Click("Yukon")
	has(t, ann.Home(), "Klondike daily #"+day+": not begun yet", "Yukon daily #"+day+": begun")
	if labels := ann.Home().Labels(); slices.Contains(labels, "Yukon") {
		t.Errorf("a deal that is begun has a button still: %q", labels)
	}
	resigns(ann, "daily draw 3")
	await(ann.AtHome(), "Klondike draw 3 daily #"+day+"  ✗", "Daily streak (UTC): 1 now, 1 at best.")
	home := ann.Home()
	if labels := home.Labels(); slices.Contains(labels, "Klondike, draw 1") {
		t.Errorf("today's deal has two buttons: %q", labels)
	}
	_, below, _ := strings.Cut(home.Reading(), home.Labels()[len(home.Labels())-1])
	if !strings.Contains(below, "The day ends at") {
		t.Errorf("the day stands where it moves the buttons:\n%s", home.Reading())
	}
}

// Statistics and rankings are one tap away, and so is the way back.
func TestEveryScreenOfTheHomeLeadsBack(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann()
	ann.Slash("/solitaire", "new deal 1")
	s.adapter.Settle()
	ann.OpenHome()
	first := ann.Home().Labels()
	for _, tap := range []string{"Statistics", "Leaderboard", "Settings", "Hint", "More", "Today's deal"} {
		if home := ann.AtHome().Click(tap); tap == "Hint" || tap == "Today's deal" {
			continue // these stay at the board
		} else if !slices.Contains(home.Labels(), "Back to the board") {
			t.Fatalf("%s has no way back: %q", tap, home.Labels())
		}
		if back := ann.AtHome().Click("Back to the board").Labels(); !slices.Equal(back, first) {
			t.Errorf("back from %s: %q, want %q", tap, back, first)
		}
	}
}
