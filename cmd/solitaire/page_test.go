package main

import (
	"bufio"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The page is served beside the platforms' calls. Its stream doesn't hold up the end of
// the bot, and a guest's game survives a kill.
func TestServePage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := filepath.Join(dir, "config.yaml")
	text := "data: " + filepath.Join(dir, "solitaire.db") + `
http: {listen: "127.0.0.1:0"}
admin: {listen: "127.0.0.1:0"}
discord: {enabled: false}
slack: {enabled: false}
web: {enabled: true, url: "http://localhost/cards", contact: ann@cards.example}
`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &http.Client{Jar: jar}
	send := func(s *server, text string) string {
		t.Helper()
		resp, err := c.Post("http://"+s.http+"/cards/api/command", "application/json", strings.NewReader(`{"text":"`+text+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	s := serve(t, config, nil)
	if resp, err := c.Get("http://" + s.http + "/cards/play"); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatal(resp, err)
	}
	send(s, "new deal 5 passes unlimited")
	stream, err := c.Get("http://" + s.http + "/cards/api/events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	if got := send(s, "draw"); !strings.Contains(got, "1 move ") {
		t.Fatal(got)
	}
	lines := bufio.NewScanner(stream.Body)
	for !strings.HasPrefix(lines.Text(), "data: ") {
		if !lines.Scan() {
			t.Fatal("the stream ended: ", lines.Err())
		}
	}
	if status := s.terminate(); status != 0 || !strings.Contains(s.logged(), `"clean":true`) {
		t.Errorf("status %d: %s", status, s.logged())
	}

	s = serve(t, config, nil)
	u := *stream.Request.URL
	u.Host = s.http
	jar.SetCookies(&u, jar.Cookies(stream.Request.URL)) // a browser's cookies know no ports
	if got := send(s, "draw"); !strings.Contains(got, "2 moves ") {
		t.Error(got)
	}
	s.kill()
	s = serve(t, config, nil)
	u.Host = s.http
	jar.SetCookies(&u, jar.Cookies(stream.Request.URL))
	if got := send(s, "draw"); !strings.Contains(got, "3 moves ") {
		t.Error(got)
	}
	if strings.Contains(s.logged(), "solitaire=") {
		t.Error("a cookie is in the log")
	}
}
