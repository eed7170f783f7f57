package bot_test

import (
	"context"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/persist"
)

// damaging is a store that fails to read one player's record, or docs of one kind.
type damaging struct {
	persist.Store
	Player persist.Player
	kind   string
}

func (d damaging) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	if p == d.Player {
		return persist.Record{}, persist.NameUnreadable(persist.ErrDamaged, persist.KindRecord, p, "")
	}
	return d.Store.Load(ctx, p)
}

func (d damaging) Doc(ctx context.Context, kind, key string) (persist.Doc, error) {
	if kind == d.kind {
		return persist.Doc{}, persist.NameUnreadable(persist.ErrDamaged, persist.KindDoc, persist.Player{}, kind)
	}
	return d.Store.Doc(ctx, kind, key)
}

func TestOnlyOwnersOfDamagedRecordsAreAdvisedToDeleteThem(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	for _, tt := range []struct {
		name  string
		store persist.Store
		want  string
	}{
		{"own", damaging{Store: w.Store, Player: ann.Player}, "failure.damaged"},
		{"shared", damaging{Store: w.Store, kind: persist.DailyKind}, "failure.shared"},
		{"another's", damaging{Store: w.Store, Player: w.Member("bob").Player}, ""},
	} {
		w.Bot.Store = tt.store
		r, _ := w.Bot.Handle(context.Background(), ann.Request("daily"))
		if tt.want != "" && !bottest.Said(r, tt.want) {
			t.Errorf("%s: got %s, want %s", tt.name, ann.Text(r), tt.want)
		}
		if advised := strings.Contains(ann.Text(r), "forget-me"); advised != (tt.name == "own") {
			t.Errorf("%s: got advice to delete the data: %v: %s", tt.name, advised, ann.Text(r))
		}
	}
}
