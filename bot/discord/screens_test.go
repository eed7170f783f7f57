package discord_test

import (
	"testing"

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
