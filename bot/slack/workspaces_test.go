package slack_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// In a channel that two workspaces share.
func TestSomebodyOfAnotherWorkspaceAcceptsAChallenge(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.bot.Posters = map[string]bot.Poster{slack.Platform: s.adapter}
	ann, eve := s.ann().In("C1"), s.eve().From("T9OTHER").In("C1")
	open := ann.Slash("/solitaire", "challenge @eve draw 3")
	board := eve.ClickOn(open.TS, open.Labels()[0])
	has(t, board, "Here is the challenge", "Klondike")
}

// The daily is won by a tap of one person, and the ranking is asked for in both
// ways.
func TestARankingIsTheSameTypedAndTapped(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string]slackfake.Options{"workspace": {Uses: 2}, "organisation": {Uses: 2, Organisation: "E0FAKE"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, overHTTP, memory(), opts)
			ann := s.ann().In("C1")
			ann.Slash("/solitaire", "daily")
			ann.Click("Draw")
			ann.Slash("/solitaire", "resign")
			ann.Click("Yes")
			s.adapter.Settle() // an old board may yet become a line
			const finished = "1 player has finished this deal"
			typed := ann.Slash("/solitaire", "leaderboard")
			has(t, typed, finished)
			eve := s.eve().From("T9OTHER").In("C1")
			has(t, eve.ClickOn(typed.TS, "yesterday"), "Nobody has finished this deal yet")
			has(t, eve.Click("today"), finished)
			ann.OpenHome()
			has(t, ann.AtHome().Click("Leaderboard"), finished)
		})
	}
}

// All of an organisation has installed the app, and its Home belongs to no
// workspace.
func TestTheHomeOfAnOrganisationShowsTheSameGame(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := newStage(t, by, memory(), slackfake.Options{Organisation: "E0FAKE"})
		ann := s.ann()
		ann.In("C1").Slash("/solitaire", "new deal 1")
		has(t, ann.OpenHome(), "deal 1 ", "0 moves")
		has(t, ann.AtHome().Click("Draw"), "1 move ")
		has(t, ann.In("C1").Slash("/solitaire", "show"), "1 move ")
	})
}

// An administrator of another workspace taps what an administrator here would: no
// message of the bot has such a button for everybody.
func TestAnAdministratorOfAnotherWorkspaceIsNone(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	eve := s.eve().From("T9OTHER").In("C1")
	eve.Promote()
	tap := `{"type":"block_actions","trigger_id":"t","team":{"id":"T0FAKE"},"user":{"id":"UEVE","name":"eve","team_id":"T9OTHER"},
		"container":{"type":"message","message_ts":"1.2","channel_id":"C1"},
		"actions":[{"block_id":"b","action_id":"1|1|0|","type":"button","value":"settings server-language bg"}]}`
	if status := post(t, s, "/slack/interactions", url.Values{"payload": {tap}}.Encode()); status != http.StatusOK {
		t.Fatalf("status %d", status)
	}
	await(eve, notAdmin)
}
