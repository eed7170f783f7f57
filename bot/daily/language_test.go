package daily_test

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// What an administrator chooses for a server is for those whose own language is
// not known, and comes before what the platform tells of the server.
func TestServerLanguage(t *testing.T) {
	p := newPerson(t)
	ask := func(change func(*bot.Request)) bot.Reply {
		t.Helper()
		req := bot.Request{
			Player: persist.Player{Platform: "discord", User: "1"}, Place: bot.Place{Server: "7", Channel: "8", Shared: true},
			PlaceLocale: "vi", Admin: true, Text: "show",
		}
		change(&req)
		r, err := p.bot.Handle(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	choose := func(value string) func(*bot.Request) {
		return func(r *bot.Request) { r.Text = "settings server-language " + value }
	}
	if r := ask(func(*bot.Request) {}); r.Lang != "vi" {
		t.Errorf("before: %s", r.Lang)
	}
	p.has(ask(func(r *bot.Request) { choose("bg")(r); r.Admin = false }), "place.admin")
	p.has(ask(func(r *bot.Request) { choose("bg")(r); r.Place = bot.Place{} }), "place.where")
	if r := ask(choose("pink")); len(r.Actions) != 2 {
		t.Errorf("no buttons for the languages: %v", r.Actions)
	}
	p.has(ask(choose("български")), "settings.done")
	for _, tt := range []struct {
		locale, server, want string
	}{{"", "7", "bg"}, {"fr", "7", "bg"}, {"vi", "7", "vi"}, {"en-US", "7", "en"}, {"", "9", "vi"}} {
		r := ask(func(r *bot.Request) { r.Locale, r.Place.Server = tt.locale, tt.server })
		if r.Lang != tt.want {
			t.Errorf("%+v: %s", tt, r.Lang)
		}
	}
	p.has(ask(choose("auto")), "settings.done")
	if r := ask(func(*bot.Request) {}); r.Lang != "vi" {
		t.Errorf("after: %s", r.Lang)
	}
}

// An answer that is given again is in the language that holds then, whatever
// kinds of arguments it has.
func TestRepeatedAnswersInAnyLanguage(t *testing.T) {
	p := personOn(t, play.New(persisttest.NewMemory()))
	for i, text := range []string{"settings language vi", "new deal 1141", "d", "settings style text", "daily #1"} {
		p.id = "delivery-" + string(rune('a'+i))
		p.speaker = mustLoad(t).In("vi", false)
		first := p.text(p.say(text))
		if again := p.text(p.say(text)); again != first || first == "" {
			t.Errorf("%s: %q, and again %q", text, first, again)
		}
	}
	p.id = ""
	p.say("settings language bg")
	p.id, p.speaker = "delivery-c", mustLoad(t).In("bg", false)
	if got := p.text(p.say("d")); got != "Изтеглено: A♦." {
		t.Errorf("in another language: %q", got)
	}
}
