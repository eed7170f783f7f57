package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// pressed is a button of a current value.
func pressed(text string) string { return `value="` + text + `" class="main" aria-pressed="true"` }

func TestSettingsAreChangedByForms(t *testing.T) {
	t.Parallel()
	s, c := serve(t, memory(), "/cards"), visitor(t)
	_, body := fetch(t, c, s.url+"/settings")
	for _, want := range []string{pressed("settings four-colour off"), pressed("settings language auto"), "You play as a guest"} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in %s", want, body)
		}
	}
	if strings.Contains(body, "settings reminder") || strings.Contains(body, "Sign out") {
		t.Error("a guest is offered reminders or to sign out:", body)
	}
	_, body = form(t, c, s.url+"/settings", url.Values{"id": {"1"}, "text": {"settings four-colour on"}})
	if !strings.Contains(body, pressed("settings four-colour on")) || !strings.Contains(body, `role="status"`) {
		t.Error("nothing was set:", body)
	}
	if r := send(t, c, s, map[string]any{"text": "new deal 5"}); !r.Four {
		t.Error("the board doesn't follow the setting")
	}
	_, body = form(t, c, s.url+"/settings", url.Values{"text": {"settings language vi"}})
	if !strings.Contains(body, `<html lang="vi">`) || !strings.Contains(body, "Cài đặt") {
		t.Error("the page isn't in the chosen language:", body)
	}
	if status, _ := form(t, c, s.url+"/settings", url.Values{"text": {"resign confirm"}}); status != http.StatusBadRequest {
		t.Errorf("another command by the form of settings: status %d", status)
	}
}

// signIn opens a one-time link of a player's.
func signIn(t *testing.T, s *site, p persist.Player) *http.Client {
	t.Helper()
	c := visitor(t)
	_, secret, _ := strings.Cut(must(s.Link(t.Context(), p)), "?t=")
	form(t, c, s.url+"/go", url.Values{"t": {secret}})
	return c
}

// Signing out closes this browser, or all of the player's, and nobody else's. The open
// stream of a closed browser ends.
func TestSigningOut(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "")
	ann, ben := persist.Player{Platform: "discord", User: "7"}, persist.Player{Platform: "slack", Space: "T1", User: "U1"}
	for _, p := range []persist.Player{ann, ben} {
		if _, err := s.bot.Handle(t.Context(), bot.Request{Player: p, Text: "new deal 5"}); err != nil {
			t.Fatal(err)
		}
	}
	here, there, third, other := signIn(t, s, ann), signIn(t, s, ann), signIn(t, s, ann), signIn(t, s, ben)
	signedIn := func(c *http.Client) bool {
		_, body := fetch(t, c, s.url+"/play")
		return strings.Contains(body, "deal 5")
	}
	if _, body := fetch(t, here, s.url+"/settings"); !strings.Contains(body, "account on Discord") {
		t.Error("the page doesn't say who is signed in:", body)
	}
	home := must(url.Parse(s.url))
	cookies := here.Jar.Cookies(home)
	stream := must(here.Get(s.url + "/api/events"))
	form(t, here, s.url+"/signout", nil)
	if signedIn(here) || !signedIn(there) || !signedIn(other) {
		t.Errorf("signed out here: %v, %v, %v are signed in, want only the others", signedIn(here), signedIn(there), signedIn(other))
	}
	if now := here.Jar.Cookies(home); len(now) > 0 && now[0].Value == cookies[0].Value {
		t.Error("the browser has kept its cookie")
	}
	kept := visitor(t)
	kept.Jar.SetCookies(home, cookies)
	if signedIn(kept) {
		t.Error("the old cookie is still good")
	}
	if _, body := read(t, stream); strings.Contains(body, "changed") {
		t.Error("the stream went on:", body)
	}
	form(t, there, s.url+"/signout", url.Values{"all": {"yes"}})
	if signedIn(there) || signedIn(third) || !signedIn(other) {
		t.Errorf("signed out everywhere: %v, %v, %v are signed in, want only another player", signedIn(there), signedIn(third), signedIn(other))
	}
}

// A guest who deletes everything is asked first. Then nothing of the guest is stored, the
// cookie is gone, and others keep what is theirs.
func TestGuestsCanDeleteEverything(t *testing.T) {
	t.Parallel()
	s, c, other := serve(t, memory(), ""), visitor(t), visitor(t)
	for _, c := range []*http.Client{c, other} {
		fetch(t, c, s.url+"/play")
		send(t, c, s, map[string]any{"text": "new deal 5"})
	}
	if status, body := fetch(t, c, s.url+"/my-data"); status != http.StatusOK || !strings.Contains(body, `"platform": "web"`) {
		t.Fatalf("status %d: %s", status, body)
	}
	_, body := form(t, c, s.url+"/play", url.Values{"text": {"forget-me"}})
	_, rest, asked := strings.Cut(body, `name="text" value="forget-me `)
	about, _, _ := strings.Cut(rest, `"`)
	if _, page := fetch(t, c, s.url+"/play"); !asked || !strings.Contains(page, "deal 5") {
		t.Fatal("nobody was asked:", body)
	}
	form(t, c, s.url+"/play", url.Values{"text": {"forget-me " + about}})
	if docs := must(s.bot.Store.Docs(t.Context(), bot.PageSessionKind, "", "", 10)); len(docs) != 1 {
		t.Errorf("%d browsers are stored, want the other guest's only", len(docs))
	}
	if left := c.Jar.Cookies(must(url.Parse(s.url))); len(left) != 0 {
		t.Error("the cookie is still there")
	}
	if _, body := fetch(t, other, s.url+"/play"); !strings.Contains(body, "deal 5") {
		t.Error("another guest's game is gone")
	}
}
