package slack

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// The payloads are as Slack sends them for one person in one place.
func TestAPersonAndAPlaceAreTheSameHoweverTheyAreMet(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	for name, tt := range map[string]struct {
		command string // fields of the form
		tap     string // fields of the payload
		home    string // of the tap there
		event   string
		space   string
		server  string
	}{
		"a workspace": {
			"team_id=T1&is_enterprise_install=false",
			`"team":{"id":"T1","domain":"a"},"enterprise":null,"is_enterprise_install":false,"user":{"id":"U1","team_id":"T1"}`,
			`"team":{"id":"T1","domain":"a"},"enterprise":null,"is_enterprise_install":false,"user":{"id":"U1","team_id":"T1"}`,
			`"team_id":"T1","authorizations":[{"enterprise_id":null,"team_id":"T1","is_enterprise_install":false}]`,
			"T1", "T1",
		},
		"a channel that another workspace shares": {
			"team_id=T1&is_enterprise_install=false",
			`"team":{"id":"T1","domain":"a"},"enterprise":null,"is_enterprise_install":false,"user":{"id":"U1","team_id":"T2"}`,
			`"team":{"id":"T1","domain":"a"},"enterprise":null,"is_enterprise_install":false,"user":{"id":"U1","team_id":"T2"}`,
			`"team_id":"T2","enterprise_id":"E2","context_team_id":"T1","authorizations":[{"enterprise_id":null,"team_id":"T1","is_enterprise_install":false}]`,
			"T1", "T1",
		},
		"an event without authorizations": {
			"team_id=T1",
			`"team":{"id":"T1"},"user":{"id":"U1"}`,
			`"team":null,"user":{"id":"U1","team_id":"T1"}`,
			`"team_id":"T2","context_team_id":"T1","context_enterprise_id":null`,
			"T1", "T1",
		},
		"a workspace of an organisation": {
			"team_id=T1&enterprise_id=E1&is_enterprise_install=false",
			`"team":{"id":"T1","enterprise_id":"E1"},"is_enterprise_install":false,"user":{"id":"U1","team_id":"T1"}`,
			`"team":{"id":"T1"},"enterprise":{"id":"E1","name":"org"},"is_enterprise_install":false,"user":{"id":"U1","team_id":"E1"}`,
			`"team_id":"T1","authorizations":[{"enterprise_id":"E1","team_id":"T1","is_enterprise_install":false}]`,
			"E1", "T1",
		},
		"a whole organisation": {
			"team_id=T1&enterprise_id=E1&is_enterprise_install=true",
			`"team":{"id":"T1","enterprise_id":"E1"},"enterprise":{"id":"E1"},"is_enterprise_install":true,"user":{"id":"U1","team_id":"T2"}`,
			`"team":null,"enterprise":{"id":"E1","name":"org"},"is_enterprise_install":true,"user":{"id":"U1","team_id":"T1"}`,
			`"team_id":"T1","authorizations":[{"enterprise_id":"E1","team_id":null,"is_enterprise_install":true}]`,
			"E1", "E1",
		},
	} {
		player, place := persist.Player{Platform: Platform, Space: tt.space, User: "U1"}, bot.Place{Server: tt.server, Channel: "C1", Shared: true}
		check := func(how string, req bot.Request, want bot.Place) {
			t.Helper()
			if req.Player != player || req.Place != want {
				t.Errorf("%s: %s is by %v in %+v, want %v in %+v", name, how, req.Player, req.Place, player, want)
			}
		}
		command := a.typed(parsed(t, tt.command+"&user_id=U1&channel_id=C1&command=/solitaire&text="+url.QueryEscape("challenge <@U1|ann>")))
		check("a command", command.req, place)
		if m := command.req.Mentions; len(m) != 1 || m[0].Player != player {
			t.Errorf("%s: a mention is of %v, want %v", name, m, player)
		}
		check("a tap", requestOf(t, a, tt.tap, `{"type":"message","channel_id":"C1","message_ts":"1.2"}`), place)
		place.Channel, place.Shared = "", false
		check("a tap in the Home", requestOf(t, a, tt.home, `{"type":"view"}`), place)
		opened, err := readEvent(fmt.Appendf(nil, `{"type":"event_callback","event_id":"1",%s,"event":{"type":"app_home_opened","user":"U1"}}`, tt.event))
		if err != nil {
			t.Fatal(err)
		}
		check("the Home", opened.(event).request(), place)
	}
}

func parsed(t *testing.T, form string) slackgo.SlashCommand {
	t.Helper()
	c, err := readCommand([]byte(form))
	if err != nil {
		t.Fatal(err)
	}
	return c.(slackgo.SlashCommand)
}

// requestOf reads a tap with fields of its payload and its container.
func requestOf(t *testing.T, a *Adapter, fields, container string) bot.Request {
	t.Helper()
	var c slackgo.InteractionCallback
	payload := fmt.Sprintf(`{"type":"block_actions","trigger_id":"1",%s,"container":%s,"actions":[{"block_id":"b","action_id":"1|1|0|","type":"button","value":"show"}]}`, fields, container)
	if err := json.Unmarshal([]byte(payload), &c); err != nil {
		t.Fatal(err)
	}
	d, ok := a.chosen(c)
	if !ok {
		t.Fatalf("%s is not read", payload)
	}
	return d.req
}
