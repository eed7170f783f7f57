package discordfake_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

// A clock that only tests move.
type clock struct{ millis atomic.Int64 }

func newClock() *clock {
	c := new(clock)
	c.millis.Store(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC).UnixMilli())
	return c
}

func (c *clock) Now() time.Time           { return time.UnixMilli(c.millis.Load()) }
func (c *clock) advance(by time.Duration) { c.millis.Add(by.Milliseconds()) }

// A step is a request and what has to come of it.
type step struct {
	method string
	path   string // callback, original, hook, or hook/ID
	body   string
	after  time.Duration
	status int
	code   int
}

const (
	hello    = `{"content":"hello",` + silence + `}`
	message4 = `{"type":4,"data":` + hello + `}`
	private4 = `{"type":4,"data":{"content":"hello","flags":64,` + silence + `}}`
	update7  = `{"type":7,"data":` + hello + `}`
	later5   = `{"type":5}`
	private5 = `{"type":5,"data":{"flags":64}}`
)

func TestLifeCycle(t *testing.T) {
	post := func(path, body string, status, code int) step { return step{"POST", path, body, 0, status, code} }
	acked := post("callback", message4, 204, 0)
	for name, c := range map[string]struct {
		click bool // it is a tap; else it is a command
		place string
		steps []step
		wrong []string // rules that the bot has broken
	}{
		"message":           {steps: []step{acked, {"GET", "original", "", 0, 200, 0}}},
		"late":              {steps: []step{{"POST", "callback", message4, 4 * time.Second, 404, 10062}}},
		"just in time":      {steps: []step{{"POST", "callback", message4, 3 * time.Second, 204, 0}}},
		"twice":             {steps: []step{acked, post("callback", message4, 400, 40060)}, wrong: []string{"life cycle"}},
		"wrong id":          {steps: []step{post("other", message4, 404, 10062)}},
		"update of nothing": {steps: []step{post("callback", update7, 400, 50035)}, wrong: []string{"life cycle"}},
		"choices for a tap": {click: true, steps: []step{post("callback", `{"type":8,"data":{"choices":[]}}`, 400, 50035)}, wrong: []string{"life cycle"}},
		"update":            {click: true, steps: []step{post("callback", update7, 204, 0), {"GET", "original", "", 0, 200, 0}}},
		"deferred update":   {click: true, steps: []step{post("callback", `{"type":6}`, 204, 0), {"PATCH", "original", hello, 0, 200, 0}}},
		"deferral":          {steps: []step{post("callback", later5, 204, 0), {"PATCH", "original", hello, 14 * time.Minute, 200, 0}}},
		"old token":         {steps: []step{acked, {"PATCH", "original", hello, 16 * time.Minute, 401, 50027}}},
		"follow-up first":   {steps: []step{post("hook", hello, 404, 10015)}},
		"edit first":        {steps: []step{{"PATCH", "original", hello, 0, 404, 10015}}},
		"other application": {steps: []step{acked, post("stranger", hello, 404, 10015)}},
		"deleted":           {steps: []step{acked, {"DELETE", "original", "", 0, 204, 0}, {"PATCH", "original", hello, 0, 404, 10008}}},
		"no such follow-up": {steps: []step{acked, {"PATCH", "hook/messages/12", hello, 0, 404, 10008}}},
		"emptied":           {steps: []step{acked, {"PATCH", "original", `{"content":"",` + silence + `}`, 0, 400, 50006}}, wrong: []string{"D9"}},
		"empty":             {steps: []step{acked, post("hook", `{"content":"",`+silence+`}`, 400, 50006)}, wrong: []string{"D9"}},
		"invalid":           {steps: []step{post("callback", strings.Replace(message4, silence, `"flags":128`, 1), 400, 50035)}, wrong: []string{"D2", "D13"}},
		"broken JSON":       {steps: []step{post("callback", `{`, 400, 50109)}, wrong: []string{"json"}},
		"second try":        {steps: []step{post("callback", `{"type":4,"data":{"content":"","allowed_mentions":{"parse":[]}}}`, 400, 50006), acked}, wrong: []string{"D9"}},
		"six follow-ups": {place: "group", steps: []step{
			acked, post("hook", hello, 200, 0), post("hook", hello, 200, 0), post("hook", hello, 200, 0),
			post("hook", hello, 200, 0), post("hook", hello, 200, 0), post("hook", hello, 400, 40094),
		}},
		"six in a guild": {steps: []step{
			acked, post("hook", hello, 200, 0), post("hook", hello, 200, 0), post("hook", hello, 200, 0),
			post("hook", hello, 200, 0), post("hook", hello, 200, 0), post("hook", hello, 200, 0),
		}},
		"unknown route": {steps: []step{post("nowhere", hello, 404, 0)}, wrong: []string{"route"}},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			if c.place == "group" {
				l.ann = l.ann.In(l.srv.GroupDM())
			}
			in := l.draft(c.click)
			for i, s := range c.steps {
				l.clock.advance(s.after)
				if status, got := l.bot.do(s.method, l.path(in, s.path), s.body); status != s.status || code(got) != s.code {
					t.Errorf("step %d: %s %s = %d, %v; want %d, %d", i, s.method, s.path, status, got, s.status, s.code)
				}
			}
			l.broke(c.wrong...)
		})
	}
}

// A life is a fake whose interactions nobody waits for.
type life struct {
	t     *testing.T
	clock *clock
	srv   *discordfake.Server
	bot   *bot
	ann   *discordfake.Person
}

func newLife(t *testing.T) *life {
	l := &life{t: t, clock: newClock()}
	l.srv = discordfake.New(t, discordfake.Options{Now: l.clock.Now, Tolerate: true})
	l.bot = newBot(t, l.srv, nil)
	l.bot.register(commands)
	l.ann = l.srv.Person("7", "ann", "en-GB")
	return l
}

// draft makes an interaction. For a tap, a public message with a button is put
// up first.
func (l *life) draft(click bool) object {
	l.t.Helper()
	var in object
	payload := l.ann.Draft("move", "from:3")
	if click {
		status, got := l.bot.do("POST", "/channels/"+l.ann.Place().Channel+"/messages", board(0, ""))
		if status != 200 {
			l.t.Fatalf("POST message = %d, %v", status, got)
		}
		payload = l.ann.DraftClick("Draw")
	}
	if err := json.Unmarshal(payload, &in); err != nil {
		l.t.Fatal(err)
	}
	return in
}

func (l *life) path(in object, name string) string {
	switch name {
	case "callback":
		return callback(in)
	case "other":
		return "/interactions/12/" + str(in, "token") + "/callback"
	case "stranger":
		return "/webhooks/12/" + str(in, "token")
	case "nowhere":
		return "/nowhere"
	case "original":
		return l.bot.original(in)
	}
	return l.bot.hook(in) + strings.TrimPrefix(name, "hook")
}

// broke checks which rules were reported.
func (l *life) broke(rules ...string) {
	l.t.Helper()
	var found []string
	for _, v := range l.srv.Violations() {
		found = append(found, v.Rule)
	}
	slices.Sort(found)
	slices.Sort(rules)
	if !slices.Equal(found, rules) {
		l.t.Errorf("broken rules %v; want %v", l.srv.Violations(), rules)
	}
}

// The deferral decides who sees the answer, and the first follow-up replaces
// the loading message.
func TestDeferral(t *testing.T) {
	for name, c := range map[string]struct {
		deferral, followUp string
		private            bool
	}{
		"private": {private5, hello, true},
		"public":  {later5, `{"content":"hello","flags":64,` + silence + `}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			in := l.draft(false)
			l.bot.do("POST", callback(in), c.deferral)
			loading := l.ann.Last()
			if !loading.Loading || loading.Private != c.private {
				t.Errorf("while waiting, ann sees %v", loading)
			}
			l.bot.do("POST", l.bot.hook(in), c.followUp)
			got := l.ann.See(loading)
			if got.Loading || got.Private != c.private || got.Content != "hello" || len(l.ann.Sees()) != 1 {
				t.Errorf("ann sees %v", l.ann.Sees())
			}
			l.bot.do("POST", l.bot.hook(in), c.followUp)
			if all := l.ann.Sees(); len(all) != 2 || all[1].Private == c.private {
				t.Errorf("after a second follow-up ann sees %v", all)
			}
		})
	}
}

// A deferred update may also be followed by an edit that takes another way.
func TestDeferredUpdate(t *testing.T) {
	for name, way := range map[string]func(b *bot, in object) string{
		"by token": func(b *bot, in object) string { return b.original(in) },
		"by channel": func(_ *bot, in object) string {
			return "/channels/" + str(in, "channel_id") + "/messages/" + str(in["message"].(object), "id")
		},
	} {
		t.Run(name, func(t *testing.T) {
			srv := discordfake.New(t, discordfake.Options{})
			b := newBot(t, srv, func(b *bot, in object) {
				b.do("POST", callback(in), `{"type":6}`)
				b.do("PATCH", way(b, in), hello)
			})
			b.connect()
			ann := srv.Person("7", "ann", "vi")
			b.do("POST", "/channels/"+ann.Place().Channel+"/messages", board(0, ""))
			if got := ann.Click("Draw"); got.Callback != 6 || got.Message.Content != "hello" {
				t.Errorf("the answer is %d, %v", got.Callback, got.Message)
			}
		})
	}
}

func TestPrivateMessagesAreNotInTheChannel(t *testing.T) {
	l := newLife(t)
	in := l.draft(false)
	l.bot.do("POST", callback(in), private4)
	path := "/channels/" + l.ann.Place().Channel + "/messages/" + l.ann.Last().ID
	for _, method := range []string{"GET", "PATCH", "DELETE"} {
		body := ""
		if method == "PATCH" {
			body = hello
		}
		if status, got := l.bot.do(method, path, body); status != 404 || code(got) != 10008 {
			t.Errorf("%s = %d, %v", method, status, got)
		}
	}
	if status, _ := l.bot.do("PATCH", l.bot.original(in), strings.Replace(hello, "hello", "changed", 1)); status != 200 || l.ann.Last().Content != "changed" {
		t.Errorf("PATCH by token = %d; ann sees %v", status, l.ann.Last())
	}
	l.broke()
}

func TestChannelMessages(t *testing.T) {
	l := newLife(t)
	path := "/channels/" + l.ann.Place().Channel + "/messages"
	_, got := l.bot.do("POST", path, hello)
	one := path + "/" + str(got, "id")
	for _, s := range []step{
		{"GET", path, "", 0, 200, 0},
		{"GET", one, "", 0, 200, 0},
		{"PATCH", one, hello, 0, 200, 0},
		{"DELETE", one, "", 0, 204, 0},
		{"GET", one, "", 0, 404, 10008},
		{"POST", "/channels/12/messages", hello, 0, 404, 10003},
		{"POST", "/channels/" + l.srv.GroupDM().Channel + "/messages", hello, 0, 403, 50001},
		{"POST", "/channels/" + l.srv.UserChannel().Channel + "/messages", hello, 0, 403, 50001},
		{"POST", "/channels/" + l.srv.DM("7").Channel + "/messages", hello, 0, 200, 0},
		{"POST", "/users/@me/channels", `{"recipient_id":"7"}`, 0, 200, 0},
		{"POST", "/users/@me/channels", `{"recipient_id":"99"}`, 0, 400, 50033},
	} {
		if status, got := l.bot.do(s.method, s.path, s.body); status != s.status || code(got) != s.code {
			t.Errorf("%s %s = %d, %v; want %d, %d", s.method, s.path, status, got, s.status, s.code)
		}
	}
	l.ann.Place().Permissions &^= discordfake.EmbedLinks
	if status, got := l.bot.do("POST", path, board(0, "")); status != 403 || code(got) != 50013 {
		t.Errorf("embeds without permission: %d, %v", status, got)
	}
	l.broke()
}

func TestErrorsNamePlaces(t *testing.T) {
	l := newLife(t)
	_, got := l.bot.do("POST", callback(l.draft(false)), `{"type":4,"data":{"content":"x","flags":128,`+silence+`}}`)
	errs, _ := got["errors"].(object)
	data, _ := errs["data"].(object)
	flags, _ := data["flags"].(object)
	if list, _ := flags["_errors"].([]any); len(list) != 1 {
		t.Errorf("errors = %v", got)
	}
}

// A client that was reloaded shows no private messages, but the token still works.
func TestReloadedMeanwhile(t *testing.T) {
	l := newLife(t)
	in := l.draft(false)
	l.bot.do("POST", callback(in), private5)
	l.ann.Reload()
	if status, got := l.bot.do("PATCH", l.bot.original(in), hello); status != 200 || len(l.ann.Sees()) != 0 {
		t.Errorf("PATCH = %d, %v; ann sees %v", status, got, l.ann.Sees())
	}
}

func TestClickedMessageIsDeletedMeanwhile(t *testing.T) {
	l := newLife(t)
	in := l.draft(true)
	l.bot.do("DELETE", "/channels/"+l.ann.Place().Channel+"/messages/"+str(in["message"].(object), "id"), "")
	if status, got := l.bot.do("POST", callback(in), update7); status != 404 || code(got) != 10008 {
		t.Errorf("callback = %d, %v", status, got)
	}
	if status, _ := l.bot.do("POST", callback(in), message4); status != 204 {
		t.Errorf("a new message instead = %d", status)
	}
	l.broke()
}

func TestFollowUpsAreEditedAndDeleted(t *testing.T) {
	l := newLife(t)
	in := l.draft(false)
	l.bot.do("POST", callback(in), message4)
	_, got := l.bot.do("POST", l.bot.hook(in), hello)
	path := l.bot.hook(in) + "/messages/" + str(got, "id")
	for _, s := range []step{
		{"GET", path, "", 0, 200, 0},
		{"PATCH", path, hello, 0, 200, 0},
		{"DELETE", path, "", 0, 204, 0},
		{"PATCH", path, hello, 0, 404, 10008},
		{"PATCH", l.bot.original(in), hello, 0, 200, 0},
	} {
		if status, got := l.bot.do(s.method, s.path, s.body); status != s.status || code(got) != s.code {
			t.Errorf("%s %s = %d, %v; want %d, %d", s.method, s.path, status, got, s.status, s.code)
		}
	}
	l.broke()
}

func TestWithResponse(t *testing.T) {
	l := newLife(t)
	status, got := l.bot.do("POST", callback(l.draft(false))+"?with_response=true", private5)
	in, _ := got["interaction"].(object)
	if status != 200 || in["response_message_loading"] != true || in["response_message_ephemeral"] != true {
		t.Errorf("callback = %d, %v", status, got)
	}
}

func TestGuards(t *testing.T) {
	l := newLife(t)
	in := l.draft(false)
	header := func(key, value string) func(r *http.Request) {
		return func(r *http.Request) { r.Header.Set(key, value) }
	}
	for _, c := range []struct {
		path   string
		change func(*http.Request)
		status int
		code   int
	}{
		{"/users/@me", header("Authorization", "Bot other"), 401, 0},
		{"/users/@me", header("User-Agent", "Go-http-client/1.1"), 403, 40333},
		{callback(in), header("Content-Type", "text/plain"), 400, 50035},
	} {
		method, body := "GET", ""
		if c.path == callback(in) {
			method, body = "POST", message4
		}
		if status, got := l.bot.do(method, c.path, body, c.change); status != c.status || code(got) != c.code {
			t.Errorf("%s = %d, %v; want %d, %d", c.path, status, got, c.status, c.code)
		}
	}
	l.broke("user-agent", "content-type")
	if got := len(l.srv.Refusals()); got != 3 {
		t.Errorf("%d refusals; want 3", got)
	}
	if status, _ := l.bot.do("POST", callback(in), message4, header("Authorization", "")); status != 204 {
		t.Errorf("a callback without the token = %d", status)
	}
}
