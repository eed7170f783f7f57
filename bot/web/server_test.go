package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/web"
	"github.com/solitaire-chat/solitaire/persist"
)

// fetch returns the status and the body of a page.
func fetch(t testing.TB, c *http.Client, url string) (int, string) {
	t.Helper()
	resp, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, resp)
}

func read(t testing.TB, resp *http.Response) (int, string) {
	t.Helper()
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// send sends a command to the API.
func send(t testing.TB, c *http.Client, s *site, order map[string]any) web.Reply {
	t.Helper()
	status, body := post(t, c, s.url+"/api/command", order)
	var r web.Reply
	if err := json.Unmarshal([]byte(body), &r); err != nil || status != http.StatusOK {
		t.Fatalf("%v: status %d, %v: %s", order, status, err, body)
	}
	return r
}

func post(t testing.TB, c *http.Client, url string, value any) (int, string) {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Post(url, "application/json", bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, resp)
}

func form(t testing.TB, c *http.Client, url string, values url.Values) (int, string) {
	t.Helper()
	resp, err := c.PostForm(url, values)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, resp)
}

// paths are all pages.
func paths() []string {
	return []string{
		"/", "/play", "/go?t=x", "/daily", "/daily/1", "/daily/2026-11-20?deal=yukon&step=3", "/privacy", "/terms", "/settings", "/my-data", "/r/none", "/nothing",
		"/static/table.js", "/static/icon.svg", "/static/..%2fserver.go", "/api/board", "/api/complete?text=d", "/api/nothing",
	}
}

func TestEveryResponseHasTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "/cards")
	for _, path := range paths() {
		resp, err := visitor(t).Get(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		_, body := read(t, resp)
		csp := resp.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(csp, "default-src 'none';") || strings.Contains(csp, "unsafe") || strings.Contains(csp, "http") {
			t.Errorf("%s: policy %q", path, csp)
		}
		for name, want := range map[string]string{"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"} {
			if got := resp.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q", path, name, got)
			}
		}
		if !strings.HasPrefix(path, "/static/") && regexp.MustCompile(`<script>|style="|onclick|javascript:|https?://(?:[^1]|1[^2])`).MatchString(strings.ReplaceAll(body, "http://www.w3.org", "")) {
			t.Errorf("%s has inline code, or names another host:\n%s", path, body)
		}
		if strings.Contains(body, ">web.") || strings.Contains(body, "ZgotmplZ") {
			t.Errorf("%s lacks a text:\n%s", path, body)
		}
	}
}

func TestCookiesAreForThisHostAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "")
	s.Server = must(web.New(web.Config{Bot: s.bot, Catalogue: s.Catalogue, Log: s.Log, Changes: s.Changes, URL: "https://cards.example/solitaire"}))
	resp, err := visitor(t).Get(s.url + "/solitaire/play")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = read(t, resp)
	got := resp.Header.Get("Set-Cookie")
	for _, want := range []string{"__Host-solitaire=", "Path=/;", "HttpOnly", "Secure", "SameSite=Lax"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	if strings.Contains(got, "Domain") || resp.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("%q, %v", got, resp.Header)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// A guest's game is there again after a restart, without the script too.
func TestGuestsKeepTheirGames(t *testing.T) {
	t.Parallel()
	store, c := memory(), visitor(t)
	s := serve(t, store, "")
	if status, body := form(t, c, s.url+"/play", url.Values{"text": {"new deal 5 passes unlimited"}}); status != http.StatusOK || !strings.Contains(body, "deal 5") {
		t.Fatalf("status %d: %s", status, body)
	}
	_, body := form(t, c, s.url+"/play", url.Values{"text": {"draw"}})
	if !strings.Contains(body, "1 move ·") {
		t.Error("the draw was not made:", body)
	}
	again := serve(t, store, "")
	port := strings.TrimPrefix(s.url, "http://")
	c.Transport = &http.Transport{Proxy: func(r *http.Request) (*url.URL, error) { // the same address leads to the new process
		if r.URL.Host == port {
			return url.Parse(again.url)
		}
		return nil, nil
	}}
	if _, body := fetch(t, c, s.url+"/play"); !strings.Contains(body, "1 move ·") {
		t.Error("the game is gone:", body)
	}
	if r, err := s.bot.Handle(t.Context(), bot.Request{Player: persist.Player{Platform: web.Platform, User: "somebody"}, Text: "show"}); err != nil || r.Board != nil {
		t.Error("another guest sees it", err)
	}
}

// A repeated request changes nothing and gets the same answer.
func TestRepeatedRequestsAreCarriedOutOnce(t *testing.T) {
	t.Parallel()
	s, c := serve(t, memory(), ""), visitor(t)
	fetch(t, c, s.url+"/play")
	send(t, c, s, map[string]any{"id": "1", "text": "new deal 5 passes unlimited"})
	first := send(t, c, s, map[string]any{"id": "2", "text": "draw"})
	second := send(t, c, s, map[string]any{"id": "2", "text": "draw"})
	if first.Board.Stock != 23 || second.Board.Stock != 23 || strings.Join(first.Lines, "|") != strings.Join(second.Lines, "|") {
		t.Errorf("%+v, then %+v", first, second)
	}
}

func TestOldBoardsMoveNothing(t *testing.T) {
	t.Parallel()
	s, c := serve(t, memory(), ""), visitor(t)
	fetch(t, c, s.url+"/play")
	old := send(t, c, s, map[string]any{"text": "new deal 5 passes unlimited"})
	send(t, c, s, map[string]any{"text": "draw"})
	r := send(t, c, s, map[string]any{"text": "draw", "game": old.Game, "version": old.Version})
	if r.Board.Stock != 23 || !strings.Contains(strings.Join(r.Lines, " "), "out of date") {
		t.Errorf("%+v", r)
	}
}

func TestFaultyRequestsAreRefused(t *testing.T) {
	t.Parallel()
	s, c := serve(t, memory(), ""), visitor(t)
	long := strings.Repeat("x", 3000)
	for body, want := range map[string]int{
		``: 400, `[]`: 400, `{"text":""}`: 400, `{"text":"draw","who":"me"}`: 400, `{"text":5}`: 400,
		`{"text":"` + long + `"}`: 400, `{"id":"` + long + `","text":"draw"}`: 400, `{"text":"` + strings.Repeat(long, 10) + `"}`: 400,
		`{"text":"xyzzy"}`: 200, `{"text":"new","version":-1}`: 400,
	} {
		resp, err := c.Post(s.url+"/api/command", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if status, answer := read(t, resp); status != want || !json.Valid([]byte(answer)) {
			t.Errorf("%.60s: status %d, want %d: %s", body, status, want, answer)
		}
	}
	for kind, header := range map[string]http.Header{
		"a form":           {"Content-Type": {"application/x-www-form-urlencoded"}},
		"another site":     {"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"cross-site"}},
		"another's name":   {"Content-Type": {"application/json"}, "Host": {"evil.example"}},
		"another's origin": {"Content-Type": {"application/json"}, "Origin": {"https://evil.example"}},
	} {
		req := must(http.NewRequest(http.MethodPost, s.url+"/api/command", strings.NewReader(`{"text":"new"}`)))
		req.Header = header
		req.Host = header.Get("Host")
		if status, _ := read(t, must(c.Do(req))); status < 400 {
			t.Errorf("%s: status %d", kind, status)
		}
	}
}

func TestLinksAreSpentOnce(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "/cards")
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	s.bot.Now = func() time.Time { return now }
	ann := persist.Player{Platform: "slack", Space: "T1", User: "U1"}
	open := func() string {
		link, err := s.Link(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		_, secret, _ := strings.Cut(link, "?t=")
		return secret
	}
	spend := func(secret string) int {
		c := visitor(t)
		fetch(t, c, s.url+"/go?t="+secret) // a preview
		status, _ := form(t, c, s.url+"/go", url.Values{"t": {secret}})
		return status
	}
	secret := open()
	if got := spend(secret); got != http.StatusOK {
		t.Errorf("first: status %d", got)
	}
	if got := spend(secret); got != http.StatusGone {
		t.Errorf("again: status %d", got)
	}
	secret = open()
	now = now.Add(11 * time.Minute)
	if got := spend(secret); got != http.StatusGone {
		t.Errorf("too late: status %d", got)
	}
	for _, forged := range []string{"", "x", strings.Repeat("A", 26)} {
		if got := spend(forged); got != http.StatusGone {
			t.Errorf("%q: status %d", forged, got)
		}
	}
}

// A browser that was signed in stays so until the player closes all browsers or is
// forgotten.
func TestBrowsersCanBeClosed(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"open off", "forget-me"} {
		s := serve(t, memory(), "")
		ann := persist.Player{Platform: "discord", User: "7"}
		say := func(text string) {
			t.Helper()
			if _, err := s.bot.Handle(t.Context(), bot.Request{Player: ann, Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		say("new deal 5")
		link := must(s.Link(t.Context(), ann))
		c := visitor(t)
		_, secret, _ := strings.Cut(link, "?t=")
		form(t, c, s.url+"/go", url.Values{"t": {secret}})
		if _, body := fetch(t, c, s.url+"/play"); !strings.Contains(body, "deal 5") {
			t.Fatal("not signed in:", body)
		}
		if text == "forget-me" {
			rec := must(s.bot.Store.Load(t.Context(), ann))
			text += " " + rec.Current + " confirm"
		}
		say(text)
		say("new deal 6")
		if _, body := fetch(t, c, s.url+"/play"); strings.Contains(body, "deal 6") {
			t.Errorf("%s: still signed in", text)
		}
	}
}

// A finished game can be shared: anybody can step through it, and see nothing of who
// played. Others can't be.
func TestSharedGames(t *testing.T) {
	t.Parallel()
	s, c := serve(t, memory(), ""), visitor(t)
	fetch(t, c, s.url+"/play")
	r := send(t, c, s, map[string]any{"text": "new deal 5 passes unlimited"})
	if status, _ := post(t, c, s.url+"/api/share", map[string]any{"game": r.Game}); status != http.StatusConflict {
		t.Errorf("a game that is played: status %d", status)
	}
	send(t, c, s, map[string]any{"text": "draw"})
	send(t, c, s, map[string]any{"text": "draw"})
	r = send(t, c, s, map[string]any{"text": "resign confirm"})
	status, body := post(t, c, s.url+"/api/share", map[string]any{"game": r.Game})
	var shared struct{ URL string }
	if json.Unmarshal([]byte(body), &shared) != nil || status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	other := visitor(t)
	status, page := fetch(t, other, shared.URL+"?step=1")
	for _, want := range []string{"deal 5", "Not won: 2 moves", `property="og:image"`, "Play this deal", "new klondike draw 1 passes unlimited deal 5"} {
		if status != http.StatusOK || !strings.Contains(page, want) {
			t.Errorf("status %d, no %q: %s", status, want, page)
		}
	}
	if resp := must(other.Get(shared.URL + "/board.png")); resp.Header.Get("Content-Type") != "image/png" || resp.StatusCode != http.StatusOK {
		t.Errorf("the picture: %v", resp.Header)
	}
	if status, _ := post(t, other, s.url+"/api/share", map[string]any{"game": r.Game}); status != http.StatusConflict {
		t.Errorf("somebody else's game: status %d", status)
	}
}

// A daily deal can be shared once its last attempts have ended, and not before.
func TestDailyDealsAreSharedOnceTheyHaveClosed(t *testing.T) {
	t.Parallel()
	s, c := serve(t, memory(), ""), visitor(t)
	now := time.Date(2026, 12, 1, 18, 0, 0, 0, time.UTC)
	s.bot.Now = func() time.Time { return now }
	fetch(t, c, s.url+"/play")
	r := send(t, c, s, map[string]any{"text": "daily yukon"})
	if r.Game == "" {
		t.Fatal(r.Lines)
	}
	legal := r.Moves[0].Text
	send(t, c, s, map[string]any{"text": legal})
	send(t, c, s, map[string]any{"text": "resign confirm"})
	share := func() (int, string) { return post(t, c, s.url+"/api/share", map[string]any{"game": r.Game}) }
	for _, when := range []time.Duration{0, 17 * time.Hour} { // the latter is before noon of the next day
		now = time.Date(2026, 12, 1, 18, 0, 0, 0, time.UTC).Add(when)
		if status, body := share(); status != http.StatusConflict {
			t.Errorf("%v: status %d: %s", now, status, body)
		}
	}
	now = time.Date(2026, 12, 2, 12, 0, 0, 0, time.UTC)
	if status, body := share(); status != http.StatusOK {
		t.Errorf("%v: status %d: %s", now, status, body)
	}
}

// Unused browsers, links and guests are deleted, and nothing else.
func TestSweepDeletesWhatIsUnused(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "")
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	s.bot.Now = func() time.Time { return now }
	play := func() *http.Client {
		c := visitor(t)
		fetch(t, c, s.url+"/play")
		send(t, c, s, map[string]any{"text": "new deal 5"})
		return c
	}
	gone, stays := play(), play()
	ann := persist.Player{Platform: "discord", User: "7"}
	must(s.bot.Handle(t.Context(), bot.Request{Player: ann, Text: "new deal 6"}))
	must(s.Link(t.Context(), ann))
	now = now.Add(20 * 24 * time.Hour)
	send(t, stays, s, map[string]any{"text": "draw"})
	now = now.Add(15 * 24 * time.Hour)
	if err := web.Sweep(t.Context(), s.bot); err != nil {
		t.Fatal(err)
	}
	if _, body := fetch(t, gone, s.url+"/play"); strings.Contains(body, "deal 5") {
		t.Error("the guest's game is still there")
	}
	if _, body := fetch(t, stays, s.url+"/play"); !strings.Contains(body, "deal 5") {
		t.Error("a guest who plays has lost the game")
	}
	if _, err := s.bot.Store.Load(t.Context(), ann); err != nil {
		t.Error("a chat's player is gone:", err)
	}
	if docs := must(s.bot.Store.Docs(t.Context(), bot.PageLinkKind, "", "", 10)); len(docs) != 0 {
		t.Error("the link is still stored")
	}
}

// Too many requests of one address are refused, and others go on.
func TestGuestsAreLimitedByTheirAddress(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "")
	flood := func(from string) (refused bool) {
		for range 700 {
			req := must(http.NewRequest(http.MethodPost, s.url+"/api/command", strings.NewReader(`{"text":"show"}`)))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("X-Forwarded-For", from)
			if status, _ := read(t, must(visitor(t).Do(req))); status == http.StatusTooManyRequests {
				return true
			}
		}
		return false
	}
	if !flood("203.0.113.5") {
		t.Error("a flood is let through")
	}
	req := must(http.NewRequest(http.MethodPost, s.url+"/api/command", strings.NewReader(`{"text":"show"}`)))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Forwarded-For", "203.0.113.6")
	if status, _ := read(t, must(visitor(t).Do(req))); status != http.StatusOK {
		t.Errorf("another address: status %d", status)
	}
}

// A stream says when the game has changed, and ends with the server.
func TestStreams(t *testing.T) {
	t.Parallel()
	s, c := serve(t, memory(), ""), visitor(t)
	fetch(t, c, s.url+"/play")
	r := send(t, c, s, map[string]any{"text": "new deal 5 passes unlimited"})
	resp := must(c.Get(s.url + "/api/events"))
	defer resp.Body.Close()
	if got := resp.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatal(got)
	}
	send(t, c, s, map[string]any{"text": "draw"})
	var seen strings.Builder
	want := fmt.Sprintf(`event: changed`+"\n"+`data: {"game":%q,"version":%d}`, r.Game, r.Version+1)
	for b := make([]byte, 512); !strings.Contains(seen.String(), want); {
		n, err := resp.Body.Read(b)
		seen.Write(b[:n])
		if err != nil {
			t.Fatalf("%v: %s", err, seen.String())
		}
	}
}

// A stream outlives the time limits that the server has for other requests.
func TestStreamsOutliveTheLimitsOfAnswers(t *testing.T) {
	t.Parallel()
	s, c := serve(t, memory(), ""), visitor(t)
	limited := httptest.NewUnstartedServer(s.Handler())
	const limit = 100 * time.Millisecond
	limited.Config.ReadTimeout, limited.Config.WriteTimeout = limit, limit
	limited.Start()
	defer limited.Close()
	fetch(t, c, s.url+"/play") // a cookie knows no ports
	send(t, c, s, map[string]any{"text": "new deal 5 passes unlimited"})
	resp := must(c.Get(limited.URL + "/api/events"))
	defer resp.Body.Close()
	time.Sleep(3 * limit)
	r := send(t, c, s, map[string]any{"text": "draw"})
	lines := bufio.NewScanner(resp.Body)
	for want := fmt.Sprintf(`"version":%d}`, r.Version); !strings.HasSuffix(lines.Text(), want); {
		if !lines.Scan() {
			t.Fatal("the stream ended: ", lines.Err())
		}
	}
}

// A browser that goes away before its answer is no fault of the page's: nothing is logged.
func TestBrowsersThatGoAwayAreNotLogged(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "")
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, path := range []string{"/play", "/settings", "/api/board", "/api/events"} {
		r := httptest.NewRequestWithContext(gone, http.MethodGet, s.url+path, nil)
		r.AddCookie(&http.Cookie{Name: "solitaire", Value: strings.Repeat("C", 52)})
		s.Handler().ServeHTTP(httptest.NewRecorder(), r)
		if s.log.Len() > 0 {
			t.Fatalf("%s: %s", path, s.log)
		}
	}
}

func TestSizes(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "")
	total := 0
	for _, path := range []string{"/static/table.js", "/static/icon.svg", "/static/clock.js"} {
		_, body := fetch(t, visitor(t), s.url+path)
		total += len(body)
	}
	if _, page := fetch(t, visitor(t), s.url+"/play"); total+len(page) > 60<<10 {
		t.Errorf("%d bytes of script, style and pictures", total+len(page))
	}
}
