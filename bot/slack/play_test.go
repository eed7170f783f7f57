package slack_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/persist"
)

// A game from the first command to the win, in a channel, by typing, buttons
// and the menu, with the bot restarted in the middle.
func TestGameInChannel(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		file := boltFile(t)
		store := mustOpen(t, file)
		s := newStage(t, by, store, slackfake.Options{Uses: 2}) // a tap's url also shrinks its board when that moves on
		ann := s.ann().In("C1")

		board := ann.Slash("/solitaire", "new yukon deal 452")
		has(t, board, "Yukon · deal 452", "0 moves")
		if !board.Private {
			t.Error("others see the board")
		}
		board = ann.Slash("/move", "4 f")
		has(t, board, "1 move ")
		moved := board.TS
		board = ann.Click("move 3>2:5")
		has(t, board, "2 moves")
		if board.TS != moved || board.Version() != 2 {
			t.Errorf("the choice did not replace the board: %s version %d", board.TS, board.Version())
		}

		s.stop()
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		store = mustOpen(t, file)
		s.start(store)

		board = ann.Click("Undo") // of the board from before the restart
		has(t, board, "1 step undone", "1 move ")
		ann.Slash("/move", "3>2:5, "+lineYukon[len("4>f, 3>2:5, "):])
		await(ann, "You won!")
		await(ann, "moved down")

		results, err := store.Results(context.Background(), persist.Player{Platform: "slack", Space: "T0FAKE", User: ann.ID})
		if err != nil || len(results) != 1 || results[0].Outcome != persist.Won {
			t.Errorf("results %+v, %v", results, err)
		}
	})
}

// lineYukon wins Yukon's deal 452.
const lineYukon = "4>f, 3>2:5, 6>4:5, 6>f, 6>f, 6>f, 6>f, 6>f, 5>6:3, 5>f, 7>f, 1>f, 4>f, 5>4:1, 5>f, 6>f, 2>6:9, 6>1:6, 7>1:1, 3>7:1, 6>1:4, 4>6:9, 4>6:1, 6>3:8, 1>7:1, 1>f, 5>f, 5>f, 3>f, 4>f, 2>4:1, 7>2:5, 7>f, 3>f, 7>4:1, 7>2:1, 6>4:1, 7>6:1, 3>6:2, 7>3:1, 2>4:7, 3>4:4, 3>f, 4>2:8, 4>f, 5>f, 1>f, 2>f, 6>f, 1>f, 1>f, 2>f, 1>f, 4>f, 3>f, 4>f, 2>f, 1>f, 7>f, 4>f, 2>f, 1>f, 2>f, 1>f, 6>f, 6>f, 4>f, 2>f, 2>f, 4>f, 1>f, 4>f, 1>f, 6>f, 6>f, 2>f"

// Somebody who taps on one spot all the time draws the whole stock and no more. Slack
// can't disable a button: it says why nothing happens.
func TestTapsOnOneSpotNeverUndo(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	board := ann.Slash("/solitaire", "new deal 1 passes 1")
	controls := []string{"Draw", "Undo", "Hint", "More"}
	for n := range 30 {
		labels := board.Labels()
		if at := len(labels) - len(controls); at < 0 || !slices.Equal(labels[at:], controls) {
			t.Fatalf("after %d taps: got the buttons %q", n, labels)
		}
		board = ann.Click("Draw")
	}
	has(t, board, "24 moves", "0 undos", "this was your last pass")
	has(t, ann.Click("More"), "Back to the board")
	has(t, ann.Click("Statistics"), "Back to the board")
	has(t, ann.Click("Back to the board"), "24 moves")
}

// In sentences everything is said in words, not only the board: no sign of a suit is in
// anything that is sent.
func TestSentencesHaveNoSigns(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "settings style text")
	before := len(s.Payloads())
	for _, text := range []string{"new deal 1141", "d", "K♥ J♠", "move", "d, 6 3, w f, 6 f", "more"} {
		ann.Slash("/solitaire", text)
	}
	s.adapter.Settle()
	payloads := s.Payloads()[before:]
	if len(payloads) < 6 {
		t.Fatalf("only %d messages were sent", len(payloads))
	}
	for _, p := range payloads {
		if strings.ContainsAny(string(p.Body), "♣♦♥♠→") {
			t.Errorf("got %s", p.Body)
		}
	}
}

// In the conversation with the bot there is one board, changed in place by
// typing and tapping; show posts it at the bottom.
func TestGameInDirectMessages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann := s.ann()
		first := ann.Slash("/solitaire", "new deal 1141")
		has(t, first, "Klondike · deal 1141")
		if first.Private {
			t.Error("a board in the own conversation is no ordinary message")
		}
		typed := ann.Slash("/move", "d")
		tapped := ann.Click("Draw")
		if typed.TS != first.TS || tapped.TS != first.TS {
			t.Error("the board was not changed in place")
		}
		has(t, tapped, "2 moves")
		ann.Slash("/solitaire", "show")
		last := ann.Await("the board at the bottom", func(s slackfake.Shown) bool { return s.TS != first.TS })
		has(t, last, "2 moves")
		ann.Await("the old board as a line", func(s slackfake.Shown) bool {
			return s.TS == first.TS && strings.Contains(s.Reading(), "moved down") && len(s.Labels()) == 0
		})
		has(t, ann.Click("Undo"), "1 move ")
	})
}

// lineKlondike wins Klondike's deal 1141.
const lineKlondike = "6>3, 6>f, d, w>f, 3>f, d, d, w>1, d, d, w>f, d, w>5, 2>5, d, d, w>2, d, w>5, d, d, d, w>f, d, w>1, d, w>f, d, w>f, 3>f, 3>2, d, w>f, d, d, w>6, d, w>f, d, d, w>1, 6>1:2, 6>f, 3>f, w>f, 2>f, 5>3:4, 5>4, 6>4, 6>f, 4>f, 2>f, 7>f, 1>f, 7>5, 7>1, 7>f, 7>f, 5>7:2, 4>5:2, 4>f, 4>2, d, w>f, w>f, 4>f, 3>f, w>4, w>3, d, w>6, 7>6:3, 7>f, d, w>4, w>4, w>f, 5>f, w>f, 2>f, 2>f, 5>f, 5>f, 1>f, 5>f, 6>f, 4>f, 1>f, 1>f, 6>f, 3>f, 1>f, 3>f, 4>f, 6>f, 3>f, 3>f, 1>f, 1>f, 6>f, 4>f"

// After a restart the board in the conversation with the bot is found again by
// the first tap on it; typing before that posts a new one.
func TestRestartInDirectMessages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		store := memory()
		s := newStage(t, by, store, slackfake.Options{})
		ann := s.ann()
		board := ann.Slash("/solitaire", "new deal 1")
		ann.OpenHome()
		s.restartWith(store, s.times)
		has(t, ann.Click("Draw"), "1 move ")
		if now := ann.Slash("/move", "d"); now.TS != board.TS {
			t.Error("the tapped board was not remembered")
		}
		s.restartWith(store, s.times)
		if now := ann.Slash("/move", "d"); now.TS == board.TS {
			t.Error("a board was changed that nobody can remember")
		}
		await(ann.AtHome(), "3 moves") // the Home was opened two restarts ago, and follows
		has(t, ann.AtHome().Click("Draw"), "4 moves")
	})
}

// Text as phones and Slack rewrite it is understood.
func TestTypedOnPhones(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	has(t, ann.Slash("/solitaire", "“new” yukon\u00a0deal 452"), "Yukon · deal 452")
	has(t, ann.Slash("/move", "‘4’ > f"), "1 move ")
	has(t, ann.Slash("/move", "3>2:5"), "2 moves")
	has(t, ann.Slash("/solitaire", "/undo"), "1 move ")
	if text := ann.Slash("/solitaire", "<b> & `x` *y*").Text; strings.Contains(text, "<b>") || strings.Contains(text, "`") {
		t.Errorf("it says %q", text)
	}
}

// Ephemeral boards are gone when the client starts anew; show brings the game
// back.
func TestReload(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overSocket)
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	ann.Click("Draw")
	ann.Reload()
	if n := len(ann.Sees()); n != 0 {
		t.Fatalf("ann still sees %d messages", n)
	}
	has(t, ann.In("C2").Slash("/solitaire", ""), "1 move ")
}

// A question is asked before a begun game is given up, and each of its buttons
// does what it says.
func TestQuestions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann := s.ann()
		ann.Slash("/solitaire", "new deal 1")
		ann.Slash("/move", "d")
		has(t, ann.Slash("/solitaire", "resign"), "Give up this game?")
		has(t, ann.Click("No"), "1 move ", "Undo")
		ann.Slash("/solitaire", "resign")
		has(t, ann.Click("Yes: Give up this game? It counts as a loss."), "You gave up")
		has(t, ann.Slash("/solitaire", "forget-me"), "Delete everything")
		has(t, ann.Click("Yes"), "was deleted")
	})
}

// Where a move can mean several, they are offered, and one is taken by a tap.
func TestWhichMove(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new yukon deal 452")
	asked := ann.Slash("/move", "")
	has(t, asked, "Which one?")
	if n := len(asked.Choices()); n < 6 {
		t.Fatalf("only %d moves are offered", n)
	}
	has(t, ann.Click(asked.Choices()[0]), "1 move ")
	ann.Slash("/solitaire", "new klondike deal 1 confirm")
	few := ann.Slash("/move", "")
	if len(few.Choices()) > 0 {
		t.Error("a few moves are offered in a menu, not by buttons")
	}
	has(t, ann.Click(few.Labels()[0]), "1 move ")
}

// Phones change what people type, and Slack delivers emojis by their names.
func TestTextFromPhonesIsUnderstood(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "“new deal\u00a01141”")
	for _, typed := range []string{
		"2:diamonds: 3:spades:", "2♦\ufe0f 3♠\ufe0f", "2:diamonds:\ufe0f\u00a03:spades:", "‘2♦’ “3♠”", "2♦\ufe0e\u202f3♠\ufe0e", ":six: :three:", "2♦\u200b 3♠\u2060",
	} {
		if shown := ann.Slash("/move", typed); !strings.Contains(shown.Reading(), "1 move ") {
			t.Errorf("%q: %s", typed, shown.Reading())
		}
		ann.Slash("/solitaire", "undo")
	}
}
