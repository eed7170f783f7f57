package slack

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

func TestTypedText(t *testing.T) {
	t.Parallel()
	ann := bot.Mention{Player: persist.Player{Platform: Platform, Space: "T1", User: "U1"}, Name: "U1"} // the label is a handle
	for raw, want := range map[string]struct {
		text   string
		people []bot.Mention
	}{
		"3 5":                                 {text: "3 5"},
		"3&gt;5, w&gt;f":                      {text: "3>5, w>f"},
		"3>5":                                 {text: "3>5"},
		"challenge <@U1|ann> yukon":           {"challenge <@U1> yukon", []bot.Mention{ann}},
		"<@U1|ann><@U1|ann>":                  {"<@U1><@U1>", []bot.Mention{ann, ann}},
		"stats <@U2>":                         {"stats <@U2>", []bot.Mention{{Player: persist.Player{Platform: Platform, Space: "T1", User: "U2"}, Name: "U2"}}},
		"settings channel <#C1|games>":        {text: "settings channel <#C1>"},
		"settings channel <#games>":           {text: "settings channel #games"},
		"<!here> <http://x.org|x.org> <http>": {text: "@here x.org http"},
		"&lt;@U1|ann&gt;":                     {text: "<@U1|ann>"},
		"&amp;lt;":                            {text: "&lt;"},
		"<":                                   {text: "<"},
	} {
		text, people := reader{marked()}.read(raw, installation{workspace: "T1"})
		if text != want.text || len(people) != len(want.people) {
			t.Errorf("%q reads %q, %v", raw, text, people)
			continue
		}
		for i, p := range people {
			if p != want.people[i] {
				t.Errorf("%q names %v", raw, p)
			}
		}
	}
}

func TestTypedCommand(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	d := a.typed(slackgo.SlashCommand{TeamID: "T1", UserID: "U1", UserName: "ann", ChannelID: "C1", Command: "/MOVE", Text: "3 5", TriggerID: "1.2", ResponseURL: "https://x"})
	want := bot.Request{
		ID: "1.2", Player: persist.Player{Platform: Platform, Space: "T1", User: "U1"},
		Place: bot.Place{Server: "T1", Channel: "C1", Shared: true}, Text: "move 3 5",
	}
	if got := string(encoded(t, d.req)); got != string(encoded(t, want)) {
		t.Errorf("got %s", got)
	}
	d = a.typed(slackgo.SlashCommand{UserID: "U1", Command: "/move", Text: "9:hearts: 10:spades:, :keycap_ten::diamonds: f"})
	if d.req.Text != "move 9♥ 10♠, 10♦ f" {
		t.Errorf("emojis are read as %q", d.req.Text)
	}
	if d := a.typed(slackgo.SlashCommand{TeamID: "T1", EnterpriseID: "E1", UserID: "U1", Command: "/solitaire"}); d.req.Player.Space != "E1" {
		t.Error("in a Grid a player is one of the enterprise")
	}
}

func TestActionID(t *testing.T) {
	t.Parallel()
	for _, ref := range []bot.BoardRef{{}, {Game: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", Version: 1<<64 - 1}, {Game: "a|b", Version: 7}} {
		if got, ok := readActionID(actionID(ref, 65535)); !ok || got != ref {
			t.Errorf("%v is read as %v %v", ref, got, ok)
		}
	}
	for _, id := range []string{"", "1", "1|2|3", "2|1|1|g", "1|x|1|g", "1|1|-1|g", "1|1|zzzzzzzzzzzzzzzzz|g"} {
		if _, ok := readActionID(id); ok {
			t.Errorf("%q is read", id)
		}
	}
}

// A button of a later version shows the board: without knowing what it was for,
// nothing is done.
func TestButtonsToCome(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	var c slackgo.InteractionCallback
	payload := `{"type":"block_actions","user":{"id":"U1"},"team":{"id":"T1"},"trigger_id":"1","container":{"type":"message","message_ts":"1.2","channel_id":"C1"},
		"actions":[{"block_id":"b","action_id":"9|what","type":"button","value":"resign confirm"}]}`
	if err := json.Unmarshal([]byte(payload), &c); err != nil {
		t.Fatal(err)
	}
	d, ok := a.chosen(c)
	if !ok || d.req.Text != "show" || d.req.Board != (bot.BoardRef{}) {
		t.Errorf("%v %q %v", ok, d.req.Text, d.req.Board)
	}
}

// FuzzActionID checks that parsing an action_id and writing it again changes nothing.
func FuzzActionID(f *testing.F) {
	f.Add("1|1|a|game")
	f.Fuzz(func(t *testing.T, id string) {
		ref, ok := readActionID(id)
		if !ok {
			return
		}
		if again, ok := readActionID(actionID(ref, 1)); !ok || again != ref {
			t.Errorf("%q reads %v, and written anew %v", id, ref, again)
		}
	})
}

// FuzzTyped holds that no text breaks the reader, and that what has no signs of
// Slack's stays as it is.
func FuzzTyped(f *testing.F) {
	for _, text := range []string{"<@U1|ann>", "3&gt;5", "<<@U1>|>", "“new yukon”", "3 5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		text, people := reader{marked()}.read(raw, installation{workspace: "T"})
		if !strings.ContainsAny(raw, "<>&") && (text != raw || people != nil) {
			t.Errorf("%q reads %q", raw, text)
		}
	})
}

// FuzzPayloads holds that no body makes a decoder panic.
func FuzzPayloads(f *testing.F) {
	f.Add([]byte(`{"type":"block_actions","user":{"id":"U"},"actions":[{"block_id":"b","action_id":"1|1|1|g","value":"d"}]}`))
	f.Add([]byte(`{"type":"block_actions","user":{"id":"U"},"actions":[{"name":"n"}],"view":{"blocks":[{"type":"x"}]}}`))
	f.Add([]byte(`{"type":"event_callback","event":{"type":"user_change","user":{"id":"U"}}}`))
	f.Add([]byte("user_id=U&command=/move&text=3"))
	a := newAdapter(f)
	f.Fuzz(func(_ *testing.T, body []byte) {
		_, _ = readEvent(body)
		if c, err := readCommand(body); err == nil {
			a.typed(c.(slackgo.SlashCommand))
		}
		if c, err := readInteraction([]byte(url.Values{"payload": {string(body)}}.Encode())); err == nil {
			a.chosen(c.(slackgo.InteractionCallback))
		}
	})
}

// Answers go to Slack only: whoever could make the bot post elsewhere would reach
// what the bot can reach.
func TestResponseURLsOfOthersAreNotUsed(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	for address, want := range map[string]bool{
		"https://hooks.slack.com/commands/T1/2/3":     true,
		"https://hooks.slack-gov.com/commands/T1/2/3": true,
		"http://hooks.slack.com/commands/T1/2/3":      false,
		"https://hooks.slack.com.example.org/":        false,
		"https://hooks.slack.com:8080/":               false,
		"https://hooks.slack.com@example.org/":        false,
		"https://slack.com/":                          false,
		"http://127.0.0.1/":                           false,
		"/":                                           false,
		":":                                           false,
	} {
		if got := a.typed(slackgo.SlashCommand{UserID: "U1", Command: "/move", ResponseURL: address}).url; (got != nil) != want {
			t.Errorf("%s: a command's is used: %v", address, got != nil)
		}
		c := slackgo.InteractionCallback{Type: slackgo.InteractionTypeBlockActions, ResponseURL: address, User: slackgo.User{ID: "U1"}}
		c.ActionCallback.BlockActions = []*slackgo.BlockAction{{Value: "d"}}
		if d, _ := a.chosen(c); (d.url != nil) != want {
			t.Errorf("%s: a tap's is used: %v", address, d.url != nil)
		}
	}
	a.APIURL = "http://127.0.0.1:9/api/"
	if a.responseURL("http://127.0.0.1:9/response/1") == nil || a.responseURL("http://127.0.0.1:10/response/1") != nil {
		t.Error("the host of the configured API is not the only further one")
	}
}

// A response_url takes five posts in half an hour, whatever they are for.
func TestResponseURLUses(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	now := a.Now()
	a.Now = func() time.Time { return now }
	posts := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { posts++ }))
	defer server.Close()
	defer a.http.CloseIdleConnections()
	a.APIURL = server.URL + "/api/"
	to, late := a.responseURL(server.URL), a.responseURL(server.URL+"/late")
	for n := range 7 {
		err := a.post(t.Context(), to, &slackgo.WebhookMessage{Text: "x"})
		if (err == nil) != (n < 5) {
			t.Errorf("post %d: %v", n+1, err)
		}
	}
	now = now.Add(31 * time.Minute)
	if err := a.post(t.Context(), late, &slackgo.WebhookMessage{Text: "x"}); !errors.Is(err, errResponseUsed) || posts != 5 {
		t.Errorf("after half an hour: %v, %d posts in all", err, posts)
	}
}

// A redirect of whatever call leads messages and tokens to nobody else.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	followed := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed = true }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	defer a.http.CloseIdleConnections()
	a.APIURL = server.URL + "/api/"
	if err := a.post(t.Context(), a.responseURL(server.URL), &slackgo.WebhookMessage{Text: "x"}); err == nil || followed {
		t.Errorf("a response_url: error %v, followed %v", err, followed)
	}
	redirected, err := New(a.Config)
	if err != nil {
		t.Fatal(err)
	}
	defer redirected.http.CloseIdleConnections()
	if _, err := redirected.api.AuthTestContext(t.Context()); err == nil || followed {
		t.Errorf("the Web API: error %v, followed %v", err, followed)
	}
}
