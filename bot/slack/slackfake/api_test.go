package slackfake

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// An idle bot is only there for a test to call methods.
func idle(t testing.TB, s *Server) *tiny {
	return newUnconnected(t, s, func(*tiny, string, object) object { return nil })
}

func blocksOf(n int) string { return string(encode(board(n)["blocks"])) }

func TestMethodsAnswerAsSlackDoes(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	s.Channel("C1", "games")
	s.Channel("C2", "without")
	s.Remove("C2", "")
	s.Person("U1", "ann", "", "").In("C1")
	s.Person("U2", "bob", "", "")
	posted := b.call("chat.postMessage", "channel", "C1", "text", "x")
	direct := b.call("chat.postMessage", "channel", "U1", "text", "x")
	opened := b.call("conversations.open", "users", "U1")
	if id := str(sub(opened, "channel"), "id"); id == "" || id != str(direct, "channel") {
		t.Errorf("conversations.open: %v, posted to %v", opened, direct)
	}
	for _, test := range []struct {
		method, want string
		args         []string
	}{
		{"auth.test", "", nil},
		{"chat.postMessage", "channel_not_found", []string{"channel", "C9", "text", "x"}},
		{"chat.postMessage", "not_in_channel", []string{"channel", "C2", "text", "x"}},
		{"chat.postEphemeral", "", []string{"channel", "C1", "user", "U1", "text", "x"}},
		{"chat.postEphemeral", "user_not_in_channel", []string{"channel", "C1", "user", "U2", "text", "x"}},
		{"chat.postEphemeral", "not_in_channel", []string{"channel", "C2", "user", "U2", "text", "x"}},
		{"chat.update", "", []string{"channel", "C1", "ts", str(posted, "ts"), "text", "y"}},
		{"chat.update", "message_not_found", []string{"channel", "C1", "ts", "1.000001", "text", "y"}},
		{"chat.update", "channel_not_found", []string{"channel", "C9", "ts", str(posted, "ts"), "text", "y"}},
		{"chat.delete", "", []string{"channel", "C1", "ts", str(posted, "ts")}},
		{"chat.update", "message_not_found", []string{"channel", "C1", "ts", str(posted, "ts"), "text", "y"}},
		{"conversations.open", "user_not_found", []string{"users", "U9"}},
		{"users.info", "user_not_found", []string{"user", "U9"}},
	} {
		got := b.call(test.method, test.args...)
		if flag(got, "ok") != (test.want == "") || str(got, "error") != test.want {
			t.Errorf("%s %v: %v; want %q", test.method, test.args, got, test.want)
		}
	}
}

func TestWrongCallsAreReported(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport, Schema, "M4", "S2", "S10", "S14", "S15"}})
	b := idle(t, s)
	ann := s.Person("U1", "ann", "", "")
	form, json := "application/x-www-form-urlencoded", "application/json"
	posted := b.call("chat.postMessage", "channel", "U1", "text", "x", "blocks",
		`[{"type": "divider", "block_id": "same"}]`)
	room, ts := str(posted, "channel"), str(posted, "ts")
	hidden := str(b.call("chat.postEphemeral", "channel", ann.Place(), "user", "U1", "text", "x"), "message_ts")
	for name, test := range map[string]struct {
		call         func() object
		want, source string
	}{
		"unknown method": {func() object { return b.call("chat.meMessage") }, "unknown_method", Transport},
		"no token":       {func() object { return b.post("auth.test", form, "", "") }, "not_authed", Transport},
		"wrong token":    {func() object { return b.post("auth.test", form, "xoxb-other", "") }, "invalid_auth", Transport},
		"JSON to a form": {func() object { return b.post("users.info", json, s.BotToken, `{"user": "U1"}`) }, "invalid_arguments", Transport},
		"token in JSON":  {func() object { return b.post("views.publish", json, "", `{"token": "`+s.BotToken+`"}`) }, "not_authed", Transport},
		"no JSON":        {func() object { return b.post("views.publish", json, s.BotToken, `[]`) }, "invalid_arguments", Transport},
		"no text":        {func() object { return b.call("chat.postMessage", "channel", "U1") }, "no_text", "S10"},
		"response_type": {func() object {
			return b.call("chat.postMessage", "channel", "U1", "text", "x", "response_type", "ephemeral")
		}, "", "S14"},
		"by the person's id": {func() object { return b.call("chat.update", "channel", "U1", "ts", ts, "text", "y") }, "channel_not_found", "S15"},
		"ephemeral":          {func() object { return b.call("chat.update", "channel", room, "ts", hidden, "text", "y") }, "cant_update_message", "S14"},
		"the same block_id": {func() object {
			return b.call("chat.update", "channel", room, "ts", ts, "text", "y", "blocks", `[{"type": "divider", "block_id": "same"}]`)
		}, "", "S2"},
		"twice in a form": {func() object {
			return b.post("auth.test", form, "", "token="+s.BotToken+"&token="+s.BotToken)
		}, "invalid_arguments", Transport},
	} {
		t.Run(name, func(t *testing.T) {
			before := len(s.Violations())
			if got := test.call(); str(got, "error") != test.want {
				t.Errorf("%v; want %q", got, test.want)
			}
			if found := sources(s.Violations()[before:]); !slices.Contains(found, test.source) {
				t.Errorf("reported: %v; want it from %s", found, test.source)
			}
		})
	}
}

func TestScopesComeFromTheManifest(t *testing.T) {
	s := New(t, Options{Tolerate: []string{"M4"}})
	b := idle(t, s)
	s.Person("U1", "ann", "", "")
	s.Install([]byte(strings.Replace(socketManifest, `"im:write", `, "", 1)))
	if got := b.call("conversations.open", "users", "U1"); str(got, "error") != "missing_scope" || str(got, "needed") != "im:write" {
		t.Errorf("answered %v", got)
	}
}

func TestPublicChannelNeedsTheScope(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	s.Channel("C1", "games")
	s.Remove("C1", "")
	s.Install([]byte(strings.Replace(socketManifest, `"chat:write"`, `"chat:write", "chat:write.public"`, 1)))
	if got := b.call("chat.postMessage", "channel", "C1", "text", "x"); !flag(got, "ok") {
		t.Errorf("answered %v", got)
	}
}

func TestAnEditWithoutBlocksHasNone(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	ann := s.Person("U1", "ann", "", "")
	posted := b.call("chat.postMessage", "channel", "U1", "text", "x", "blocks", blocksOf(1))
	b.call("chat.update", "channel", str(posted, "channel"), "ts", str(posted, "ts"), "text", "y")
	if shown := ann.Sees()[0]; len(shown.Blocks) != 0 || shown.Text != "y" || len(shown.Earlier[0].Blocks) != 2 {
		t.Errorf("shown: %+v", shown)
	}
}

func TestPublishWithAnOldHash(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	s.Person("U1", "ann", "", "")
	publish := func(hash string) object {
		return b.view("views.publish", object{"user_id": "U1", "hash": hash, "view": decodeObject([]byte(goodHome))})
	}
	first := sub(publish(""), "view")
	if got := publish(str(first, "hash")); !flag(got, "ok") {
		t.Errorf("with the newest hash: %v", got)
	}
	if got := publish(str(first, "hash")); str(got, "error") != "hash_conflict" {
		t.Errorf("with an old hash: %v", got)
	}
}

func TestNoHomeTab(t *testing.T) {
	s := New(t, Options{Tolerate: []string{"M5"}})
	b := idle(t, s)
	s.Person("U1", "ann", "", "")
	s.Install([]byte(strings.Replace(socketManifest, `"home_tab_enabled": true`, `"home_tab_enabled": false`, 1)))
	if got := b.view("views.publish", object{"user_id": "U1", "view": decodeObject([]byte(goodHome))}); str(got, "error") != "not_enabled" {
		t.Errorf("answered %v", got)
	}
}

func TestTriggersEnd(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	d := s.Person("U1", "ann", "", "").Command("/tiny", "")
	s.Advance(triggerAge + time.Second)
	got := b.view("views.open", object{"trigger_id": d.payload["trigger_id"], "view": decodeObject([]byte(goodModal))})
	if str(got, "error") != "expired_trigger_id" {
		t.Errorf("answered %v", got)
	}
	got = b.view("views.open", object{"trigger_id": "other", "view": decodeObject([]byte(goodModal))})
	if str(got, "error") != "invalid_trigger_id" {
		t.Errorf("answered %v", got)
	}
}

func TestUpdateView(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	ann := s.Person("U1", "ann", "", "")
	b.view("views.publish", object{"user_id": "U1", "view": decodeObject([]byte(goodHome))})
	id := ann.Home().View
	if got := b.view("views.update", object{"view_id": id, "view": decodeObject([]byte(goodHome))}); !flag(got, "ok") || ann.Home().Version() != 2 {
		t.Errorf("answered %v", got)
	}
	if got := b.view("views.update", object{"view_id": id, "hash": "old", "view": decodeObject([]byte(goodHome))}); str(got, "error") != "hash_conflict" {
		t.Errorf("answered %v", got)
	}
	if got := b.view("views.update", object{"view_id": "V9", "view": decodeObject([]byte(goodHome))}); str(got, "error") != "not_found" {
		t.Errorf("answered %v", got)
	}
}

func TestResponseURL(t *testing.T) {
	s := New(t, Options{Uses: 5, Tolerate: []string{"S14", "S15"}})
	b := idle(t, s)
	ann := s.Person("U1", "ann", "", "")
	slash := ann.Command("/tiny", "").payload
	if status, text := b.respond(slash, board(1)); status != http.StatusOK || text != "ok" {
		t.Errorf("answered %d %s", status, text)
	}
	b.respond(slash, object{"text": "x", "replace_original": true})
	if found := sources(s.Violations()); len(ann.Sees()) != 2 || !slices.Equal(found, []string{"S14"}) {
		t.Errorf("a slash command's response_url shows %d messages and reports %v", len(ann.Sees()), found)
	}
	click := ann.Tap("more").payload
	b.respond(click, object{"text": "new"})
	b.respond(click, object{"text": "instead", "replace_original": true})
	if all := ann.Sees(); len(all) != 3 || all[0].Text != "instead" || all[0].Version() != 2 || all[2].Text != "new" {
		t.Errorf("sees %+v", all)
	}
	b.respond(click, object{"delete_original": true})
	if n := len(ann.Sees()); n != 2 {
		t.Errorf("%d messages after one was deleted", n)
	}
	for range 2 {
		b.respond(click, object{"text": "again"})
	}
	if status, text := b.respond(click, object{"text": "again"}); status != http.StatusNotFound || text != "used_url" {
		t.Errorf("the sixth time: %d %s", status, text)
	}
	s.Advance(31 * time.Minute)
	if status, text := b.respond(slash, object{"text": "late"}); status != http.StatusNotFound || text != "expired_url" {
		t.Errorf("after half an hour: %d %s", status, text)
	}
}

func TestResponseURLIsForOnePostAnInteraction(t *testing.T) {
	s := New(t, Options{Tolerate: []string{"S15"}})
	var payload object
	b := newTiny(t, s, func(_ *tiny, _ string, p object) object {
		payload = p
		return nil
	})
	d := s.Person("U1", "ann", "", "").Command("/tiny", "")
	s.Deliver(d)
	b.respond(payload, board(1))
	s.Deliver(d)
	b.respond(payload, board(1)) // the same answer to the same delivery
	if v := s.Violations(); len(v) != 0 {
		t.Errorf("reported: %v", v)
	}
	b.respond(payload, board(2))
	if found := sources(s.Violations()); !slices.Equal(found, []string{"S15"}) {
		t.Errorf("reported: %v", s.Violations())
	}
}

func TestBadMessagesAreRefusedEverywhere(t *testing.T) {
	s := New(t, Options{Tolerate: []string{"S1", "S11"}})
	b := idle(t, s)
	ann := s.Person("U1", "ann", "", "")
	if got := b.call("chat.postMessage", "channel", "U1", "text", "3 < 5"); str(got, "error") != "invalid_blocks" {
		t.Errorf("chat.postMessage: %v", got)
	}
	if status, _ := b.respond(ann.Command("/tiny", "").payload, object{"text": "3 < 5"}); status != http.StatusBadRequest {
		t.Errorf("response_url: %d", status)
	}
	home := object{"type": "home", "blocks": []any{object{"type": "actions", "elements": []any{
		object{"type": "button", "text": object{"type": "plain_text", "text": "x"}},
	}}}}
	if got := b.view("views.publish", object{"user_id": "U1", "view": home}); str(got, "error") != "invalid_blocks" {
		t.Errorf("views.publish: %v", got)
	}
	if len(ann.Sees()) != 0 || ann.Home().View != "" {
		t.Error("shown all the same")
	}
}

func TestFaults(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	ann := s.Person("U1", "ann", "", "")
	post := func() object { return b.call("chat.postMessage", "channel", "U1", "text", "x") }
	for name, test := range map[string]struct {
		fault     Fault
		has, want string
		shown     int
	}{
		"500":        {Fault{Status: 500}, "status", "500", 0},
		"HTML":       {Fault{Status: 502, HTML: true}, "body", "<!DOCTYPE html>", 0},
		"drop":       {Fault{Drop: true}, "body", "EOF", 0},
		"error":      {Fault{Error: "fatal_error"}, "error", "fatal_error", 0},
		"rate limit": {Fault{RetryAfter: 1500 * time.Millisecond}, "error", "ratelimited", 0},
		"after":      {Fault{Status: 500, After: true}, "status", "500", 1},
		"slow":       {Fault{Delay: time.Millisecond}, "ts", ".", 1},
	} {
		t.Run(name, func(t *testing.T) {
			before := len(ann.Sees())
			s.Fail("chat.postMessage", test.fault)
			got := post()
			if text := strings.Trim(string(encode(got[test.has])), `"`); !strings.Contains(text, test.want) {
				t.Errorf("answered %v", got)
			}
			if n := len(ann.Sees()) - before; n != test.shown {
				t.Errorf("%d messages", n)
			}
			if got := post(); !flag(got, "ok") {
				t.Errorf("after the fault: %v", got)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	s := New(t, Options{})
	idle(t, s)
	s.Fail("auth.test", Fault{RetryAfter: 1500 * time.Millisecond, Times: 2})
	for _, want := range []int{http.StatusTooManyRequests, http.StatusTooManyRequests, http.StatusOK} {
		r, _ := http.NewRequest(http.MethodPost, s.URL+"/api/auth.test", nil)
		r.Header.Set("Authorization", "Bearer "+s.BotToken)
		status, header, _ := do(r)
		if status != want || want != http.StatusOK && header.Get("Retry-After") != "2" {
			t.Errorf("status %d, Retry-After %q", status, header.Get("Retry-After"))
		}
	}
}

func TestTiers(t *testing.T) {
	for _, enforced := range []bool{false, true} {
		clock := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
		s := New(t, Options{Limits: enforced, Now: func() time.Time { return clock }})
		b := idle(t, s)
		s.Person("U1", "ann", "", "")
		open := func() object { return b.call("conversations.open", "users", "U1") }
		for range tier3 {
			open()
		}
		if over := s.OverTier(); len(over) != 0 {
			t.Errorf("over its tier: %v", over)
		}
		if got := open(); flag(got, "ok") == enforced {
			t.Errorf("one more than the tier: %v", got)
		}
		if over := s.OverTier(); !slices.Equal(over, []string{"conversations.open"}) || s.Calls("conversations.open") != tier3+1 {
			t.Errorf("over its tier: %v", over)
		}
		s.Advance(time.Minute)
		if got := open(); !flag(got, "ok") {
			t.Errorf("a minute later: %v", got)
		}
	}
}

func TestUpload(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport}})
	b := idle(t, s)
	ann := s.Person("U1", "ann", "", "")
	got := b.call("files.getUploadURLExternal", "filename", "board.png", "length", "3", "alt_txt", "A board")
	complete := func(channel string) object {
		return b.call("files.completeUploadExternal", "files", `[{"id": "`+str(got, "file_id")+`"}]`, "channel_id", channel)
	}
	if early := complete(ann.Place()); str(early, "error") != "file_not_found" {
		t.Errorf("before the bytes: %v", early)
	}
	for _, test := range []struct {
		data string
		want int
	}{{"four", http.StatusBadRequest}, {"png", http.StatusOK}} {
		r, _ := http.NewRequest(http.MethodPost, str(got, "upload_url"), strings.NewReader(test.data))
		if status, _, body := do(r); status != test.want {
			t.Errorf("%q: %d %s", test.data, status, body)
		}
	}
	if elsewhere := complete("U1"); str(elsewhere, "error") != "channel_not_found" {
		t.Errorf("to a person: %v", elsewhere)
	}
	if done := complete(ann.Place()); !flag(done, "ok") {
		t.Fatalf("answered %v", done)
	}
	show := func() int {
		block := `[{"type": "image", "alt_text": "cards", "slack_file": {"id": "` + str(got, "file_id") + `"}}]`
		b.call("chat.postMessage", "channel", ann.Place(), "text", "cards", "blocks", block)
		return len(ann.Sees()[len(ann.Sees())-1].Files)
	}
	if n := show(); n != 1 {
		t.Errorf("a block shows %d files", n)
	}
	if gone := b.call("files.delete", "file", str(got, "file_id")); !flag(gone, "ok") || s.Files() != 0 {
		t.Errorf("deleted: %v, %d files are left", gone, s.Files())
	}
	if n := show(); n != 0 {
		t.Errorf("a block shows %d deleted files", n)
	}
	if f := ann.Sees()[0].Files; len(f) != 1 || f[0].Alt != "A board" || string(f[0].Data) != "png" {
		t.Errorf("shown: %+v", f)
	}
}

func TestUploadInAForm(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	got := b.call("files.getUploadURLExternal", "filename", "data.json", "length", "2")
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, _ := w.CreateFormFile("file", "data.json")
	_, _ = part.Write([]byte("{}"))
	_ = w.Close()
	r, _ := http.NewRequest(http.MethodPost, str(got, "upload_url"), &form)
	r.Header.Set("Content-Type", w.FormDataContentType())
	if status, _, body := do(r); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
	if done := b.call("files.completeUploadExternal", "files", `[{"id": "`+str(got, "file_id")+`"}]`); !flag(done, "ok") {
		t.Errorf("answered %v", done)
	}
	if p := s.Payloads()[1]; p.Method != "upload" || !strings.Contains(p.Body, `"{}"`) {
		t.Errorf("kept %v", p)
	}
}

func TestPictureNeedsWords(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport}})
	b := idle(t, s)
	for _, name := range []string{"board.PNG", "data.json"} {
		got := b.call("files.getUploadURLExternal", "filename", name, "length", "1")
		r, _ := http.NewRequest(http.MethodPost, str(got, "upload_url"), strings.NewReader("x"))
		do(r)
		b.call("files.completeUploadExternal", "files", `[{"id": "`+str(got, "file_id")+`"}]`)
	}
	if v := s.Violations(); len(v) != 1 || !strings.Contains(v[0].Text, "board.PNG") {
		t.Errorf("reported: %v", v)
	}
}

func TestPayloadsHoldNoToken(t *testing.T) {
	s := New(t, Options{})
	b := idle(t, s)
	s.Person("U1", "ann", "", "")
	b.call("chat.postMessage", "channel", "U1", "text", "x")
	all := s.Payloads()
	if len(all) != 1 || all[0].Method != "chat.postMessage" || all[0].To != "U1" || strings.Contains(all[0].Body, s.BotToken) {
		t.Errorf("kept %v", all)
	}
}

func TestViolationsFailTheTest(t *testing.T) {
	r := &recorder{TB: t}
	s := New(r, Options{})
	b := idle(t, s)
	b.call("chat.meMessage")
	if len(r.failed) != 1 || !strings.Contains(r.failed[0], "chat.meMessage") {
		t.Errorf("told: %v", r.failed)
	}
}

func TestUnknownAddress(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport}})
	r, _ := http.NewRequest(http.MethodGet, s.URL+"/elsewhere", nil)
	if status, _, _ := do(r); status != http.StatusNotFound || len(s.Violations()) != 1 {
		t.Errorf("status %d, reported %v", status, s.Violations())
	}
}

func TestOneChannelTakesAMessageASecond(t *testing.T) {
	clock := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	s := New(t, Options{Now: func() time.Time { return clock }})
	b := idle(t, s)
	s.Channel("C1", "games")
	for range perRoom + 1 {
		b.call("chat.postMessage", "channel", "C1", "text", "x")
	}
	if over := s.OverTier(); !slices.Equal(over, []string{"chat.postMessage C1"}) {
		t.Errorf("over its tier: %v", over)
	}
}
