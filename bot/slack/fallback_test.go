package slack_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// When the response_url is used up, the answer comes by the Web API.
func TestResponseURLIsUsedUp(t *testing.T) {
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann := s.ann().In("C1")
		ann.Slash("/solitaire", "new deal 1")
		s.Fail(slackfake.ResponseURL, slackfake.Fault{Status: http.StatusNotFound})
		board := ann.Click("Draw")
		has(t, board, "1 move ")
		if !board.Private || s.Calls("chat.postEphemeral") != 1 {
			t.Error("the answer did not come by chat.postEphemeral")
		}
		has(t, ann.Click("Draw"), "2 moves")
	})
}

// In a conversation with the bot the message itself is changed then.
func TestResponseURLIsUsedUpInDirectMessages(t *testing.T) {
	s := inMemory(t, overHTTP)
	ann := s.ann()
	board := ann.Slash("/solitaire", "new deal 1")
	s.Fail(slackfake.ResponseURL, slackfake.Fault{Status: http.StatusNotFound})
	if now := ann.Click("Draw"); now.TS != board.TS {
		t.Error("the board was not changed in place")
	}
}

// A board that is gone is posted anew.
func TestBoardIsGone(t *testing.T) {
	for _, fault := range []string{"message_not_found", "cant_update_message", "edit_window_closed"} {
		s := inMemory(t, overSocket)
		ann := s.ann()
		board := ann.Slash("/solitaire", "new deal 1")
		s.Fail("chat.update", slackfake.Fault{Error: fault})
		ann.Slash("/move", "d")
		if now := await(ann, "1 move "); now.TS == board.TS {
			t.Errorf("%s: no new board", fault)
		}
	}
}

// Where the bot can't post, the player is told in the conversation with it.
func TestChannelIsClosed(t *testing.T) {
	for _, fault := range []string{"not_in_channel", "channel_not_found", "is_archived", "user_not_in_channel", "restricted_action"} {
		s := inMemory(t, overHTTP)
		ann := s.ann()
		ann.In("C1").Slash("/solitaire", "new deal 1")
		s.Fail(slackfake.ResponseURL, slackfake.Fault{Status: http.StatusNotFound})
		s.Fail("chat.postEphemeral", slackfake.Fault{Error: fault})
		s.Deliver(ann.In("C1").Tap("Draw"))
		await(ann, "I can't answer you in that channel", "1 move ")
		if len(ann.In("C1").Sees()) != 1 {
			t.Errorf("%s: something was posted in the channel", fault)
		}
	}
}

// When Slack says to wait, that is done; the answer comes later.
func TestRateLimits(t *testing.T) {
	for _, method := range []string{"chat.postMessage", "chat.update", "views.publish", slackfake.ResponseURL} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			s := inMemory(t, overSocket)
			ann := s.ann()
			s.Fail(method, slackfake.Fault{RetryAfter: time.Second})
			ann.Slash("/solitaire", "new deal 1")
			ann.Slash("/move", "d")
			ann.Click("Draw")
			await(ann, "2 moves")
			has(t, ann.OpenHome(), "2 moves")
			if strings.Contains(s.log.String(), "level=ERROR") {
				t.Errorf("the log says:\n%s", s.log)
			}
		})
	}
}

// Slack answering nonsense loses no move, and the log names no address.
func TestSlackIsDown(t *testing.T) {
	for name, fault := range map[string]slackfake.Fault{
		"500":  {Times: 20, Status: http.StatusInternalServerError},
		"html": {Times: 20, HTML: true, Status: http.StatusBadGateway},
		"drop": {Times: 20, Drop: true},
	} {
		t.Run(name, func(t *testing.T) {
			file := boltFile(t)
			store := mustOpen(t, file)
			s := newStage(t, overHTTP, store, slackfake.Options{})
			ann := s.ann()
			ann.In("C1").Slash("/solitaire", "new deal 1")
			for _, method := range []string{slackfake.ResponseURL, "chat.postEphemeral", "chat.postMessage", "conversations.open", "users.info"} {
				s.Fail(method, fault)
			}
			s.Deliver(ann.In("C1").Tap("Draw"))
			s.stop()
			for _, secret := range []string{s.URL, s.BotToken, s.SigningSecret, "/response/"} {
				if strings.Contains(s.log.String(), secret) {
					t.Errorf("the log holds %q:\n%s", secret, s.log)
				}
			}
			if !strings.Contains(s.log.String(), "an answer could not be given") {
				t.Errorf("the log says:\n%s", s.log)
			}
			s.start(store)
			has(t, ann.In("C1").Slash("/solitaire", "show"), "1 move ")
		})
	}
}

// An answer that takes longer than the bot's patience comes through the
// response_url, after an acknowledgement without a message.
func TestLateAnswers(t *testing.T) {
	onBoth(t, func(t *testing.T, by transport) {
		store := newSlow()
		s := newStage(t, by, store, slackfake.Options{})
		s.restartWith(store, bot.Times{Patience: 10 * time.Millisecond, Limit: 10 * time.Second})
		store.delay(100 * time.Millisecond)
		ann := s.ann().In("C1")
		has(t, ann.Slash("/solitaire", "new deal 1"), "0 moves")
		if s.Calls(slackfake.ResponseURL) != 1 {
			t.Error("the answer came in the acknowledgement")
		}
		has(t, ann.Click("Draw"), "1 move ")
		has(t, s.ann().Slash("/move", "d"), "2 moves")
		s.ann().OpenHome()
		s.ann().AtHome().Click("Undo")
		await(s.ann().AtHome(), "1 move ")
	})
}

// What a person sees when the bot is too busy is a sentence.
func TestTooBusy(t *testing.T) {
	s := inMemory(t, overHTTP)
	s.bot.Limits = bot.Limits{PerSecond: 0.001}
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	has(t, ann.Slash("/solitaire", "show"), "quicker than I can follow")
}
