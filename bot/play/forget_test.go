package play_test

import (
	"context"
	"errors"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/persist"
)

// A store whose docs of one kind can't be read just now.
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

// If the store can't read something that has to be deleted, nothing is deleted and
// the request fails.
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
			t.Errorf("%s: said %q, error %v", kind, ann.Text(r), err)
		}
		w.Bot.Store = w.Store
		if rec, err := w.Store.Load(context.Background(), ann.Player); err != nil || len(rec.Games) != 1 {
			t.Errorf("%s: %d games are left, %v", kind, len(rec.Games), err)
		}
		ann.Has(ann.Say(ask.Actions[0][0].Text), "forget-me.done")
	}
}

func TestForgetMeDeletesEverythingOnceConfirmed(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 1")
	p.Say("d")
	p.Say("resign confirm")
	p.Has(p.Say("forget-me confirm"), "forget-me.ask") // it is never done unasked
	p.Has(p.Forget(), "forget-me.done")
	if n := len(p.Results()); n != 0 {
		t.Errorf("%d results are left", n)
	}
	p.Has(p.Say("show"), "game.none")
}
