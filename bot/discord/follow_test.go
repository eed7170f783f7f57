package discord_test

import (
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// The board in the conversation with the bot follows a move made on the page, in the same
// message, and a tap on it goes on from there.
func TestBoardFollowsMovesMadeOnThePage(t *testing.T) {
	t.Parallel()
	st := setup{}.open(t)
	dm := st.ann().InDM()
	dm.Slash("solitaire new", "deal:5", "passes:unlimited")
	before := dm.Last()
	player := persist.Player{Platform: "discord", User: "7"}
	for _, text := range []string{"draw", "draw"} {
		if _, err := st.bot.Handle(t.Context(), bot.Request{Player: player, Text: text}); err != nil {
			t.Fatal(err)
		}
		st.adapter.Moved(player)
	}
	after := dm.WaitFor(holds("2 moves "))
	if after.ID != before.ID {
		t.Errorf("message %s shows the moves, want %s", after.ID, before.ID)
	}
	if n := len(dm.Sees()); n != 1 {
		t.Errorf("%d messages are in the conversation, want 1", n)
	}
	dm.Click("Undo")
	dm.WaitFor(holds("1 move "))
}

// A board that others see doesn't follow: it shows what its player has said there.
func TestBoardsInServersDontFollowThePage(t *testing.T) {
	t.Parallel()
	st := setup{}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new", "deal:5", "passes:unlimited")
	calls := len(st.Payloads())
	player := persist.Player{Platform: "discord", User: "7"}
	if _, err := st.bot.Handle(t.Context(), bot.Request{Player: player, Text: "draw"}); err != nil {
		t.Fatal(err)
	}
	st.adapter.Moved(player)
	drain(t, st.adapter)
	if n := len(st.Payloads()); n != calls {
		t.Errorf("%d payloads were sent", n-calls)
	}
}
