package discord_test

import (
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

// bottomRow is the last row of a message's components.
func bottomRow(t testing.TB, m *discordfake.Message) []discordfake.Component {
	t.Helper()
	if len(m.Components) == 0 {
		t.Fatal("the message has no components")
	}
	return m.Components[len(m.Components)-1].Components
}

// Somebody who taps on one spot all the time draws the whole stock and no more: what
// does nothing is disabled, and the number of rows below the board is always the same.
func TestTapsOnOneSpotNeverUndo(t *testing.T) {
	st := setup{}.open(t)
	ann := st.ann()
	board := ann.Slash("solitaire new", "deal:1", "passes:1").Message
	rows := 0
	for n := range 30 {
		row := bottomRow(t, ann.See(board))
		if row[0].Disabled != (n >= 24) || row[1].Label != "Undo" || row[1].Disabled != (n == 0) || row[3].Label != "More" {
			t.Fatalf("after %d taps: got the buttons %+v", n, row)
		}
		if !row[0].Disabled {
			ann.ClickOn(board, row[0].CustomID)
		}
		if now := len(ann.See(board).Components); n > 0 && now != rows {
			t.Errorf("after %d taps: got %d rows, before it were %d", n, now, rows)
		} else {
			rows = now
		}
	}
	says(t, ann.See(board), "24 moves", "0 undos")
}

// Draw and Undo are there on every screen of an open game, at the bottom.
func TestScreensKeepTheControls(t *testing.T) {
	st := setup{}.open(t)
	ann := st.ann()
	board := ann.Slash("solitaire new", "deal:1").Message
	for _, way := range [][]string{{"More"}, {"More", "Settings"}, {"More", "Settings", "Language"}, {"More", "Statistics", "Back to the board"}} {
		for _, label := range way {
			ann.ClickOn(board, label)
		}
		if row := bottomRow(t, ann.See(board)); row[0].Label != "Draw" || row[1].Label != "Undo" {
			t.Errorf("after %v: got the buttons %+v", way, row)
		}
		ann.ClickOn(board, "Draw")
		says(t, ann.See(board), "Drawn:")
		ann.ClickOn(board, "Undo")
	}
}

// A game that everybody sees has one board, however it is played: a typed move takes
// the board with it. What changes nothing is said to the player alone.
func TestAPublicGameHasOneBoard(t *testing.T) {
	c := newClock()
	st := setup{fake: discordfake.Options{Now: c.Now}}.open(t)
	st.adapter.SetNow(c.Now)
	ann, bob := st.ann(), st.Person("8", "bob", "en-GB")
	ann.Slash("solitaire new", "deal:1", "public:true")
	for n := range 5 {
		if n == 3 { // the token is too old by then, but the bot is a member of the channel
			ann.Click("Draw")
			c.forward(20 * time.Minute)
		}
		ann.Slash("draw")
		drain(t, st.adapter)
		if seen := bob.Sees(); len(seen) != 1 {
			t.Fatalf("after %d typed moves bob sees %d messages", n+1, len(seen))
		}
	}
	says(t, bob.Last(), "6 moves")
	for _, refused := range []*discordfake.Answer{
		ann.Slash("move", "from:9 9"), ann.Slash("redo"), ann.Slash("solitaire settings", "name:style", "value:pink"), ann.Slash("solitaire settings"),
	} {
		if !refused.Message.Private || len(refused.Message.Embeds) == 0 {
			t.Errorf("everybody sees %s", refused.Message.JSON)
		}
	}
	ann.Click("Board style")
	ann.Click("Letters (ASCII)")
	ann.Slash("draw")
	drain(t, st.adapter)
	if seen := bob.Sees(); len(seen) != 1 || !strings.Contains(said(t, seen[0]), "7 moves") {
		t.Errorf("bob sees %d messages, the last one %s", len(seen), seen[len(seen)-1].JSON)
	}
}

// In sentences everything is said in words, not only the board: no sign of a suit is in
// anything that is sent.
func TestSentencesHaveNoSigns(t *testing.T) {
	st := setup{}.open(t)
	ann := st.ann()
	ann.Slash("solitaire settings", "name:style", "value:text")
	st.ForgetPayloads()
	ann.Slash("solitaire new", "deal:1141")
	ann.Click("Draw")
	ann.Slash("move", "from:K♥ J♠")
	ann.Slash("move")
	ann.Slash("move", "from:d, 6 3, w f, 6 f")
	for _, c := range ann.Autocomplete("move", "from:") {
		if strings.ContainsAny(c.Name, "♣♦♥♠→") {
			t.Errorf("a completion is %q", c.Name)
		}
	}
	ann.Click("More")
	payloads := st.Payloads()
	if len(payloads) < 6 {
		t.Fatalf("only %d messages were sent", len(payloads))
	}
	for _, p := range payloads {
		if strings.ContainsAny(string(p.Body), "♣♦♥♠→") {
			t.Errorf("got %s", p.Body)
		}
	}
}
