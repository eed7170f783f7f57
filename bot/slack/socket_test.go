package slack_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// Connections may fail in any way: no move is lost and none is made twice.
func TestConnectionFaults(t *testing.T) {
	t.Parallel()
	for name, harm := range map[string]func(s *stage){
		"refresh":   func(s *stage) { s.Disconnect("refresh_requested", 0) },
		"warning":   func(s *stage) { s.Disconnect("warning", 0) },
		"drop":      func(s *stage) { s.Drop() },
		"garbled":   func(s *stage) { s.Garble() },
		"duplicate": func(s *stage) { s.Duplicate() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := inMemory(t, overSocket)
			ann := s.ann()
			ann.Slash("/solitaire", "new deal 1")
			for i, want := range []string{"1 move ", "2 moves", "3 moves"} {
				harm(s)
				if i == 1 { // by typing too
					ann.Slash("/move", "d")
				} else {
					ann.Click("Draw")
				}
				await(ann, want)
			}
			s.AwaitConnections(1)
			s.adapter.Settle()
			ann.Slash("/solitaire", "show")
			await(ann, "3 moves")
			if n := annsGame(t, s).Length(); n != 3 {
				t.Errorf("%d moves were made", n)
			}
		})
	}
}

// Connections are opened one after the other, so that Slack doesn't renew them at once.
func TestConnectionsAreStaggered(t *testing.T) {
	t.Parallel()
	s := &stage{stagger: time.Hour}
	s.open(t, overSocket, memory(), slackfake.Options{})
	s.ann().Slash("/solitaire", "new deal 1")
	if n := s.Calls("apps.connections.open"); n != 1 {
		t.Errorf("%d connections were opened together", n)
	}
}

// While Slack renews one connection, which may take long, the other one brings
// what is typed and tapped.
func TestRenewalDelaysNothing(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	s.AwaitConnections(2)
	ann := s.ann().In("C1")
	s.Fail("apps.connections.open", slackfake.Fault{Delay: time.Hour, Times: 9})
	s.Disconnect("refresh_requested", 1)
	has(t, ann.Slash("/solitaire", "new deal 1"), "0 moves")
	has(t, ann.Click("Draw"), "1 move ")
}

// The connection drops while a move is being saved, so that its answer is lost:
// Slack delivers the command again, and the move is made once.
func TestDropUnderWay(t *testing.T) {
	t.Parallel()
	store := newSlow()
	s := newStage(t, overSocket, store, slackfake.Options{})
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	store.awaitCommit(t)
	store.delay(200 * time.Millisecond)
	command := ann.Command("/move", "d")
	delivered := make(chan struct{})
	go func() {
		defer close(delivered)
		s.Deliver(command)
	}()
	store.awaitCommit(t)
	s.Drop()
	<-delivered
	await(ann, "1 move ")
	s.stop()
	if n := annsGame(t, s).Length(); n != 1 {
		t.Errorf("%d moves were made", n)
	}
}

// A command that is delivered again, when nobody knows whether the first answer
// arrived, gets the same answer and makes no second move.
func TestRedelivery(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := newStage(t, by, memory(), slackfake.Options{Uses: 2}) // show shrinks the tapped board
		ann := s.ann().In("C1")
		ann.Slash("/solitaire", "new deal 1")
		typed := ann.Command("/move", "d")
		s.Deliver(typed)
		first := ann.Sees()[1].Reading()
		s.Retry(typed)
		if second := ann.Sees()[2].Reading(); second != first {
			t.Errorf("first:\n%s\nsecond:\n%s", first, second)
		}
		tap := ann.Tap("Draw")
		s.Deliver(tap)
		await(ann, "2 moves")
		s.Deliver(tap)
		s.Deliver(tap, tap)
		ann.Slash("/solitaire", "show")
		await(ann, "2 moves")
		if n := annsGame(t, s).Length(); n != 2 {
			t.Errorf("%d moves were made", n)
		}
	})
}

// When the bot is stopped, what is under way is still answered.
func TestStopAnswers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		slow := newSlow()
		s := newStage(t, by, slow, slackfake.Options{})
		ann := s.ann().In("C1")
		slow.delay(300 * time.Millisecond)
		delivered := make(chan struct{})
		command := ann.Command("/solitaire", "new deal 1")
		go func() {
			defer close(delivered)
			s.Deliver(command)
		}()
		slow.awaitCommit(t)
		s.stop()
		<-delivered
		if seen := ann.Sees(); len(seen) != 1 || !strings.Contains(seen[0].Reading(), "deal 1 ") {
			t.Errorf("ann sees %d messages", len(seen))
		}
	})
}

// Stopping the bot and closing the connection wait for the same
// requests, and neither keeps the other waiting.
func TestDrainLetsTheConnectionGo(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := s.adapter.Drain(ctx); err != nil {
		t.Fatal(err)
	}
	if err := s.adapter.Idle(ctx); err != nil {
		t.Errorf("after the bot was stopped: %v", err)
	}
}

// Tokens that are refused end the bot, and the error says what to do.
func TestRefusedTokens(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(c *slack.Config)
		want   string
	}{
		"bot":     {func(c *slack.Config) { c.BotToken = "xoxb-wrong" }, "SLACK_BOT_TOKEN is refused (invalid_auth)"},
		"app":     {func(c *slack.Config) { c.AppToken = "xapp-wrong" }, "SLACK_APP_TOKEN is refused (invalid_auth)"},
		"address": {func(c *slack.Config) { c.APIURL = strings.TrimSuffix(c.APIURL, "api/") }, "is api_url right"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, overSocket, memory(), slackfake.Options{Tolerate: []string{slackfake.Transport}})
			s.stop()
			c := s.adapter.Config
			tt.change(&c)
			a, err := slack.New(c)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			if err := a.Run(ctx); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Run: %v, want it to say %q", err, tt.want)
			}
			s.drain(a)
		})
	}
}

func TestConfigIsChecked(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	for want, change := range map[string]func(c *slack.Config){
		"a bot and a catalogue": func(c *slack.Config) { c.Bot = nil },
		"SLACK_BOT_TOKEN":       func(c *slack.Config) { c.BotToken = "xoxp-1" },
		"SLACK_APP_TOKEN must":  func(c *slack.Config) { c.AppToken = "xoxb-1" },
		"SLACK_SIGNING_SECRET":  func(c *slack.Config) { c.SigningSecret = "" },
		"must end in a slash":   func(c *slack.Config) { c.APIURL = "https://slack.com/api" },
	} {
		c := s.adapter.Config
		change(&c)
		if _, err := slack.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New: %v, want it to say %q", err, want)
		}
	}
}
