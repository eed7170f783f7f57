package slack

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// An event is something that happened in the workspace.
type event struct {
	kind        string // such as "app_home_opened"
	id          string
	team, space string
	user        string
	channel     string // of the conversation with the bot
	tab         string // that was opened
	challenge   string // Slack asks whether this is the right address
}

// readEvent decodes what Slack sends of an event. The user is an object in some
// events and an id in others.
func readEvent(data []byte) (event, error) {
	var outer struct {
		Type         string `json:"type"`
		Challenge    string `json:"challenge"`
		TeamID       string `json:"team_id"`
		EnterpriseID string `json:"enterprise_id"`
		EventID      string `json:"event_id"`
		Event        struct {
			Type    string          `json:"type"`
			User    json.RawMessage `json:"user"`
			Channel json.RawMessage `json:"channel"`
			Tab     string          `json:"tab"`
		} `json:"event"`
	}
	if err := json.Unmarshal(data, &outer); err != nil {
		return event{}, fmt.Errorf("event: %w", err)
	}
	if outer.Type == "url_verification" {
		return event{kind: outer.Type, challenge: outer.Challenge}, nil
	}
	return event{
		kind: outer.Event.Type, id: outer.EventID, team: outer.TeamID, space: cmp.Or(outer.EnterpriseID, outer.TeamID),
		user: idOf(outer.Event.User), channel: idOf(outer.Event.Channel), tab: outer.Event.Tab,
	}, nil
}

// idOf returns an id that stands alone or in an object.
func idOf(data json.RawMessage) string {
	var id string
	if json.Unmarshal(data, &id) == nil {
		return id
	}
	var object struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(data, &object) != nil {
		return ""
	}
	return object.ID
}

// request is that of looking at the Home.
func (e event) request() bot.Request {
	return bot.Request{
		ID: e.id, Player: persist.Player{Platform: Platform, Space: e.space, User: e.user},
		Place: bot.Place{Server: e.team}, Own: true,
	}
}

// happened handles an event. Doing it again, as when Slack retries, does no
// harm, so none is left out.
func (a *Adapter) happened(ctx context.Context, e event) {
	switch {
	case e.user == "":
	case e.kind == "app_home_opened":
		a.opened(ctx, e)
	case e.kind == "user_change":
		a.people.drop(e.user)
	}
}
