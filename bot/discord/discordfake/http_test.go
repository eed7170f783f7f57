package discordfake_test

import (
	"bytes"
	"compress/zlib"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

func inflate(t *testing.T, data []byte) string {
	t.Helper()
	r, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func TestSignatures(t *testing.T) {
	srv := discordfake.New(t, discordfake.Options{})
	b := newBot(t, srv, nil)
	b.register(commands)
	url := b.serve(counting)
	body := srv.Person("7", "ann", "vi").Draft("move", "from:3")
	for how, want := range map[discordfake.Signature]int{
		discordfake.Signed: 200, discordfake.WrongSignature: 401, discordfake.OtherBody: 401,
		discordfake.MissingSignature: 401, discordfake.MissingTimestamp: 401, discordfake.OtherTimestamp: 401,
		discordfake.TruncatedSignature: 401, discordfake.NoHex: 401,
	} {
		got, err := srv.Post(url, body, how)
		if err != nil || got.Status != want {
			t.Errorf("signature %d = %d, %v; want %d", how, got.Status, err, want)
		}
	}
	if len(srv.Person("7", "ann", "vi").Sees()) != 0 {
		t.Error("what was posted on trial has reached the person")
	}
}

func TestVerifyEndpoint(t *testing.T) {
	srv := discordfake.New(t, discordfake.Options{})
	good := newBot(t, srv, nil).serve(counting)
	if err := srv.VerifyEndpoint(good); err != nil {
		t.Error(err)
	}
	trusting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":1}`)
	}))
	defer trusting.Close()
	if err := srv.VerifyEndpoint(trusting.URL); err == nil {
		t.Error("an endpoint that checks no signature was taken")
	}
	deaf := httptest.NewServer(http.NotFoundHandler())
	defer deaf.Close()
	if err := srv.VerifyEndpoint(deaf.URL); err == nil {
		t.Error("an endpoint that answers no PING was taken")
	}
}

// With 202 the answer comes over REST.
func TestAccepted(t *testing.T) {
	srv := discordfake.New(t, discordfake.Options{})
	b := newBot(t, srv, nil)
	b.register(commands)
	b.serve(func(in object) string {
		b.running.Go(func() { b.do("POST", callback(in), message4) })
		return ""
	})
	if got := srv.Person("7", "ann", "vi").Slash("move", "from:3"); got.Message.Content != "hello" {
		t.Errorf("the answer is %v", got.Message)
	}
}

// A deferral is followed by an edit, over either transport.
func TestDeferredAnswer(t *testing.T) {
	srv := discordfake.New(t, discordfake.Options{})
	b := newBot(t, srv, nil)
	b.register(commands)
	ann := srv.Person("7", "ann", "vi")
	b.serve(func(in object) string {
		b.running.Go(func() {
			ann.WaitFor(func(m *discordfake.Message) bool { return m.Loading })
			b.do("PATCH", b.original(in), hello)
		})
		return private5
	})
	if got := ann.Slash("move", "from:3"); got.Callback != 5 || got.Message.Content != "hello" || !got.Message.Private {
		t.Errorf("the answer is %d, %v", got.Callback, got.Message)
	}
}

func TestWrongResponses(t *testing.T) {
	for name, script := range map[string]string{
		"of another kind": update7,
		"broken":          `{`,
		"against a rule":  `{"type":4,"data":{"content":"x"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			srv := discordfake.New(t, discordfake.Options{Tolerate: true})
			b := newBot(t, srv, nil)
			b.register(commands)
			b.serve(func(object) string { return script })
			if a, err := srv.Person("7", "ann", "vi").TrySlash("move", "from:3"); err == nil {
				t.Errorf("%s was taken: %v", script, a.Message)
			}
			if len(srv.Violations()) == 0 {
				t.Error("nothing was reported")
			}
		})
	}
}

func TestForm(t *testing.T) {
	onBoth(t, func(in object) string {
		if in["type"] == 5.0 {
			return strings.Replace(message4, "hello", "thanks", 1)
		}
		return `{"type":9,"data":{"title":"Move","custom_id":"m","components":[{"type":1,"components":[` +
			`{"type":4,"custom_id":"text","style":1,"label":"Move","min_length":2,"max_length":20}]}]}}`
	}, func(t *testing.T, srv *discordfake.Server) {
		ann := srv.Person("7", "ann", "vi")
		form := ann.Slash("move", "from:3")
		for _, wrong := range []map[string]string{{"Move": "3"}, {"Move": "3 5", "Other": "x"}, {}} {
			if a, err := ann.TrySubmit(form, wrong); err == nil {
				t.Errorf("the form took %v and gave %v", wrong, a.Message)
			}
		}
		if got := ann.Submit(form, map[string]string{"Move": "3 5"}); got.Message.Content != "thanks" {
			t.Errorf("the answer is %v", got.Message)
		}
	})
}

func TestPayloads(t *testing.T) {
	onBoth(t, counting, func(t *testing.T, srv *discordfake.Server) {
		srv.ForgetPayloads()
		srv.Person("7", "ann", "vi").Slash("move", "from:3")
		all := srv.Payloads()
		if len(all) != 1 || all[0].Kind != discordfake.Callback || !strings.Contains(string(all[0].Body), "Board 0") {
			t.Errorf("payloads: %+v", all)
		}
	})
}
