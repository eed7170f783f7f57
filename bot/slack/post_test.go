package slack_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// day is a message for later: text, a moment and a button.
func day(to bot.Address) bot.Post {
	ends := locale.Moment(time.Unix(1_800_000_000, 0))
	return bot.Post{To: to, Reply: bot.Reply{
		Lang:    "en",
		Lines:   []locale.Message{{Key: "post.day", Args: []locale.Arg{{Name: "Day", Value: 12}, {Name: "Ends", Value: ends}}}},
		Actions: [][]bot.Action{{{Label: locale.Message{Key: "button.help"}, Text: "help"}}},
	}}
}

// Posts in channels and messages to players arrive, with moments in the reader's own zone,
// and their buttons work.
func TestPosts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann, eve := s.ann(), s.eve()
		for _, to := range []bot.Address{{Platform: slack.Platform, Channel: "C1"}, {Platform: slack.Platform, Player: annPlayer()}} {
			if err := s.adapter.Post(context.Background(), day(to)); err != nil {
				t.Fatal(err)
			}
		}
		posted := newest(eve.In("C1"))
		has(t, posted, "#12", "<!date^1800000000^{date_short_pretty} {time}|08:00 UTC>")
		has(t, newest(ann), "#12")
		if answer := eve.In("C1").Click("Help"); !answer.Private {
			t.Error("everybody reads what eve has asked for")
		}
		if now := ann.In("C1").Sees(); len(now) != 1 || now[0].Version() != 1 {
			t.Error("the post for everybody has changed")
		}
	})
}

func newest(p *slackfake.Person) slackfake.Shown {
	seen := p.Sees()
	if len(seen) == 0 {
		return slackfake.Shown{}
	}
	return seen[len(seen)-1]
}

// Where the bot may not write, trying again is of no use; where something is in
// the way, it is.
func TestUndeliverable(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.ann()
	for _, fault := range []string{
		"channel_not_found", "not_in_channel", "is_archived", "restricted_action", "restricted_action_thread_only_channel", "a_word_of_tomorrow",
	} {
		s.Fail("chat.postMessage", slackfake.Fault{Error: fault})
		if err := s.adapter.Post(context.Background(), day(bot.Address{Channel: "C1"})); !errors.Is(err, bot.ErrUndeliverable) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	gone := annPlayer()
	gone.User = "UGONE"
	if err := s.adapter.Post(context.Background(), day(bot.Address{Player: gone})); !errors.Is(err, bot.ErrUndeliverable) {
		t.Errorf("somebody who is gone: %v", err)
	}
	for _, fault := range []slackfake.Fault{
		{Error: "internal_error"}, {Error: "token_revoked"}, {Error: "missing_scope"}, {Status: http.StatusBadGateway}, {Status: http.StatusForbidden}, {Drop: true},
	} {
		s.Fail("chat.postMessage", fault)
		if err := s.adapter.Post(context.Background(), day(bot.Address{Channel: "C1"})); err == nil || errors.Is(err, bot.ErrUndeliverable) {
			t.Errorf("%+v: %v", fault, err)
		}
	}
	stopping, stop := context.WithCancel(context.Background())
	stop()
	if err := s.adapter.Post(stopping, day(bot.Address{Channel: "C1"})); err == nil || errors.Is(err, bot.ErrUndeliverable) {
		t.Errorf("while the bot stops: %v", err)
	}
	s.Fail("chat.postMessage", slackfake.Fault{RetryAfter: time.Second})
	if err := s.adapter.Post(context.Background(), day(bot.Address{Channel: "C1"})); err != nil {
		t.Errorf("too many messages for a moment: %v", err)
	}
}

// A token that dies while the bot runs is noticed at the first call and logged once; so
// is its return.
func TestDeadTokensAreNoticed(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	s.ann()
	send := func() { _ = s.adapter.Post(context.Background(), day(bot.Address{Channel: "C1"})) }
	for _, word := range []string{"invalid_auth", "account_inactive", "token_revoked"} {
		send()
		if err := s.adapter.TokenError(); err != nil {
			t.Fatalf("before %s: %v", word, err)
		}
		s.Fail("chat.postMessage", slackfake.Fault{Error: word, Times: 3})
		for range 3 {
			send()
		}
		if err := s.adapter.TokenError(); err == nil || !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), "SLACK_BOT_TOKEN") {
			t.Errorf("after %s: %v", word, err)
		}
	}
	if n := strings.Count(s.log.String(), "rejects the bot's token"); n != 3 {
		t.Errorf("logged %d times:\n%s", n, s.log)
	}
}

// An administrator chooses the channel in which each day is announced, by its
// name, and sees it by its name.
func TestChannelSetting(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	s.bot.Posters = map[string]bot.Poster{slack.Platform: s.adapter}
	ann := s.ann()
	has(t, ann.In("C1").Slash("/solitaire", "settings channel #hall"), "Only an administrator")
	ann.Promote()
	s.Fail("chat.postMessage", slackfake.Fault{Error: "is_archived"})
	has(t, ann.In("C1").Slash("/solitaire", "settings channel #hall"), "can't post in that channel")
	has(t, ann.In("C1").Slash("/solitaire", "settings channel #hall"), "announce each day's deal there")
	has(t, newest(s.eve().In("C2")), "announce each day's deal here")
	shown := ann.In("C1").Slash("/solitaire", "settings")
	if !strings.Contains(shown.Reading(), "<#C2>") || !strings.Contains(shown.Text, "<#C2>") {
		t.Errorf("the channel is not shown by its name:\n%s", shown.Reading())
	}
}

// People are named, and the result of a challenge is posted for all.
func TestChallenge(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		s.bot.Posters = map[string]bot.Poster{slack.Platform: s.adapter}
		ann, eve := s.ann().In("C1"), s.eve().In("C1")
		open := ann.Slash("/solitaire", "challenge @eve draw 3")
		has(t, open, "ann challenges <@UEVE>")
		if open.Private {
			t.Fatalf("nobody but ann sees the challenge:\n%s", open.Reading())
		}
		labels := open.Labels()
		if answer := ann.ClickOn(open.TS, labels[0]); !answer.Private {
			t.Error("everybody sees ann's board")
		}
		ann.Slash("/move", "d")
		ann.Slash("/solitaire", "resign")
		ann.Click("Yes")
		eve.ClickOn(open.TS, labels[1])
		eve.Await("the answer to her alone", func(s slackfake.Shown) bool { return s.Private })
		result := eve.Await("the result", func(s slackfake.Shown) bool { return !s.Private && s.TS != open.TS })
		has(t, result, "<@UANN>: not won", "eve: did not play")
	})
}
