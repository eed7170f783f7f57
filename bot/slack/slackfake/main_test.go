package slackfake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A recorder is a test that may fail.
type recorder struct {
	testing.TB
	mu     sync.Mutex
	failed []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.failed = append(r.failed, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Fatal(args ...any) { r.Fatalf("%s", fmt.Sprint(args...)) }

// fails runs what should end the test and returns what it said.
func (r *recorder) fails(t *testing.T, f func()) string {
	t.Helper()
	done := make(chan struct{})
	ended := true
	go func() {
		defer close(done)
		f()
		ended = false
	}()
	<-done
	if !ended {
		t.Fatal("that went through")
	}
	return r.failed[len(r.failed)-1]
}

// socketManifest asks for Socket Mode.
const socketManifest = `{
	"display_information": {"name": "Tiny"},
	"features": {
		"app_home": {"home_tab_enabled": true},
		"bot_user": {"display_name": "tiny"},
		"slash_commands": [
			{"command": "/tiny", "description": "Counts", "should_escape": true},
			{"command": "/plain", "description": "Counts"}
		]
	},
	"oauth_config": {"scopes": {"bot": ["commands", "chat:write", "users:read", "im:write", "files:write"]}},
	"settings": {
		"event_subscriptions": {"bot_events": ["app_home_opened", "user_change"]},
		"interactivity": {"is_enabled": true},
		"socket_mode_enabled": true
	}
}`

// A tiny is a bot of a few lines that does what a test says.
type tiny struct {
	t      testing.TB
	s      *Server
	handle func(kind string, payload object) object // returns the answer to acknowledge with
	all    sync.WaitGroup
	mu     sync.Mutex
	conn   *websocket.Conn
}

// newTiny installs an app and runs it by Socket Mode.
func newTiny(t testing.TB, s *Server, handle func(*tiny, string, object) object) *tiny {
	b := newUnconnected(t, s, handle)
	b.connect()
	return b
}

func newUnconnected(t testing.TB, s *Server, handle func(*tiny, string, object) object) *tiny {
	s.Install([]byte(socketManifest))
	b := &tiny{t: t, s: s}
	b.handle = func(kind string, payload object) object { return handle(b, kind, payload) }
	t.Cleanup(func() {
		b.mu.Lock()
		if b.conn != nil {
			_ = b.conn.Close()
		}
		b.mu.Unlock()
		b.all.Wait()
	})
	return b
}

// connect opens a connection and answers on it until it ends.
func (b *tiny) connect() {
	b.t.Helper()
	opened := b.post("apps.connections.open", "application/json", b.s.AppToken, "{}")
	dialer := websocket.Dialer{WriteBufferSize: 2 * maxAck} // Slack wants one frame
	conn, answer, err := dialer.Dial(str(opened, "url"), nil)
	if err != nil {
		b.t.Fatalf("dial: %v (%v)", err, opened)
	}
	_ = answer.Body.Close()
	b.mu.Lock()
	b.conn = conn
	b.mu.Unlock()
	b.all.Go(func() { b.listen(conn) })
	b.s.until(b.s.opts.Wait, func() bool { return len(b.s.sockets.open) > 0 })
}

func (b *tiny) listen(conn *websocket.Conn) {
	defer func() { _ = conn.Close() }()
	for {
		_, data, err := conn.ReadMessage()
		if err != nil {
			return
		}
		envelope := decodeObject(data)
		switch str(envelope, "type") {
		case "", "hello":
			continue
		case "disconnect":
			b.connect()
			return
		}
		ack := object{"envelope_id": str(envelope, "envelope_id")}
		if answer := b.handle(str(envelope, "type"), sub(envelope, "payload")); answer != nil {
			ack["payload"] = answer
		}
		_ = conn.WriteMessage(websocket.TextMessage, encode(ack))
	}
}

// call calls a method with a form.
func (b *tiny) call(method string, args ...string) object {
	form := url.Values{"token": {b.s.BotToken}}
	for i := 0; i < len(args); i += 2 {
		form.Set(args[i], args[i+1])
	}
	return b.post(method, "application/x-www-form-urlencoded", "", form.Encode())
}

// view calls a method of views.
func (b *tiny) view(method string, args object) object {
	return b.post(method, "application/json", b.s.BotToken, string(encode(args)))
}

func (b *tiny) post(method, kind, bearer, body string) object {
	r, err := http.NewRequest(http.MethodPost, b.s.URL+"/api/"+method, strings.NewReader(body))
	if err != nil {
		b.t.Errorf("%s: %v", method, err)
		return nil
	}
	r.Header.Set("Content-Type", kind)
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	status, _, answer := do(r)
	o := decodeObject(answer)
	if o == nil {
		o = object{"status": json.Number(fmt.Sprint(status)), "body": string(answer)}
	}
	return o
}

// respond posts to a response_url.
func (b *tiny) respond(payload object, body object) (status int, text string) {
	r, err := http.NewRequest(http.MethodPost, str(payload, "response_url"), bytes.NewReader(encode(body)))
	if err != nil {
		b.t.Errorf("response_url: %v", err)
		return 0, ""
	}
	r.Header.Set("Content-Type", "application/json")
	status, _, answer := do(r)
	return status, string(answer)
}

// do sends a request on a connection of its own.
func do(r *http.Request) (status int, header http.Header, body []byte) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(r)
	if err != nil {
		return 0, nil, []byte(err.Error())
	}
	defer func() { _ = answer.Body.Close() }()
	body, _ = io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, body
}

// board is a message of a counting bot.
func board(n int) object {
	return object{"text": fmt.Sprintf("count %d", n), "blocks": []any{
		object{"type": "section", "text": object{"type": "mrkdwn", "text": fmt.Sprintf("*%d* &lt;3", n)}},
		object{"type": "actions", "elements": []any{
			object{"type": "button", "action_id": "more", "text": object{"type": "plain_text", "text": "More & more"}, "value": fmt.Sprint(n + 1)},
			object{"type": "static_select", "action_id": "menu", "placeholder": object{"type": "plain_text", "text": "Set"}, "options": []any{
				object{"text": object{"type": "plain_text", "text": "to ten"}, "value": "10"},
				object{"text": object{"type": "plain_text", "text": "to twenty"}, "value": "20"},
			}},
		}},
	}}
}

// sources returns the sources of violations.
func sources(all []Violation) []string {
	var names []string
	for _, v := range all {
		names = append(names, v.Source)
	}
	return names
}
