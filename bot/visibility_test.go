package bot_test

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
)

var shared = bot.Place{Server: "s", Channel: "c", Shared: true}

func in(p *bottest.Person, place bot.Place, text string, tap bot.BoardRef, own bool) bot.Reply {
	p.T.Helper()
	r, err := p.Bot.Handle(context.Background(), bot.Request{Player: p.Player, Place: place, Text: text, Board: tap, Own: own})
	if err != nil {
		p.T.Fatal(err)
	}
	return r
}

// Replies about a public game are the exception.
func TestSharedPlacesGetPrivateAnswers(t *testing.T) {
	p := bottest.NewPerson(t)
	for _, tt := range []struct {
		text    string
		place   bot.Place
		private bool
	}{
		{"new", bot.Place{}, false},
		{"new", shared, true},
		{"d", shared, true},
		{"help", shared, true},
		{"nonsense", shared, true},
		{"new yukon confirm public", shared, true}, // the words are in another order than on the button, so the bot asks
		{"new yukon public confirm", shared, false},
		{"show", shared, false},
		{"3 3", shared, true}, // refused
		{"undo", shared, true},
		{"xyzzy", shared, true},
		{"settings", shared, true},
		{"settings style pink", shared, true},
		{"help", shared, true},
		{"settings visibility public", shared, true},
		{"new klondike confirm", shared, false},
		{"d", shared, false},
		{"undo", shared, false},
		{"resign", shared, false}, // it asks under the board
		{"redo", shared, false},
		{"redo", shared, true}, // there is nothing to redo
		{"settings visibility private", shared, true},
		{"new confirm", shared, true},
	} {
		before := p.Say("show").Ref
		if r := in(p, tt.place, tt.text, bot.BoardRef{}, false); r.Private != tt.private {
			t.Errorf("%q: got private: %v, want %v: %s", tt.text, r.Private, tt.private, p.Text(r))
		} else if changed := p.Say("show").Ref != before; tt.place.Shared && !tt.private && !changed && tt.text != "show" && !r.Asks() {
			t.Errorf("%q: everybody sees an answer that changes nothing: %s", tt.text, p.Text(r))
		}
	}
	for text, private := range map[string]bool{"new": true, "new public": false, "new yukon public": false, "d": true, "xyzzy": true, "": true} {
		if got := p.Bot.Private(bot.Request{Text: text, Place: shared}); got != private {
			t.Errorf("%q: got the guess private: %v, want %v", text, got, private)
		}
		if p.Bot.Private(bot.Request{Text: text}) {
			t.Errorf("%q: private in a direct message, where nothing is", text)
		}
	}
}

// Help is a message of its own, and nobody replaces another player's board.
func TestATapReplacesItsOwnBoardOnly(t *testing.T) {
	p := bottest.NewPerson(t)
	board := in(p, shared, "new public deal 1", bot.BoardRef{}, false)
	if board.Replace {
		t.Error("a typed command replaces a message")
	}
	other := *p
	other.Player.User = "bob"
	for _, tt := range []struct {
		by               *bottest.Person
		text             string
		ref              bot.BoardRef
		own              bool
		replace, private bool
	}{
		{p, "d", board.Ref, false, true, false},
		{p, "d", board.Ref, false, true, false}, // stale by now, so it shows the current board
		{p, "help", board.Ref, false, false, true},
		{p, "more", board.Ref, false, true, false},
		{&other, "d", board.Ref, false, false, true},
		{&other, "show", board.Ref, false, false, true},
		{p, "d", bot.BoardRef{Game: "gone", Version: 3}, true, true, false},
		{p, "new", bot.BoardRef{}, true, true, false}, // from a message that had no board
	} {
		r := in(tt.by, shared, tt.text, tt.ref, tt.own)
		if r.Replace != tt.replace || r.Private != tt.private {
			t.Errorf("%s, %q: got replace: %v, private: %v: %s", tt.by.Player.User, tt.text, r.Replace, r.Private, p.Text(r))
		}
	}
}

// Another server is another audience.
func TestAGameIsPublicOnTheServerWhereThatWasChosen(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	if r := ann.Say("new public"); r.Private {
		t.Fatal("a public game is private on its server")
	}
	ann.Place.Server, ann.Place.Channel = "2", "d"
	if r := ann.Say("show"); !r.Private {
		t.Error("the game is public on another server")
	}
	ann.Say("settings visibility public")
	if r := ann.Say("new confirm"); r.Private {
		t.Error("the setting doesn't make a game public")
	}
	ann.Place.Server = "1"
	if r := ann.Say("show"); r.Private {
		t.Error("a game that the setting has made public is private on a server")
	}
}
