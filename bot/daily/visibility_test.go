package daily_test

import (
	"context"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
)

var shared = bot.Place{Server: "s", Channel: "c", Shared: true}

func (p *person) in(place bot.Place, text string, tap bot.BoardRef, own bool) bot.Reply {
	p.t.Helper()
	r, err := p.bot.Handle(context.Background(), bot.Request{Player: p.player, Place: place, Text: text, Board: tap, Own: own})
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}

// In a shared place only the player sees the answer, unless the game is public.
func TestVisibility(t *testing.T) {
	p := newPerson(t)
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
		{"new yukon confirm public", shared, true}, // not what the button says: it asks
		{"new yukon public confirm", shared, false},
		{"show", shared, false},
		{"3 f", shared, false},
		{"help", shared, true},
		{"settings visibility public", shared, false},
		{"new confirm", shared, false},
		{"settings visibility private", shared, false},
		{"new confirm", shared, true},
	} {
		if r := p.in(tt.place, tt.text, bot.BoardRef{}, false); r.Private != tt.private {
			t.Errorf("%q: private %v, want %v: %s", tt.text, r.Private, tt.private, p.text(r))
		}
	}
	for text, private := range map[string]bool{"new": true, "new public": false, "new yukon public": false, "d": true, "xyzzy": true, "": true} {
		if got := p.bot.Private(bot.Request{Text: text, Place: shared}); got != private {
			t.Errorf("%q is guessed to be private: %v", text, got)
		}
		if p.bot.Private(bot.Request{Text: text}) {
			t.Errorf("%q: nothing is private in a place of one's own", text)
		}
	}
}

// A tap's answer takes the place of the tapped board, but never of somebody
// else's, and help is a message of its own.
func TestReplace(t *testing.T) {
	p := newPerson(t)
	board := p.in(shared, "new public deal 1", bot.BoardRef{}, false)
	if board.Replace {
		t.Error("a typed command replaces nothing")
	}
	other := *p
	other.player.User = "bob"
	for _, tt := range []struct {
		who              *person
		text             string
		ref              bot.BoardRef
		own              bool
		replace, private bool
	}{
		{p, "d", board.Ref, false, true, false},
		{p, "d", board.Ref, false, true, false}, // stale by now: shows how it stands
		{p, "help", board.Ref, false, false, true},
		{p, "more", board.Ref, false, true, false},
		{&other, "d", board.Ref, false, false, true},
		{&other, "show", board.Ref, false, false, true},
		{p, "d", bot.BoardRef{Game: "gone", Version: 3}, true, true, false},
		{p, "new", bot.BoardRef{}, true, true, false}, // from a message that had no board
	} {
		r := tt.who.in(shared, tt.text, tt.ref, tt.own)
		if r.Replace != tt.replace || r.Private != tt.private {
			t.Errorf("%s %q: replace %v private %v: %s", tt.who.player.User, tt.text, r.Replace, r.Private, p.text(r))
		}
	}
}
