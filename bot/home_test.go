package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/persist"
)

// This also holds for a new player.
func TestTheHomePageChangesNothing(t *testing.T) {
	p := bottest.NewPerson(t)
	home := func() bot.Reply {
		r, err := p.Bot.Home(context.Background(), bot.Request{Player: p.Player})
		if err != nil {
			t.Fatal(err)
		}
		p.WellFormed("home", r)
		return r
	}
	if r := home(); r.Board != nil || !bottest.Offers(r, "new") {
		t.Errorf("a new player's page: got %+v, want a button for a new game", r)
	}
	p.Say("new deal 1")
	moved := p.Say("d")
	if r := home(); r.Ref != moved.Ref || r.Board == nil {
		t.Errorf("got the board %v, want %v", r.Ref, moved.Ref)
	}
	if r := p.Say("undo"); r.Ref.Version != moved.Ref.Version+1 {
		t.Error("showing the page changed the game")
	}
}

// It is written once a day, is part of the player's data, and is deleted with it.
func TestAnOpenedHomeIsKnownUntilTheNextDayEnds(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, ctx := w.Member("ann"), context.Background()
	docs := func() []persist.Doc {
		t.Helper()
		docs, err := w.Store.Docs(ctx, "home", "", "", 10)
		if err != nil {
			t.Fatal(err)
		}
		return docs
	}
	open := func(want bool) {
		t.Helper()
		if is, err := w.Bot.HasOpenHome(ctx, ann.Player); err != nil || is != want {
			t.Errorf("got open: %t, %v, want %t", is, err, want)
		}
	}
	open(false)
	w.At(30, "08:00:00")
	for range 3 {
		if err := w.Bot.NoteHome(ctx, ann.Player); err != nil {
			t.Fatal(err)
		}
	}
	if d := docs(); len(d) != 1 || d[0].Version != 1 {
		t.Errorf("got the documents %+v, want one written once", d)
	}
	w.At(31, "23:59:00")
	open(true)
	day := persist.Day(30).Start().Format(time.DateOnly)
	if data := string(ann.Say("my-data").Files[0].Data); !strings.Contains(data, `"home_opened": "`+day+`"`) {
		t.Errorf("my-data: got no day of the opened page:\n%s", data)
	}
	w.At(32, "00:01:00")
	open(false)
	ask := ann.Say("forget-me")
	ann.Has(ann.Say(ask.Actions[0][0].Text), "forget-me.done")
	if d := docs(); len(d) != 0 {
		t.Errorf("after forget-me: got the documents %+v, want none", d)
	}
}
