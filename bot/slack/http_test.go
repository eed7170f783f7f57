package slack_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/persist"
)

// Requests that don't come from Slack do nothing.
func TestForgedRequests(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	const hour = time.Hour
	for name, tt := range map[string]struct {
		forgery slackfake.Forgery
		status  int
	}{
		"bad signature":  {slackfake.Forgery{BadSignature: true}, http.StatusUnauthorized},
		"unsigned":       {slackfake.Forgery{Unsigned: true}, http.StatusUnauthorized},
		"old":            {slackfake.Forgery{Age: 5*time.Minute + 10*time.Second}, http.StatusUnauthorized},
		"of the future":  {slackfake.Forgery{Age: -hour}, http.StatusUnauthorized},
		"oversized":      {slackfake.Forgery{Padding: 2 << 20}, http.StatusRequestEntityTooLarge},
		"content type":   {slackfake.Forgery{ContentType: "text/plain"}, http.StatusBadRequest},
		"no media type":  {slackfake.Forgery{ContentType: ";"}, http.StatusBadRequest},
		"in the address": {slackfake.Forgery{PayloadInQuery: true}, http.StatusBadRequest},
	} {
		for _, d := range []*slackfake.Delivery{ann.Command("/move", "d"), ann.Tap("Draw")} {
			if status, _ := s.Forge(d, tt.forgery); status != tt.status {
				t.Errorf("%s: status %d, want %d", name, status, tt.status)
			}
		}
		if status, _ := s.Forge(ann.Opening(), tt.forgery); status != tt.status && !tt.forgery.PayloadInQuery {
			t.Errorf("%s, an event: status %d, want %d", name, status, tt.status)
		}
	}
	has(t, ann.Slash("/solitaire", "show"), "0 moves")
}

// A replay inside the window gets the same answer, and makes no second move.
func TestReplay(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	d := ann.Command("/move", "d")
	_, first := s.Forge(d, slackfake.Forgery{})
	status, second := s.Forge(d, slackfake.Forgery{})
	if status != http.StatusOK || withoutIDs(first) != withoutIDs(second) {
		t.Errorf("status %d; first:\n%s\nsecond:\n%s", status, first, second)
	}
	has(t, ann.Slash("/solitaire", "show"), "1 move ")
}

// Slack checks the certificate of the commands' address without a signature.
func TestCertificateCheckIsAnswered(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	for path, want := range map[string]int{"/slack/commands": http.StatusOK, "/slack/interactions": http.StatusUnauthorized, "/slack/events": http.StatusUnauthorized} {
		body := url.Values{"ssl_check": {"1"}, "token": {"x"}, "command": {"/solitaire"}, "user_id": {"UANN"}, "text": {"new deal 1"}}
		answer, err := http.PostForm(s.at+path, body)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %d, want %d", path, answer.StatusCode, want)
		}
	}
	http.DefaultClient.CloseIdleConnections()
	if _, err := s.bot.Store.Load(t.Context(), annPlayer()); !errors.Is(err, persist.ErrNotFound) {
		t.Errorf("the command was carried out: %v", err)
	}
}

// The timestamp of a signature is a decimal number within five minutes, even if
// the signature is right.
func TestTimestampsOfSignatures(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	now := time.Now().Unix()
	for at, want := range map[string]int{
		fmt.Sprint(now):           http.StatusOK,
		fmt.Sprint(now - 290):     http.StatusOK,
		fmt.Sprint(now - 310):     http.StatusUnauthorized,
		fmt.Sprint(now + 310):     http.StatusUnauthorized,
		fmt.Sprint("+", now):      http.StatusUnauthorized,
		fmt.Sprint("-", now):      http.StatusUnauthorized,
		fmt.Sprint(now, ".5"):     http.StatusUnauthorized,
		fmt.Sprintf("%#x", now):   http.StatusUnauthorized,
		"9223372036854775807":     http.StatusUnauthorized,
		"99999999999999999999999": http.StatusUnauthorized,
		"":                        http.StatusUnauthorized,
	} {
		if got := postAt(t, s, at, "/slack/interactions", "payload={}"); got != want {
			t.Errorf("%q: status %d, want %d", at, got, want)
		}
	}
}

func TestURLVerification(t *testing.T) { inMemory(t, overHTTP).VerifyURL() }

// There are only the three addresses, and only for POST.
func TestOtherAddresses(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	for path, want := range map[string]int{"/slack/commands": http.StatusMethodNotAllowed, "/": http.StatusNotFound, "/slack/": http.StatusNotFound} {
		answer, err := http.Get(s.at + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("GET %s: %d, want %d", path, answer.StatusCode, want)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// A client that sends a body slowly doesn't keep others waiting.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	for range 600 { // more than there are workers
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.at, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		w := bufio.NewWriter(conn)
		_, _ = w.WriteString("POST /slack/commands HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc")
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	has(t, s.ann().In("C1").Slash("/solitaire", "new deal 1"), "deal 1 ")
}

// Garbage with a valid signature is refused without an error in the bot.
func TestSignedGarbage(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	for _, path := range []string{"/slack/commands", "/slack/interactions", "/slack/events"} {
		for _, body := range []string{"", "%", "payload=", "payload={", "payload=[]", "{", "null", "[]", `{"type":1}`, "command=/solitaire"} {
			status := post(t, s, path, body)
			if status >= 500 || path != "/slack/events" && status == http.StatusOK && body != "payload=[]" {
				t.Errorf("%s %q: status %d", path, body, status)
			}
		}
	}
	if strings.Contains(s.log.String(), "panic") {
		t.Errorf("the log says:\n%s", s.log)
	}
}
