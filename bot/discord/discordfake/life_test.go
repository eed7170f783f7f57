package discordfake

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	hello    = `{"content":"hello",` + nobody + `}`
	message4 = `{"type":4,"data":` + hello + `}`
	update7  = `{"type":7,"data":` + hello + `}`
	private5 = `{"type":5,"data":{"flags":64}}`
	laidOut  = `{"content":null,"embeds":[],"flags":32768,"components":[` + display + `],` + nobody + `}`
	emoji    = `{"flags":32768,"components":[{"type":10,"content":"<:a:1>"}],` + nobody + `}`
)

// A step is a request and its expected answer.
type step struct {
	method, path string // callback, original, hook …
	body         string
	after        time.Duration
	status, code int
}

// Interactions live and die as Discord's do, and the bot's mistakes are recorded.
func TestLifeCycle(t *testing.T) {
	post := func(path, body string, status, code int) step { return step{"POST", path, body, 0, status, code} }
	acked := post("callback", message4, 204, 0)
	hook := post("hook", hello, 200, 0)
	for name, c := range map[string]struct {
		click bool // it is a tap; else it is a command
		gone  bool // the tapped message is deleted
		group bool // where only the user has installed the application
		steps []step
		wrong []string // rules that the bot has broken
	}{
		"message":           {steps: []step{acked, {"PATCH", "original", hello, 0, 200, 0}}},
		"late":              {steps: []step{{"POST", "callback", message4, 4 * time.Second, 404, 10062}}},
		"just in time":      {steps: []step{{"POST", "callback", message4, 3 * time.Second, 204, 0}}},
		"twice":             {steps: []step{acked, post("callback", message4, 400, 40060)}, wrong: []string{"life cycle"}},
		"wrong id":          {steps: []step{post("other", message4, 404, 10062)}},
		"update of nothing": {steps: []step{post("callback", update7, 400, 50035)}, wrong: []string{"life cycle"}},
		"choices for a tap": {click: true, steps: []step{post("callback", `{"type":8,"data":{"choices":[]}}`, 400, 50035)}, wrong: []string{"life cycle"}},
		"modal":             {steps: []step{post("callback", `{"type":9,"data":{}}`, 400, 50035)}, wrong: []string{"life cycle"}},
		"update of a deleted message": {
			click: true, gone: true,
			steps: []step{post("callback", update7, 404, 10008)},
		},
		"update":            {click: true, steps: []step{post("callback", update7, 204, 0), {"PATCH", "original", hello, 0, 200, 0}}},
		"deferred update":   {click: true, steps: []step{post("callback", `{"type":6}`, 204, 0), {"PATCH", "original", hello, 0, 200, 0}}},
		"deferral":          {steps: []step{post("callback", private5, 204, 0), {"PATCH", "original", hello, 14 * time.Minute, 200, 0}}},
		"old token":         {steps: []step{acked, {"PATCH", "original", hello, 16 * time.Minute, 401, 50027}}},
		"follow-up first":   {steps: []step{post("hook", hello, 404, 10015)}},
		"edit first":        {steps: []step{{"PATCH", "original", hello, 0, 404, 10015}}},
		"other application": {steps: []step{acked, post("stranger", hello, 404, 10015)}},
		"laid out":          {steps: []step{acked, {"PATCH", "original", laidOut, 0, 200, 0}, {"PATCH", "original", laidOut, 0, 200, 0}}},
		"laid out for good": {steps: []step{acked, {"PATCH", "original", laidOut, 0, 200, 0}, {"PATCH", "original", hello, 0, 400, 50035}}, wrong: []string{"D8"}},
		"content stays":     {steps: []step{acked, {"PATCH", "original", strings.Replace(laidOut, `"content":null,`, "", 1), 0, 400, 50035}}, wrong: []string{"D8"}},
		"unknown emoji":     {steps: []step{acked, post("hook", emoji, 400, 50035)}, wrong: []string{"emoji"}},
		"deleted":           {steps: []step{acked, {"DELETE", "original", "", 0, 204, 0}, {"PATCH", "original", hello, 0, 404, 10008}}},
		"no such follow-up": {steps: []step{acked, {"PATCH", "hook/messages/12", hello, 0, 404, 10008}}},
		"emptied":           {steps: []step{acked, {"PATCH", "original", `{"content":"",` + nobody + `}`, 0, 400, 50006}}, wrong: []string{"D9"}},
		"empty":             {steps: []step{acked, post("hook", `{"content":"",`+nobody+`}`, 400, 50006)}, wrong: []string{"D9"}},
		"invalid":           {steps: []step{post("callback", `{"type":4,"data":{"content":"x","flags":128}}`, 400, 50035)}, wrong: []string{"D2", "D13"}},
		"broken JSON":       {steps: []step{post("callback", `{`, 400, 50109)}, wrong: []string{"json"}},
		"second try":        {steps: []step{post("callback", `{"type":4,"data":{"content":"",`+nobody+`}}`, 400, 50006), acked}, wrong: []string{"D9"}},
		"six follow-ups":    {group: true, steps: []step{acked, hook, hook, hook, hook, hook, post("hook", hello, 400, 40094)}},
		"six in a guild":    {steps: []step{acked, hook, hook, hook, hook, hook, hook}},
		"unknown route":     {steps: []step{post("nowhere", hello, 404, 0)}, wrong: []string{"route"}},
	} {
		t.Run(name, func(t *testing.T) {
			var passed atomic.Int64
			begun := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
			s := New(t, Options{Tolerate: true, Now: func() time.Time { return begun.Add(time.Duration(passed.Load())) }})
			in := interactionOf(s, c.click, c.group)
			if c.gone {
				in.source.gone = true
			}
			for i, step := range c.steps {
				passed.Add(int64(step.after))
				if status, code := do(t, s, in, step); status != step.status || code != step.code {
					t.Errorf("step %d: %s %s = %d, %d; want %d, %d", i, step.method, step.path, status, code, step.status, step.code)
				}
			}
			var rules []string
			for _, v := range s.Violations() {
				if v.Rule != "schema" {
					rules = append(rules, v.Rule)
				}
			}
			if !slices.Equal(rules, c.wrong) {
				t.Errorf("violations %v; want %v", s.Violations(), c.wrong)
			}
		})
	}
}

// interactionOf makes an interaction that nobody waits for.
func interactionOf(s *Server, click, group bool) *interaction {
	ann := s.Person("7", "ann", "en-GB")
	if group {
		ann = ann.In(s.GroupDM())
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if !click {
		return s.begin(interactionCommand, ann, nil, object{})
	}
	m := s.create(ann.place, nil, "")
	s.change(m, body{message: object{"content": "a board"}})
	return s.begin(interactionComponent, ann, m, object{})
}

func do(t *testing.T, s *Server, in *interaction, step step) (status, code int) {
	t.Helper()
	hook := "/webhooks/" + s.ApplicationID() + "/" + in.token
	path, named := map[string]string{
		"callback": "/interactions/" + in.id + "/" + in.token + "/callback", "other": "/interactions/1/" + in.token + "/callback",
		"original": hook + "/messages/@original", "hook": hook, "stranger": "/webhooks/1/" + in.token, "nowhere": "/nowhere",
		"commands": "/applications/" + s.ApplicationID() + "/commands",
	}[step.path]
	if !named {
		path = hook + strings.TrimPrefix(step.path, "hook")
	}
	r, err := http.NewRequest(step.method, s.URL+"/api/v10"+path, strings.NewReader(step.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("User-Agent", "DiscordBot (test, 1)")
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bot "+s.Token())
	got, err := s.Client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	var answer struct{ Code int }
	data, _ := io.ReadAll(got.Body)
	_ = json.Unmarshal(data, &answer) // a good answer may be empty
	return got.StatusCode, answer.Code
}

func TestRequestsWithWrongHeadersAreRefused(t *testing.T) {
	s := New(t, Options{Tolerate: true})
	for _, tt := range []struct {
		agent, authorization string
		status               int
	}{{"Go-http-client/1.1", "Bot " + token, 403}, {"DiscordBot (test, 1)", "Bot other", 401}, {"DiscordBot (test, 1)", token, 401}} {
		r, err := http.NewRequest(http.MethodGet, s.URL+"/api/v10/gateway/bot", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("User-Agent", tt.agent)
		r.Header.Set("Authorization", tt.authorization)
		if got, err := s.Send(r); err != nil || got.Status != tt.status {
			t.Errorf("%+v: status %d, %v", tt, got.Status, err)
		}
	}
}

// A bulk update without the entry point is refused.
func TestEntryPointMustStay(t *testing.T) {
	s := New(t, Options{Tolerate: true})
	s.Install(`{"name":"launch","type":4,"handler":2}`)
	for body, want := range map[string]int{
		`[{"name":"draw","description":"Draws"}]`:                                        400,
		`[{"name":"draw","description":"Draws"},{"name":"launch","type":4,"handler":2}]`: 200,
	} {
		if status, code := do(t, s, new(interaction), step{method: "PUT", path: "commands", body: body}); status != want || want == 400 && code != 50240 {
			t.Errorf("%s: status %d, code %d; want %d", body, status, code, want)
		}
	}
}

// The gateway closes connections that break its rules, with the code that says so.
func TestGatewayCloses(t *testing.T) {
	identify := `{"op":2,"d":{"token":"fake-token","shard":[0,1]}}`
	for name, c := range map[string]struct {
		opts Options
		send []string
		code int
	}{
		"bad token":      {send: []string{`{"op":2,"d":{"token":"other"}}`}, code: 4004},
		"twice":          {send: []string{identify, identify}, code: 4005},
		"too early":      {send: []string{`{"op":3}`}, code: 4003},
		"unknown op":     {send: []string{identify, `{"op":99}`}, code: 4001},
		"no JSON":        {send: []string{`{`}, code: 4002},
		"frame of 4097":  {send: []string{`{"op":1,"d":"` + strings.Repeat("x", 4082) + `"}`}, code: 4002},
		"no such shard":  {send: []string{strings.Replace(identify, "0,1", "2,2", 1)}, code: 4010},
		"too few shards": {opts: Options{Shards: 2}, send: []string{identify}, code: 4011},
		"silence":        {opts: Options{Heartbeat: time.Millisecond}, code: 4009},
		"121 packets":    {send: slices.Repeat([]string{`{"op":1}`}, 121), code: 4008},
	} {
		t.Run(name, func(t *testing.T) {
			c.opts.Tolerate = true
			ws := connectTo(t, New(t, c.opts))
			for _, packet := range c.send {
				_ = ws.WriteMessage(websocket.TextMessage, []byte(packet))
			}
			for {
				if _, _, err := ws.ReadMessage(); err != nil {
					if !websocket.IsCloseError(err, c.code) {
						t.Errorf("closed with %v; want %d", err, c.code)
					}
					return
				}
			}
		})
	}
}

// connectTo opens a connection to the gateway.
func connectTo(t *testing.T, s *Server) *websocket.Conn {
	t.Helper()
	ws, _, err := websocket.DefaultDialer.Dial(s.socketURL()+"?v=10&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return ws
}
