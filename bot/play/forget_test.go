package play_test

import (
	"context"
	"errors"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/persist"
)

func TestForgetMeDeletesEverythingOnceConfirmed(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 1")
	p.Say("d")
	p.Say("resign confirm")
	p.Has(p.Say("forget-me confirm"), "forget-me.ask") // it never happens without a question
	p.Has(p.Forget(), "forget-me.done")
	if n := len(p.Results()); n != 0 {
		t.Errorf("got %d results, want none", n)
	}
	p.Has(p.Say("show"), "game.none")
}

// docsDown is a store that currently fails to read docs of one kind.
type docsDown struct {
	persist.Store
	kind string
}

var errDown = errors.New("the store is down")

func (d docsDown) Doc(ctx context.Context, kind, key string) (persist.Doc, error) {
	if kind == d.kind {
		return persist.Doc{}, errDown
	}
	return d.Store.Doc(ctx, kind, key)
}

func (d docsDown) Docs(ctx context.Context, kind, prefix, after string, limit int) ([]persist.Doc, error) {
	if kind == d.kind {
		return nil, errDown
	}
	return d.Store.Docs(ctx, kind, prefix, after, limit)
}

// If the store can't read something that must be deleted, nothing is deleted and the
// request fails.
func TestForgetMeDeletesAllOrNothing(t *testing.T) {
	for _, kind := range []string{"reminder", "due", "home", "attempt", persist.ChallengeKind} {
		w := bottest.NewWorld(t)
		w.Mail()
		ann := w.Member("ann")
		ann.Say("daily")
		ann.Say("d")
		ann.Say("settings reminder 18:30")
		if err := w.Bot.NoteHome(context.Background(), ann.Player); err != nil {
			t.Fatal(err)
		}
		ask := ann.Say("forget-me")
		w.Bot.Store = docsDown{w.Store, kind}
		if r, err := w.Bot.Handle(context.Background(), ann.Request(ask.Actions[0][0].Text)); !errors.Is(err, errDown) {
			t.Errorf("%s: got %q and the error %v, want a failure", kind, ann.Text(r), err)
		}
		w.Bot.Store = w.Store
		if rec, err := w.Store.Load(context.Background(), ann.Player); err != nil || len(rec.Games) != 1 {
			t.Errorf("%s: got %d games and the error %v, want the one game to stay", kind, len(rec.Games), err)
		}
		ann.Has(ann.Say(ask.Actions[0][0].Text), "forget-me.done")
	}
}
