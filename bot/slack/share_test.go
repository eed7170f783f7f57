package slack_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// Everybody sees a public game, and one person plays it. Others get private answers to
// their taps.
func TestPublicGame(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann, eve := s.ann().In("C1"), s.eve().In("C1")
		board := ann.Slash("/solitaire", "new deal 1 public")
		if board.Private {
			t.Fatal("a public board is seen by one only")
		}
		tapped := ann.Click("Draw")
		if tapped.TS != board.TS || tapped.Private {
			t.Error("the tap did not change the public board")
		}
		answer := eve.Click("Draw")
		has(t, answer, "isn't your board")
		if !answer.Private {
			t.Error("everybody reads what eve tapped")
		}
		for _, seen := range ann.Sees() {
			if strings.Contains(seen.Reading(), "isn't your board") {
				t.Error("ann reads eve's answer")
			}
		}
		if now := ann.Sees()[0]; !strings.Contains(now.Reading(), "1 move ") {
			t.Errorf("eve's tap changed ann's board:\n%s", now.Reading())
		}
	})
}

// A public game has one board, also for typed moves. Only the player sees an answer that
// changes nothing.
func TestAPublicGameHasOneBoard(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann, eve := s.ann().In("C1"), s.eve().In("C1")
		ann.Slash("/solitaire", "new deal 1 public")
		for n := range 5 {
			ann.Slash("/move", "d")
			s.adapter.Settle()
			if seen := eve.Sees(); len(seen) != 1 {
				t.Fatalf("after %d typed moves eve sees %d messages", n+1, len(seen))
			}
		}
		ann.Click("Draw")
		has(t, eve.Sees()[0], "6 moves")
		for _, text := range []string{"9 9", "redo", "settings style pink", "settings"} {
			if answer := ann.Slash("/solitaire", text); !answer.Private {
				t.Errorf("%s: everybody sees %s", text, answer.Reading())
			}
		}
		s.adapter.Settle()
		if seen := eve.Sees(); len(seen) != 1 {
			t.Errorf("eve sees %d messages", len(seen))
		}
	})
}

// A private answer never replaces a public message: here the tapped board is public, and
// the current game is private.
func TestPrivateStaysPrivate(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	ann, eve := s.ann().In("C1"), s.eve().In("C1")
	public := ann.Slash("/solitaire", "new deal 1141 public")
	s.ann().Slash("/move", lineKlondike)                   // elsewhere, so that the board here stays
	again := s.ann().In("C2").Slash("/solitaire", "again") // practice, and not public
	if !again.Private {
		t.Fatal("practice is public")
	}
	answer := ann.ClickOn(public.TS, "Draw") // of the game that is won
	has(t, answer, "That board was out of date", "practice")
	if !answer.Private {
		t.Error("the private board is shown to all")
	}
	for _, seen := range eve.Sees() {
		if strings.Contains(seen.Reading(), "practice") {
			t.Errorf("eve sees the private game:\n%s", seen.Reading())
		}
	}
}

// A game that was begun in private becomes public with its next board, which is
// a new message: one that only its player sees can't be shown to all.
func TestPrivateBoardBecomesPublic(t *testing.T) {
	t.Parallel()
	s := newStage(t, overHTTP, memory(), slackfake.Options{Uses: 2})
	ann := s.ann().In("C1")
	private := ann.Slash("/solitaire", "new deal 1")
	ann.Slash("/solitaire", "settings visibility public")
	ann.ClickOn(private.TS, "More")
	ann.ClickOn(private.TS, "New game")
	board := await(s.eve().In("C1"), "Klondike", "0 moves")
	if board.Private {
		t.Error("the public game is private")
	}
	ann.Await("the private board as a line", func(s slackfake.Shown) bool {
		return s.TS == private.TS && strings.Contains(s.Reading(), "moved down")
	})
}

// A tap on an old board changes nothing and shows how the game stands.
func TestOldBoard(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	old := ann.Slash("/solitaire", "new deal 1")
	ann.Slash("/move", "d")
	board := ann.ClickOn(old.TS, "Draw")
	has(t, board, "That board was out of date", "1 move ")
	if board.TS != old.TS {
		t.Error("the old board stays as it was")
	}
}

// Of two taps at once on one board one counts.
func TestTwoTapsAtOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann := s.ann()
		ann.Slash("/solitaire", "new deal 1")
		s.Deliver(ann.Tap("Draw"), ann.Tap("Draw"))
		s.stop()
		home := ann.Sees()
		has(t, home[len(home)-1], "1 move ")
	})
}

// Between two people the bot is no party: what is said there is for the player
// only, though the channel's id looks like that of a conversation with the bot.
func TestConversationOfTwoPeople(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	s.Channel("D9", "directmessage")
	s.Remove("D9", "")
	ann, eve := s.ann().In("D9"), s.eve().In("D9")
	board := ann.Slash("/solitaire", "new deal 1")
	if !board.Private {
		t.Error("eve sees ann's board")
	}
	has(t, ann.Click("Draw"), "1 move ")
	if n := len(eve.Sees()); n != 0 {
		t.Errorf("eve sees %d messages", n)
	}
}

// A file goes to the conversation with the bot, wherever it was asked for.
func TestFile(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann := s.ann()
		answer := ann.In("C1").Slash("/solitaire", "my-data")
		has(t, answer, "everything stored about you", "in your conversation with me")
		ann.Await("the file", func(s slackfake.Shown) bool {
			return len(s.Files) == 1 && s.Files[0].Name == "my-data.json"
		})
	})
}

// If the file can't be sent, the bot says so where the player asked for it. A player who
// asked in the Home reads it in the conversation with the bot.
func TestFileCanNotBeSent(t *testing.T) {
	t.Parallel()
	s := newStage(t, overHTTP, memory(), slackfake.Options{Uses: 2})
	s.Fail("files.completeUploadExternal", slackfake.Fault{Times: 2, Error: "internal_error"})
	ann := s.ann()
	ann.In("C1").Slash("/solitaire", "my-data")
	await(ann.In("C1"), "couldn't send the file")
	tap := `{"type":"block_actions","trigger_id":"t","user":{"id":"UANN","team_id":"T0FAKE"},"container":{"type":"view"},
		"actions":[{"block_id":"b","action_id":"1|1|0|","type":"button","value":"my-data"}]}` // for which the Home has no button yet
	if status := post(t, s, "/slack/interactions", url.Values{"payload": {tap}}.Encode()); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	told := await(ann, "couldn't send the file")
	if strings.Contains(told.Reading(), "in that channel") {
		t.Error("ann is told of a channel that she was not in")
	}
}

// The locale is looked up in the background, and again when it has changed.
func TestLocale(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	s.Fail("users.info", slackfake.Fault{Delay: 4 * time.Second}) // longer than Slack waits for an answer
	ann := s.ann()
	s.Deliver(ann.In("C1").Command("/solitaire", "help"))
	ann.In("C1").Slash("/solitaire", "help")
	if n := s.Calls("users.info"); n != 1 {
		t.Errorf("looked up %d times", n)
	}
	ann.Move("de-DE", "Europe/Berlin")
	ann.In("C1").Slash("/solitaire", "help")
	s.stop()
	if n := s.Calls("users.info"); n != 2 {
		t.Errorf("looked up %d times after a change", n)
	}
}

// Slack would take the signs for formatting.
func TestANameIsShownAsItIs(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.Person("UANN", "_ann_*b*~c~ d_e", "en-GB", "").In("C1")
	s.eve()
	open := ann.Slash("/solitaire", "challenge @eve")
	has(t, open, "_ann_*b*~c~ d_e challenges")
}

// Eve looks at other pages of what ann has shown to all.
func TestPagesTurnedInPrivateStayPrivate(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	ann, eve := s.ann().In("C1"), s.eve().In("C1")
	shown := ann.Slash("/solitaire", "leaderboard")
	page := eve.ClickOn(shown.TS, "yesterday")
	if !page.Private {
		t.Fatal("everybody sees the page that eve looks at")
	}
	next := eve.Click("this week")
	if !next.Private || next.TS != page.TS {
		t.Errorf("private: %v, in the same message: %v", next.Private, next.TS == page.TS)
	}
	if n := len(ann.Sees()); n != 1 {
		t.Errorf("ann sees %d messages, want hers", n)
	}
}
