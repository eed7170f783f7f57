package daily_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/persist"
)

// damaging is a store in which one player's record, or docs of one kind, can't be
// read.
type damaging struct {
	persist.Store
	player persist.Player
	kind   string
}

func (d damaging) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	if p == d.player {
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

// Only players whose own record is damaged are advised to delete their data.
func TestSharedDamageIsNotThePlayers(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	for _, tt := range []struct {
		name  string
		store persist.Store
		want  string
	}{
		{"own", damaging{Store: w.store, player: ann.player}, "failure.damaged"},
		{"shared", damaging{Store: w.store, kind: persist.DailyKind}, "failure.shared"},
		{"another's", damaging{Store: w.store, player: w.member("bob").player}, ""},
	} {
		w.bot.Store = tt.store
		r, _ := w.bot.Handle(context.Background(), ann.request("daily"))
		if tt.want != "" && !said(r, tt.want) {
			t.Errorf("%s: %s", tt.name, ann.text(r))
		}
		if advised := strings.Contains(ann.text(r), "forget-me"); advised != (tt.name == "own") {
			t.Errorf("%s: %s", tt.name, ann.text(r))
		}
	}
}

// A damaged doc of one server doesn't stop the jobs for the others.
func TestADamagedDocDoesNotStopTheOthers(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann, bob := w.member("ann"), w.member("bob")
	accept := find(ann.says("challenge <@bob>", bob), "button.challenge-accept")
	ann.says(accept)
	ann.says("d")
	ann.says("resign confirm")
	bob.says(accept)
	bob.says("d")
	for _, key := range []string{"\x01", "~~~"} { // before and behind all others
		damaged := persist.Doc{Kind: persist.ChallengeKind, Key: key, Data: []byte{1}}
		if err := w.store.Commit(context.Background(), persist.Change{Docs: []persist.Doc{damaged}}); err != nil {
			t.Fatal(err)
		}
	}
	w.bot.Store = unreadableDocs{w.store}
	w.now = w.now.Add(25 * time.Hour)
	for range 2 {
		if err := daily.Tick(context.Background(), w.bot, w.now.Add(-time.Minute)); !persist.Unreadable(err) {
			t.Errorf("Tick: %v", err)
		}
	}
	if len(mail.posts) != 1 {
		t.Errorf("posts %+v", mail.posts)
	}
}

// unreadableDocs returns short docs as a store does that can't read them.
type unreadableDocs struct{ persist.Store }

func (u unreadableDocs) Docs(ctx context.Context, kind, prefix, after string, limit int) ([]persist.Doc, error) {
	docs, err := u.Store.Docs(ctx, kind, prefix, after, limit)
	for i, d := range docs {
		if len(d.Data) == 1 {
			docs[i] = persist.Doc{Kind: d.Kind, Key: d.Key, Err: persist.NameUnreadable(persist.ErrDamaged, persist.KindDoc, persist.Player{}, d.Name())}
		}
	}
	return docs, err
}
