package slack

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// FuzzEndpoints posts whatever Slack may sign one day to each endpoint. The answer is
// JSON, a challenge, empty or a refusal.
func FuzzEndpoints(f *testing.F) {
	const secret = "a signing secret"
	catalogue, err := LoadLocale()
	if err != nil {
		f.Fatal(err)
	}
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"ok":true}`) }))
	f.Cleanup(api.Close)
	adapter, err := New(Config{
		Bot: play.New(persisttest.NewMemory()), Catalogue: catalogue, BotToken: "xoxb-x", SigningSecret: secret, APIURL: api.URL + "/api/",
	})
	if err != nil {
		f.Fatal(err)
	}
	var dialer net.Dialer
	adapter.http = &http.Client{Transport: &http.Transport{ // whatever response_url is, it leads here
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, api.Listener.Addr().String())
		},
	}}
	f.Cleanup(func() { _ = adapter.Drain(context.Background()) })
	tap := `{"type":"block_actions","user":{"id":"U"},"channel":{"id":"C"},"response_url":"` + api.URL + `","actions":[{"block_id":"b","action_id":"1|1|1|g","value":"d"}]}`
	f.Add(byte(0), []byte("user_id=U&channel_id=C&command=/solitaire&text=new&response_url="+url.QueryEscape(api.URL)))
	f.Add(byte(0), []byte("user_id=U&command=/move&text=3;5"))
	f.Add(byte(1), []byte(url.Values{"payload": {tap}}.Encode()))
	f.Add(byte(1), []byte("payload=[]"))
	f.Add(byte(2), []byte(`{"type":"url_verification","challenge":"c"}`))
	f.Add(byte(2), []byte(`{"type":"event_callback","event_id":"E","event":{"type":"app_home_opened","user":"U","tab":"home"}}`))
	f.Fuzz(func(t *testing.T, endpoint byte, body []byte) {
		path := []string{"/slack/commands", "/slack/interactions", "/slack/events"}[endpoint%3]
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if endpoint%3 == 2 {
			r.Header.Set("Content-Type", "application/json")
		}
		now := strconv.FormatInt(time.Now().Unix(), 10)
		sum := hmac.New(sha256.New, []byte(secret))
		_, _ = io.WriteString(sum, "v0:"+now+":"+string(body))
		r.Header.Set("X-Slack-Request-Timestamp", now)
		r.Header.Set("X-Slack-Signature", "v0="+hex.EncodeToString(sum.Sum(nil)))
		w := httptest.NewRecorder()
		adapter.Handler().ServeHTTP(w, r)
		switch {
		case w.Code == http.StatusBadRequest || w.Code == http.StatusServiceUnavailable:
		case w.Code != http.StatusOK:
			t.Errorf("status %d: %s", w.Code, w.Body)
		case strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") && !json.Valid(w.Body.Bytes()):
			t.Errorf("the answer is no JSON: %s", w.Body)
		}
	})
}
