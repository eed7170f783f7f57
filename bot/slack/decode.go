package slack

import (
	"cmp"
	"strings"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// A delivery is what Slack has brought: a request, and what is needed to answer
// it.
type delivery struct {
	req    bot.Request
	url    string // the response_url; empty for events and in the Home
	tapped tapped // the message that was tapped; zero for typed text
	inHome bool   // it was tapped in the App Home
	hash   string // of the Home's view then

	covered bool // a picture of what was there before was under way when the answer went out
}

// tapped is a message of the bot.
type tapped struct {
	ts      string
	private bool // only the player sees it
}

// changeable returns the message's ts, if the Web API can change it: one that only
// the player sees is reached by the response_url alone.
func (t tapped) changeable() string {
	if t.private {
		return ""
	}
	return t.ts
}

// user returns the id of who did it.
func (d delivery) user() string { return d.req.Player.User }

// typed decodes a slash command.
//
// Its trigger_id is made once for each time somebody does something, and comes
// again with every delivery of that, so it is what requests are told apart by.
func (a *Adapter) typed(c slackgo.SlashCommand) delivery {
	space := cmp.Or(c.EnterpriseID, c.TeamID)
	text, people := a.reader.read(c.Text, space)
	if strings.EqualFold(c.Command, a.Commands.Move) {
		text = "move " + text
	}
	return delivery{
		req: bot.Request{
			ID:       cmp.Or(c.TriggerID, c.ResponseURL),
			Player:   persist.Player{Platform: Platform, Space: space, User: c.UserID},
			Place:    bot.Place{Server: c.TeamID, Channel: c.ChannelID, Shared: true},
			Name:     c.UserName,
			Mentions: people,
			Text:     text,
		},
		url: c.ResponseURL,
	}
}

// chosen decodes a tap on a button or a choice in a menu. It reports false for
// interactions of other kinds.
func (a *Adapter) chosen(c slackgo.InteractionCallback) (d delivery, ok bool) {
	if c.Type != slackgo.InteractionTypeBlockActions || len(c.ActionCallback.BlockActions) == 0 || c.User.ID == "" {
		return d, false
	}
	action := c.ActionCallback.BlockActions[0]
	team := cmp.Or(c.User.TeamID, c.Team.ID)
	d = delivery{
		req: bot.Request{
			ID:     cmp.Or(c.TriggerID, action.ActionTs+c.User.ID+action.ActionID),
			Player: persist.Player{Platform: Platform, Space: cmp.Or(c.Enterprise.ID, team), User: c.User.ID},
			Name:   cmp.Or(c.User.Name, c.User.Username),
			Text:   unescape(cmp.Or(action.Value, action.SelectedOption.Value)), // entities are no part of any command
			Tap:    true,
		},
		url: c.ResponseURL,
	}
	d.req.Board, ok = readActionID(action.ActionID)
	if !ok || d.req.Text == "" { // of a version to come: it can't be said what it was for
		d.req.Text, d.req.Board = "show", bot.BoardRef{}
	}
	if c.Container.Type == "view" {
		d.inHome, d.hash, d.url = true, c.View.Hash, ""
		d.req.Own, d.req.Home = true, true
		d.req.Place = bot.Place{Server: team}
		return d, true
	}
	d.tapped = tapped{ts: cmp.Or(c.Container.MessageTs, c.Message.Timestamp), private: c.Container.IsEphemeral}
	d.req.Own = d.tapped.private
	d.req.Place = bot.Place{Server: team, Channel: cmp.Or(c.Container.ChannelID, c.Channel.ID), Shared: true}
	return d, true
}

// mayBeDirect reports whether a channel can be the conversation with the bot:
// it is one between two.
func mayBeDirect(channel string) bool { return strings.HasPrefix(channel, "D") }

// direct reports whether it was done in the player's conversation with the bot.
func (d delivery) direct() bool { return !d.inHome && !d.req.Place.Shared }
