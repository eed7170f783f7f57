package slack_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// When the response_url is used up, the answer comes through the Web API.
func TestResponseURLIsUsedUp(t *testing.T) {
	t.Parallel()
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

// A temporary failure only delays an answer through the response_url.
func TestResponseURLFailsOnce(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]slackfake.Fault{
		"500":        {Status: http.StatusInternalServerError},
		"rate limit": {RetryAfter: time.Second},
		"reset":      {Drop: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := inMemory(t, overHTTP)
			ann := s.ann().In("C1")
			board := ann.Slash("/solitaire", "new deal 1")
			s.Fail(slackfake.ResponseURL, fault)
			if now := ann.Click("Draw"); now.TS != board.TS {
				t.Error("the board was not changed in place")
			}
			if s.Calls("chat.postEphemeral") != 0 || s.Calls(slackfake.ResponseURL) != 2 {
				t.Errorf("%d calls of the response_url", s.Calls(slackfake.ResponseURL))
			}
		})
	}
}

// During an outage of Slack an answer is kept, and sent afterwards.
func TestAnswersOutliveAnOutage(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.adapter.Hurry()
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	s.Fail(slackfake.ResponseURL, slackfake.Fault{Status: http.StatusBadGateway, Times: 20})
	s.Fail("chat.postEphemeral", slackfake.Fault{Status: http.StatusBadGateway, Times: 6})
	has(t, ann.Click("Draw"), "1 move ")
	if n := s.Calls("chat.postEphemeral"); n != 7 {
		t.Errorf("it was tried %d times", n)
	}
}

// A response_url that fails for good is given up, and the log says so.
func TestResponseURLFailsForGood(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	s.Fail(slackfake.ResponseURL, slackfake.Fault{Status: http.StatusInternalServerError, Times: 10})
	has(t, ann.Click("Draw"), "1 move ") // by the Web API
	if n := s.Calls(slackfake.ResponseURL); n != 3 || !strings.Contains(s.log.String(), "the response_url failed") {
		t.Errorf("%d calls; the log says:\n%s", n, s.log)
	}
}

// In a conversation with the bot, the message itself is then changed.
func TestResponseURLIsUsedUpInDirectMessages(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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

// If the bot can't post in a channel, it answers the player in their conversation.
func TestChannelIsClosed(t *testing.T) {
	t.Parallel()
	for _, fault := range []string{"not_in_channel", "channel_not_found", "is_archived", "user_not_in_channel", "restricted_action"} {
		s := inMemory(t, overHTTP)
		ann := s.ann()
		ann.In("C1").Slash("/solitaire", "new deal 1")
		s.Fail(slackfake.ResponseURL, slackfake.Fault{Status: http.StatusNotFound})
		s.Fail("chat.postEphemeral", slackfake.Fault{Error: fault})
		s.Deliver(ann.In("C1").Tap("Draw"))
		await(ann, "I can't post in that channel", "1 move ")
		if len(ann.In("C1").Sees()) != 1 {
			t.Errorf("%s: something was posted in the channel", fault)
		}
	}
}

// long is the wait that Slack requests in tests of answers that don't wait.
const long = 5 * time.Second

// soon fails the test if something takes as long as that wait.
func soon(t *testing.T, do func()) {
	t.Helper()
	begin := time.Now()
	do()
	if took := time.Since(begin); took > long {
		t.Errorf("it took %v", took)
	}
}

// When Slack requests a wait, the answer comes at once through the response_url. The
// board in the conversation with the bot is changed once after the wait, to the newest
// state.
func TestChangeIsPutOff(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	ann := s.ann()
	board := ann.Slash("/solitaire", "new deal 1")
	s.Fail("chat.update", slackfake.Fault{RetryAfter: long, Times: 2})
	for _, moves := range []string{"1 move ", "2 moves"} {
		soon(t, func() {
			answer := ann.Slash("/move", "d")
			has(t, answer, moves)
			if !answer.Private {
				t.Error("the answer is for everybody")
			}
		})
	}
	s.adapter.Settle()
	now := ann.Await("the board", func(now slackfake.Shown) bool { return now.TS == board.TS && now.Version() > 1 })
	has(t, now, "2 moves")
	if n := s.Calls("chat.update"); n != 3 {
		t.Errorf("chat.update was called %d times", n)
	}
	if strings.Contains(s.log.String(), "level=ERROR") {
		t.Errorf("the log says:\n%s", s.log)
	}
}

// A first board that can't be posted yet is posted later.
func TestPostIsPutOff(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann()
	s.Fail("chat.postMessage", slackfake.Fault{RetryAfter: long})
	soon(t, func() {
		if !ann.Slash("/solitaire", "new deal 1").Private {
			t.Error("the answer is for everybody")
		}
	})
	s.adapter.Settle()
	has(t, ann.Await("the board", func(now slackfake.Shown) bool { return !now.Private }), "0 moves")
}

// The bot can answer without knowing whose conversation it is.
func TestConversationIsPutOff(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	s.Fail("conversations.open", slackfake.Fault{RetryAfter: long})
	soon(t, func() {
		if !s.ann().Slash("/solitaire", "new deal 1").Private {
			t.Error("it was taken for the conversation with the bot")
		}
	})
	s.adapter.Settle()
	if s.ann().Slash("/move", "d").Private {
		t.Error("the conversation is not known the next time")
	}
}

// A private board, posted while the bot didn't know whose conversation it is, can't be
// changed through the Web API: the bot posts a new one there.
func TestPrivateBoardInDirectMessages(t *testing.T) {
	t.Parallel()
	for _, used := range []bool{false, true} {
		s := inMemory(t, overHTTP)
		ann := s.ann()
		s.Fail("conversations.open", slackfake.Fault{Error: "internal_error"})
		board := ann.Slash("/solitaire", "new deal 1")
		if !board.Private {
			t.Fatal("it was taken for the conversation with the bot")
		}
		if used {
			s.Fail(slackfake.ResponseURL, slackfake.Fault{Status: http.StatusNotFound})
		}
		now := ann.Click("Draw")
		has(t, now, "1 move ")
		if now.Private == used {
			t.Errorf("used up %v: private %v", used, now.Private)
		}
		ann.Slash("/move", "d")
		if now := await(ann, "2 moves"); now.Private {
			t.Error("the next board is not in the conversation")
		}
	}
}

// A tap is answered through the Web API if its response_url has to wait.
func TestResponseURLIsPutOff(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	ann := s.ann()
	board := ann.Slash("/solitaire", "new deal 1")
	s.Fail(slackfake.ResponseURL, slackfake.Fault{RetryAfter: long})
	soon(t, func() {
		if now := ann.Click("Draw"); now.TS != board.TS {
			t.Error("the board was not changed in place")
		}
	})
	there := ann.In("C1")
	there.Slash("/solitaire", "show")
	s.Fail(slackfake.ResponseURL, slackfake.Fault{RetryAfter: long})
	soon(t, func() { has(t, there.Click("Undo"), "0 moves") })
}

// When Slack requests a wait, nothing is lost.
func TestRateLimits(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	for name, fault := range map[string]slackfake.Fault{
		"500":  {Times: 20, Status: http.StatusInternalServerError},
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
	t.Parallel()
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

// A bot that is too busy answers with a sentence.
func TestTooBusy(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.bot.Limits = bot.Limits{PerSecond: 0.001}
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	has(t, ann.Slash("/solitaire", "show"), "too fast for me")
}
