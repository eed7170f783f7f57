package bot_test

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/persist"
)

// In this order: the player's choice, the platform's language, the place's, English.
// Failures use the same order.
func TestTheLanguageOfAReply(t *testing.T) {
	for _, tt := range []struct{ chosen, locale, place, want string }{
		{"", "", "", "en"},
		{"", "vi", "", "vi"},
		{"", "vi", "bg", "vi"},
		{"", "", "bg", "bg"},
		{"", "fr", "bg", "bg"},
		{"", "fr", "pl", "en"},
		{"mt", "vi", "bg", "mt"},
		{"auto", "en-GB", "bg", "en"},
		{"en", "vi", "bg", "en"},
	} {
		p := bottest.NewPerson(t)
		req := bot.Request{Player: p.Player, Locale: tt.locale, PlaceLocale: tt.place}
		if tt.chosen != "" {
			p.Say("settings language " + tt.chosen)
		}
		req.Text = "show"
		if r, err := p.Bot.Handle(context.Background(), req); err != nil || r.Lang != tt.want {
			t.Errorf("%+v: got %s, %v", tt, r.Lang, err)
		}
	}
	p := bottest.NewPerson(t)
	ended, end := context.WithCancel(context.Background())
	end()
	if r, _ := p.Bot.Handle(ended, bot.Request{Player: p.Player, Locale: "vi-VN", Text: "show"}); r.Lang != "vi" {
		t.Errorf("a failure: got %q, want vi", r.Lang)
	}
}

// An administrator's choice comes before what the platform reports for the server.
func TestTheServersLanguageComesAfterThePlayers(t *testing.T) {
	p := bottest.NewPerson(t)
	ask := func(change func(*bot.Request)) bot.Reply {
		t.Helper()
		req := bot.Request{
			Player: persist.Player{Platform: "discord", User: "1"}, Place: bot.Place{Server: "7", Channel: "8", Shared: true},
			PlaceLocale: "vi", Admin: true, Text: "show",
		}
		change(&req)
		r, err := p.Bot.Handle(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	choose := func(value string) func(*bot.Request) {
		return func(r *bot.Request) { r.Text = "settings server-language " + value }
	}
	if r := ask(func(*bot.Request) {}); r.Lang != "vi" {
		t.Errorf("before the choice: got %s, want vi", r.Lang)
	}
	p.Has(ask(func(r *bot.Request) { choose("bg")(r); r.Admin = false }), "place.admin")
	p.Has(ask(func(r *bot.Request) { choose("bg")(r); r.Place = bot.Place{} }), "place.where")
	if r := ask(choose("pink")); len(r.Actions) != 3 || r.Actions[2][0].Text != bot.BackText {
		t.Errorf("got %v, want buttons for the languages and the way back", r.Actions)
	}
	p.Has(ask(choose("български")), "settings.done")
	for _, tt := range []struct {
		locale, server, want string
	}{{"", "7", "bg"}, {"fr", "7", "bg"}, {"vi", "7", "vi"}, {"en-US", "7", "en"}, {"", "9", "vi"}} {
		r := ask(func(r *bot.Request) { r.Locale, r.Place.Server = tt.locale, tt.server })
		if r.Lang != tt.want {
			t.Errorf("%+v: got %s", tt, r.Lang)
		}
	}
	p.Has(ask(choose("auto")), "settings.done")
	if r := ask(func(*bot.Request) {}); r.Lang != "vi" {
		t.Errorf("after auto: got %s, want vi", r.Lang)
	}
}
