package slackfake

import (
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// workspace starts a fake that tolerates everything, so that a test can look at
// the violations.
func workspace(t *testing.T, opts Options) (*Server, *Person) {
	opts.Tolerate = []string{Schema, Transport, "M4", "S2", "S3", "S10", "S11", "S12", "S14", "S15"}
	s := New(t, opts)
	s.Install([]byte(socketManifest))
	s.Channel("C1", "games")
	return s, s.Person("U1", "ann", "de-DE", "")
}

// send makes one request and returns the status and the body.
func send(t *testing.T, address, contentType, bearer, body string) (status int, answer []byte) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	got, err := client.Do(r)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer func() { _ = got.Body.Close() }()
	answer, _ = io.ReadAll(got.Body)
	return got.StatusCode, answer
}

const (
	form   = "application/x-www-form-urlencoded"
	inJSON = "application/json"
)

// test calls a method with a form of keys and values.
func (s *Server) test(t *testing.T, method string, args ...string) object {
	t.Helper()
	values := url.Values{"token": {s.BotToken}}
	for i := 0; i < len(args); i += 2 {
		values.Set(args[i], args[i+1])
	}
	_, answer := send(t, s.URL+"/api/"+method, form, "", values.Encode())
	return fake.DecodeObject(answer)
}

const divider = `[{"type": "divider", "block_id": "same"}]`

func TestWrongCallsAreRefused(t *testing.T) {
	s, ann := workspace(t, Options{})
	s.Channel("C2", "closed")
	s.Remove("C2", "")
	posted := s.test(t, "chat.postMessage", "channel", "U1", "text", "x", "blocks", divider)
	room, ts := fake.Text(posted, "channel"), fake.Text(posted, "ts")
	hidden := fake.Text(s.test(t, "chat.postEphemeral", "channel", ann.Place(), "user", "U1", "text", "x"), "message_ts")
	for name, test := range map[string]struct{ method, contentType, bearer, body, want, source string }{
		"unknown method":      {"chat.meMessage", form, s.BotToken, "", "unknown_method", Transport},
		"no token":            {"auth.test", form, "", "", "not_authed", Transport},
		"wrong token":         {"auth.test", form, "xoxb-other", "", "invalid_auth", Transport},
		"app token in a form": {"apps.connections.open", form, "", "token=" + s.AppToken, "not_authed", Transport},
		"the bot's token":     {"apps.connections.open", form, s.BotToken, "", "invalid_auth", Transport},
		"JSON to a form":      {"users.info", inJSON, s.BotToken, `{"user": "U1"}`, "invalid_arguments", Transport},
		"no JSON":             {"views.publish", inJSON, s.BotToken, `[]`, "invalid_arguments", Transport},
		"twice in a form":     {"auth.test", form, s.BotToken, "a=1&a=2", "invalid_arguments", Transport},
		"missing scope":       {"conversations.open", form, s.BotToken, "users=U1", "missing_scope", "M4"},
		"no text":             {"chat.postMessage", form, s.BotToken, "channel=U1", "no_text", "S10"},
		"unescaped":           {"chat.postMessage", form, s.BotToken, "channel=U1&text=3+%3C+5", "invalid_blocks", "S11"},
		"response_type":       {"chat.postMessage", form, s.BotToken, "channel=U1&text=x&response_type=ephemeral", "", "S14"},
		"no channel":          {"chat.postMessage", form, s.BotToken, "channel=C9&text=x", "channel_not_found", ""},
		"not in the channel":  {"chat.postMessage", form, s.BotToken, "channel=C2&text=x", "not_in_channel", ""},
		"reader not there":    {"chat.postEphemeral", form, s.BotToken, "channel=C1&user=U1&text=x", "user_not_in_channel", ""},
		"no message":          {"chat.update", form, s.BotToken, "channel=" + room + "&ts=1.000001&text=x", "message_not_found", ""},
		"by the person's id":  {"chat.update", form, s.BotToken, "channel=U1&text=x&ts=" + ts, "channel_not_found", "S15"},
		"ephemeral":           {"chat.update", form, s.BotToken, "channel=" + room + "&text=x&ts=" + hidden, "cant_update_message", "S14"},
		"the same block_id":   {"chat.update", form, s.BotToken, "channel=" + room + "&text=x&ts=" + ts + "&blocks=" + url.QueryEscape(divider), "", "S2"},
		"no user":             {"users.info", form, s.BotToken, "user=U9", "user_not_found", ""},
		"home of nobody":      {"views.publish", inJSON, s.BotToken, `{"user_id": "U9", "view": ` + goodHome + `}`, "user_not_found", ""},
		"bare header":         {"views.publish", inJSON, s.BotToken, `{"user_id": "U1", "view": {"type": "home", "blocks": [{"type": "header"}]}}`, "invalid_blocks", "S3"},
		"file of no length":   {"files.getUploadURLExternal", form, s.BotToken, "filename=board.png", "invalid_arguments", Transport},
		"no file":             {"files.delete", form, s.BotToken, "file=F9", "file_not_found", ""},
	} {
		before := len(s.Violations())
		_, answer := send(t, s.URL+"/api/"+test.method, test.contentType, test.bearer, test.body)
		found := sources(s.Violations()[before:])
		if got := fake.DecodeObject(answer); fake.Text(got, "error") != test.want || test.source != "" && !slices.Contains(found, test.source) {
			t.Errorf("%s: answered %v, reported by %v", name, got, found)
		}
	}
}

func TestPublishWithAnOldHashIsRefused(t *testing.T) {
	s, ann := workspace(t, Options{})
	publish := func(hash string) object {
		_, answer := send(t, s.URL+"/api/views.publish", inJSON, s.BotToken, `{"user_id": "U1", "hash": "`+hash+`", "view": `+goodHome+`}`)
		return fake.DecodeObject(answer)
	}
	hash := fake.Text(fake.Child(publish(""), "view"), "hash")
	if !fake.Flag(publish(hash), "ok") || fake.Text(publish(hash), "error") != "hash_conflict" || ann.Home().Version() != 2 {
		t.Errorf("version %d", ann.Home().Version())
	}
}

func TestResponseURLsEnd(t *testing.T) {
	now := time.Now()
	s, ann := workspace(t, Options{Now: func() time.Time { return now }})
	respond := func(d *Delivery, body string) int {
		status, _ := send(t, fake.Text(d.payload, "response_url"), inJSON, "", body)
		return status
	}
	typed := ann.Command("/tiny", "3>5 @ann")
	if text := fake.Text(typed.payload, "text"); text != "3&gt;5 <@U1|handle.of.u1>" {
		t.Errorf("typed %q", text)
	}
	for n := range 6 {
		if status := respond(typed, `{"text": "x"}`); (status == http.StatusOK) != (n < 5) {
			t.Errorf("post %d: status %d", n+1, status)
		}
	}
	if found := sources(s.Violations()); !slices.Equal(found, slices.Repeat([]string{"S15"}, 5)) { // all but the first
		t.Errorf("reported by %v", found)
	}
	other := ann.Command("/tiny", "")
	respond(other, `{"text": "x", "replace_original": true}`)
	if found := sources(s.Violations()); found[len(found)-1] != "S14" || len(ann.Sees()) != 6 {
		t.Errorf("reported by %v, %d messages", found, len(ann.Sees()))
	}
	now = now.Add(31 * time.Minute)
	if status := respond(other, `{"text": "x"}`); status != http.StatusNotFound {
		t.Errorf("after half an hour: %d", status)
	}
}

func TestWrongPostsToResponseURLsAreReported(t *testing.T) {
	for name, test := range map[string]struct{ path, contentType, body, source string }{
		"form":            {"", form, "text=x", Transport},
		"no such address": {"/response/R9", inJSON, `{"text": "x"}`, Transport},
		"no text":         {"", inJSON, `{"text": ""}`, "S10"},
		"deletes":         {"", inJSON, `{"text": "x", "delete_original": true}`, "S14"},
	} {
		s, ann := workspace(t, Options{})
		address := fake.Text(ann.Command("/tiny", "").payload, "response_url")
		if test.path != "" {
			address = s.URL + test.path
		}
		send(t, address, test.contentType, "", test.body)
		if found := sources(s.Violations()); !slices.Contains(found, test.source) {
			t.Errorf("%s: reported by %v", name, found)
		}
	}
}

func TestUploads(t *testing.T) {
	s, ann := workspace(t, Options{})
	got := s.test(t, "files.getUploadURLExternal", "filename", "board.png", "length", "3", "alt_txt", "A board")
	complete := func() object {
		return s.test(t, "files.completeUploadExternal", "files", `[{"id": "`+fake.Text(got, "file_id")+`"}]`, "channel_id", ann.Place())
	}
	if early := complete(); fake.Text(early, "error") != "file_not_found" {
		t.Errorf("before the bytes: %v", early)
	}
	for data, want := range map[string]int{"four": http.StatusBadRequest, "png": http.StatusOK} {
		if status, _ := send(t, fake.Text(got, "upload_url"), "image/png", "", data); status != want {
			t.Errorf("%q: status %d", data, status)
		}
	}
	complete()
	if file := ann.Sees()[0].Files[0]; file.Alt != "A board" || string(file.Data) != "png" || s.Files() != 1 {
		t.Errorf("ann sees %v", file)
	}
}

// A socketBot acknowledges every envelope as a test wants.
func socketBot(t *testing.T, s *Server, ack func(conn *websocket.Conn, envelope object)) {
	t.Helper()
	_, answer := send(t, s.URL+"/api/apps.connections.open", inJSON, s.AppToken, "")
	conn, response, err := websocket.DefaultDialer.Dial(fake.Text(fake.DecodeObject(answer), "url"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			_, data, err := conn.ReadMessage()
			if err != nil {
				return
			}
			if o := fake.DecodeObject(data); fake.Text(o, "envelope_id") != "" {
				ack(conn, o)
			}
		}
	}()
	t.Cleanup(func() { _ = conn.Close(); <-done })
	s.AwaitConnections(1)
}

func TestWrongAcknowledgementsAreReported(t *testing.T) {
	for name, test := range map[string]struct{ further, source string }{
		"twice":       {`{"envelope_id": "ID"}`, Transport},
		"unknown id":  {`{"envelope_id": "other"}`, Transport},
		"no JSON":     {`ok`, Transport},
		"unknown key": {`{"envelope_id": "ID", "text": "x"}`, Transport},
		"too large":   {`{"envelope_id": "ID", "payload": {"text": "` + long(maxAck) + `"}}`, "S12"},
		"payload":     {`{"envelope_id": "ID", "payload": {"text": "x"}}`, "S12"},
	} {
		s, ann := workspace(t, Options{})
		socketBot(t, s, func(conn *websocket.Conn, envelope object) {
			id := fake.Text(envelope, "envelope_id")
			lines := []string{strings.ReplaceAll(test.further, "ID", id), `{"envelope_id": "` + id + `"}`}
			for _, line := range lines {
				_ = conn.WriteMessage(websocket.TextMessage, []byte(line))
			}
		})
		s.Deliver(ann.Opening())
		s.Await(func() bool { return len(s.Violations()) > 0 })
		if found := sources(s.Violations()); !slices.Contains(found, test.source) {
			t.Errorf("%s: reported by %v", name, found)
		}
	}
}

func TestMissingAcknowledgementsAreReportedAndTheDeliveryIsRepeated(t *testing.T) {
	s, ann := workspace(t, Options{Ack: 20 * time.Millisecond})
	attempts := make(chan object, 4)
	socketBot(t, s, func(conn *websocket.Conn, envelope object) {
		attempts <- envelope
		if len(attempts) == 2 {
			_ = conn.WriteMessage(websocket.TextMessage, fake.Encode(object{"envelope_id": envelope["envelope_id"], "payload": object{"text": "x"}}))
		}
	})
	if shown := ann.Slash("/tiny", ""); shown.Text != "x" || !shown.Private {
		t.Errorf("shown: %v", shown)
	}
	first, second := <-attempts, <-attempts
	if first["envelope_id"] != second["envelope_id"] || fake.Text(second, "retry_reason") != "timeout" || !slices.Equal(sources(s.Violations()), []string{Transport}) {
		t.Errorf("sent %v and %v, reported %v", first, second, s.Violations())
	}
}
