package slack_test

import (
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/persist"
)

// The Home follows a move made on the page, also after a restart, in the player's
// language, and what is tapped in the Home goes on from there.
func TestHomeFollowsMovesMadeOnThePage(t *testing.T) {
	t.Parallel()
	store := memory()
	s := newStage(t, overHTTP, store, slackfake.Options{})
	s.adapter.SetHomeEvery(0)
	ann := s.ann()
	player := persist.Player{Platform: "slack", Space: "T0FAKE", User: ann.ID}
	ann.Slash("/solitaire", "new deal 5 passes unlimited")
	s.adapter.Settle()
	ann.OpenHome()
	move := func(text string) {
		t.Helper()
		if _, err := s.bot.Handle(t.Context(), bot.Request{Player: player, Text: text}); err != nil {
			t.Fatal(err)
		}
		s.adapter.Moved(player)
	}
	move("draw")
	await(ann.AtHome(), "1 move ")
	has(t, ann.AtHome().Click("Undo"), "0 moves")

	s.stop()
	s.start(store)
	s.adapter.SetHomeEvery(0)
	move("draw, draw")
	await(ann.AtHome(), "2 moves ")
}
