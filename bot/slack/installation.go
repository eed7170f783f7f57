package slack

import (
	"cmp"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// An installation is the organisation or workspace that has installed the app and from
// which a delivery came. Players and places are identified by it alone, so they are the
// same for a command, a tap, a menu, an event, a mention and the Home.
//
// The person's own workspace has no influence: in a channel shared with another workspace,
// a mention holds only an id, and must name the same player as that person's taps.
type installation struct {
	organisation string // of Enterprise Grid; empty elsewhere
	workspace    string // empty if a delivery belongs to the whole organisation
	whole        bool   // the whole organisation has installed the app
}

// player returns a person who was met through the installation.
func (i installation) player(user string) persist.Player {
	return persist.Player{Platform: Platform, Space: cmp.Or(i.organisation, i.workspace), User: user}
}

// place returns a place in which the installation is used. Its server is the organisation
// or workspace that has installed the app, since payloads don't always name the workspace.
func (i installation) place(channel string, shared bool) bot.Place {
	server := cmp.Or(i.workspace, i.organisation)
	if i.whole {
		server = cmp.Or(i.organisation, i.workspace)
	}
	return bot.Place{Server: server, Channel: channel, Shared: shared}
}

func (i installation) isKnown() bool { return i.organisation != "" || i.workspace != "" }

func ofCommand(c slackgo.SlashCommand) installation {
	return installation{c.EnterpriseID, c.TeamID, c.IsEnterpriseInstall}
}

// ofInteraction returns the installation of a tap. The workspace of the person is
// the last resort: in a shared channel it may be another one.
func ofInteraction(c slackgo.InteractionCallback) installation {
	i := installation{cmp.Or(c.Enterprise.ID, c.Team.EnterpriseID), c.Team.ID, c.IsEnterpriseInstall}
	if !i.isKnown() {
		i.workspace = c.User.TeamID
	}
	return i
}

// An authorization names the installation for which an event was delivered.
type authorization struct {
	EnterpriseID string `json:"enterprise_id"`
	TeamID       string `json:"team_id"`
	Whole        bool   `json:"is_enterprise_install"`
}

// An envelope holds the fields around an event that name workspaces. Those of a
// shared channel's event may name the workspace where it happened.
type envelope struct {
	Authorizations []authorization `json:"authorizations"`
	ContextOrg     string          `json:"context_enterprise_id"`
	ContextTeam    string          `json:"context_team_id"`
	EnterpriseID   string          `json:"enterprise_id"`
	TeamID         string          `json:"team_id"`
}

func ofEvent(e envelope) installation {
	var i installation
	if len(e.Authorizations) > 0 {
		first := e.Authorizations[0]
		i = installation{first.EnterpriseID, first.TeamID, first.Whole}
	}
	if !i.isKnown() {
		i.organisation, i.workspace = e.ContextOrg, e.ContextTeam
	}
	if !i.isKnown() {
		i.organisation, i.workspace = e.EnterpriseID, e.TeamID
	}
	return i
}
