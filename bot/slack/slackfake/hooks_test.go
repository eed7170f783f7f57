package slackfake

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A hooked bot takes requests over HTTP and checks who signed them.
type hooked struct {
	*tiny
	server *httptest.Server
	mu     sync.Mutex
	seen   []*http.Request
	status int // what it answers; 0: as it should
}

func newHooked(t testing.TB, s *Server, handle func(*tiny, string, object) object) *hooked {
	b := &hooked{tiny: newUnconnected(t, s, handle)}
	b.server = httptest.NewServer(b)
	t.Cleanup(b.server.Close)
	s.Install(httpManifest(b.server.URL))
	return b
}

// httpManifest is socketManifest for HTTP.
func httpManifest(base string) []byte {
	m := decodeObject([]byte(socketManifest))
	for _, c := range commandsOf(m) {
		c["url"] = base + "/commands"
	}
	settings := sub(m, "settings")
	settings["socket_mode_enabled"] = false
	sub(settings, "interactivity")["request_url"] = base + "/interactions"
	sub(settings, "event_subscriptions")["request_url"] = base + "/events"
	return encode(m)
}

func (b *hooked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	const most = 1 << 16
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	b.mu.Lock()
	b.seen = append(b.seen, r)
	status := b.status
	b.mu.Unlock()
	switch {
	case err != nil:
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	case !b.signed(r.Header, body):
		w.WriteHeader(http.StatusUnauthorized)
		return
	case status != 0:
		w.WriteHeader(status)
		return
	}
	kind, payload := b.payload(r, body)
	if payload == nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if challenge := str(payload, "challenge"); challenge != "" {
		_, _ = io.WriteString(w, challenge)
		return
	}
	if answer := b.handle(kind, payload); answer != nil {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(encode(answer))
	}
}

func (b *hooked) signed(header http.Header, body []byte) bool {
	at, _ := strconv.ParseInt(header.Get("X-Slack-Request-Timestamp"), 10, 64)
	if time.Since(time.Unix(at, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(b.s.SigningSecret))
	_, _ = mac.Write([]byte("v0:" + header.Get("X-Slack-Request-Timestamp") + ":" + string(body)))
	return header.Get("X-Slack-Signature") == "v0="+hex.EncodeToString(mac.Sum(nil))
}

func (b *hooked) payload(r *http.Request, body []byte) (kind string, payload object) {
	if r.URL.Path == "/events" {
		if !isJSON(r.Header) {
			return event, nil
		}
		return event, decodeObject(body)
	}
	form, err := url.ParseQuery(string(body))
	if err != nil || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
		return "", nil
	}
	if r.URL.Path == "/interactions" {
		return interaction, decodeObject([]byte(form.Get("payload")))
	}
	payload = object{}
	for key := range form {
		payload[key] = form.Get(key)
	}
	return slashCommand, payload
}

func TestPersonPlaysOverHTTP(t *testing.T) {
	s := New(t, Options{})
	newHooked(t, s, counting)
	s.VerifyURL()
	s.Channel("C1", "games")
	ann := s.Person("U1", "ann", "", "").In("C1")
	if shown := ann.Slash("/tiny", "1"); shown.Text != "count 1" || !shown.Private {
		t.Errorf("shown: %+v", shown)
	}
	if shown := ann.Click("more"); shown.Text != "count 2" || shown.Version() != 2 {
		t.Errorf("shown: %+v", shown)
	}
	if home := ann.OpenHome(); home.View == "" {
		t.Errorf("shown: %+v", home)
	}
}

func TestForgeries(t *testing.T) {
	s := New(t, Options{})
	newHooked(t, s, counting)
	ann := s.Person("U1", "ann", "", "")
	ann.Slash("/tiny", "1")
	command := func() *Delivery { return ann.Command("/tiny", "1") }
	tap := func() *Delivery { return ann.Tap("more") }
	for name, test := range map[string]struct {
		make  func() *Delivery
		forge Forgery
		want  int
	}{
		"good":                {command, Forgery{}, http.StatusOK},
		"bad signature":       {command, Forgery{BadSignature: true}, http.StatusUnauthorized},
		"unsigned":            {tap, Forgery{Unsigned: true}, http.StatusUnauthorized},
		"old":                 {ann.Opening, Forgery{Age: 6 * time.Minute}, http.StatusUnauthorized},
		"from the future":     {tap, Forgery{Age: -6 * time.Minute}, http.StatusUnauthorized},
		"old but not too old": {command, Forgery{Age: 4 * time.Minute}, http.StatusOK},
		"oversized":           {tap, Forgery{Padding: 1 << 20}, http.StatusRequestEntityTooLarge},
		"content type":        {ann.Opening, Forgery{ContentType: "text/plain"}, http.StatusBadRequest},
		"payload in query":    {tap, Forgery{PayloadInQuery: true}, http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			if status, body := s.Forge(test.make(), test.forge); status != test.want {
				t.Errorf("status %d %s, not %d", status, body, test.want)
			}
		})
	}
}

func TestReplayIsTheSameRequest(t *testing.T) {
	s := New(t, Options{})
	b := newHooked(t, s, counting)
	d := s.Person("U1", "ann", "", "").Command("/tiny", "3")
	s.Deliver(d)
	s.Advance(time.Second)
	if status, body := s.Forge(d, Forgery{}); status != http.StatusOK || !strings.Contains(body, "count 3") {
		t.Errorf("answered %d %s", status, body)
	}
	first, second := b.seen[0].Header, b.seen[1].Header
	for _, name := range []string{"X-Slack-Signature", "X-Slack-Request-Timestamp"} {
		if first.Get(name) != second.Get(name) {
			t.Errorf("%s: %s and %s", name, first.Get(name), second.Get(name))
		}
	}
}

func TestEventsAreRetried(t *testing.T) {
	r := &recorder{TB: t}
	s := New(r, Options{})
	b := newHooked(t, s, counting)
	b.status = http.StatusInternalServerError
	told := r.fails(t, func() { s.Deliver(s.Person("U1", "ann", "", "").Opening()) })
	if !strings.Contains(told, "500") {
		t.Errorf("told: %s", told)
	}
	var retries []string
	for _, request := range b.seen {
		retries = append(retries, request.Header.Get("X-Slack-Retry-Num")+request.Header.Get("X-Slack-Retry-Reason"))
	}
	if !slices.Equal(retries, []string{"", "1http_error", "2http_error", "3http_error"}) {
		t.Errorf("retries %q", retries)
	}
}

func TestRetryOverHTTP(t *testing.T) {
	s := New(t, Options{})
	b := newHooked(t, s, counting)
	d := s.Person("U1", "ann", "", "").Opening()
	s.Deliver(d)
	s.Retry(d)
	if n := b.seen[1].Header.Get("X-Slack-Retry-Num"); n != "1" {
		t.Errorf("retry number %q", n)
	}
}

func TestBadAnswersOverHTTP(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport, "S12"}})
	newHooked(t, s, func(_ *tiny, kind string, _ object) object {
		if kind == interaction {
			return object{"text": "x"}
		}
		return board(1)
	})
	ann := s.Person("U1", "ann", "", "")
	ann.Slash("/tiny", "")
	s.Deliver(ann.Tap("more"))
	if found := sources(s.Violations()); !slices.Equal(found, []string{"S12"}) {
		t.Errorf("reported: %v", s.Violations())
	}
}

func TestBotThatIsDownOverHTTP(t *testing.T) {
	r := &recorder{TB: t}
	s := New(r, Options{})
	b := newHooked(t, s, counting)
	b.server.Close()
	ann := s.Person("U1", "ann", "", "")
	if told := r.fails(t, func() { ann.Slash("/tiny", "") }); !strings.Contains(told, "not answered") {
		t.Errorf("told: %s", told)
	}
	if err := s.Try(ann.Opening()); err == nil || len(s.Violations()) != 0 {
		t.Errorf("error %v; reported: %v", err, s.Violations())
	}
}

func TestReach(t *testing.T) {
	var at string
	s := New(t, Options{Reach: func(address string) string {
		return strings.Replace(address, "https://bot.example", at, 1)
	}})
	b := newHooked(t, s, counting)
	at = b.server.URL
	s.Install(httpManifest("https://bot.example"))
	if shown := s.Person("U1", "ann", "", "").Slash("/tiny", "5"); shown.Text != "count 5" {
		t.Errorf("shown: %+v", shown)
	}
}

func TestVerifyURLReportsAnotherAnswer(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport}})
	b := newHooked(t, s, counting)
	b.status = http.StatusNotFound
	s.VerifyURL()
	if len(s.Violations()) != 1 {
		t.Errorf("reported: %v", s.Violations())
	}
}

func TestSlowAnswerOverHTTP(t *testing.T) {
	s := New(t, Options{Ack: 20 * time.Millisecond, Tolerate: []string{Transport}})
	enough := make(chan struct{})
	newHooked(t, s, func(*tiny, string, object) object {
		<-enough
		return nil
	})
	err := s.Try(s.Person("U1", "ann", "", "").Command("/tiny", ""))
	close(enough)
	if err == nil || len(s.Violations()) != 1 {
		t.Errorf("error %v; reported: %v", err, s.Violations())
	}
}

func TestAnswerThatIsNotSentAsJSON(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport}})
	b := newHooked(t, s, counting)
	plain := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		_, _ = w.Write(encode(board(1)))
	}))
	t.Cleanup(plain.Close)
	b.s.Install(httpManifest(plain.URL))
	s.Deliver(s.Person("U1", "ann", "", "").Command("/tiny", ""))
	if v := s.Violations(); len(v) != 1 || !strings.Contains(v[0].Text, "JSON") {
		t.Errorf("reported: %v", v)
	}
}
