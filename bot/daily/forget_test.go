package daily_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/persist"
)

// A store whose docs of one kind I can't read your data just now.
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

// Forgetting that can't read what it has to delete deletes nothing, and says so.
func TestForgettingIsNotDoneByHalves(t *testing.T) {
	for _, kind := range []string{"reminder", "due", "home", "attempt", persist.ChallengeKind} {
		w := newWorld(t)
		w.mail()
		ann := w.member("ann")
		ann.says("daily")
		ann.says("d")
		ann.says("settings reminder 18:30")
		if err := w.bot.NoteHome(context.Background(), ann.player); err != nil {
			t.Fatal(err)
		}
		ask := ann.says("forget-me")
		w.bot.Store = docsDown{w.store, kind}
		if r, err := w.bot.Handle(context.Background(), ann.request(ask.Actions[0][0].Text)); !errors.Is(err, errDown) {
			t.Errorf("%s: said %q, error %v", kind, ann.text(r), err)
		}
		w.bot.Store = w.store
		if rec, err := w.store.Load(context.Background(), ann.player); err != nil || len(rec.Games) != 1 {
			t.Errorf("%s: %d games are left, %v", kind, len(rec.Games), err)
		}
		ann.has(ann.says(ask.Actions[0][0].Text), "forget-me.done")
	}
}

// What older versions have left behind of a forgotten player makes no job write a
// record anew.
func TestJobsDontRememberTheForgotten(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann := w.member("ann")
	ann.says("daily")
	ann.says("settings reminder 12:30")
	var left []persist.Doc
	for _, kind := range []string{"reminder", "attempt"} {
		docs, err := w.store.Docs(context.Background(), kind, "", "", 10)
		if err != nil || len(docs) != 1 {
			t.Fatalf("%s: %d docs, %v", kind, len(docs), err)
		}
		left = append(left, docs...)
	}
	ann.forget()
	for i := range left {
		left[i].Version = 0
	}
	if err := w.store.Commit(context.Background(), persist.Change{Docs: left}); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"12:30:30", "13:00:00"} {
		w.at(30, at)
		w.tick()
	}
	w.at(31, "13:00:00")
	w.tick()
	if _, err := w.store.Load(context.Background(), ann.player); !errors.Is(err, persist.ErrNotFound) {
		t.Errorf("the player's record: %v", err)
	}
	if len(mail.posts) != 0 {
		t.Errorf("posts %+v", mail.posts)
	}
	for _, kind := range []string{"reminder", "attempt"} {
		if docs, err := w.store.Docs(context.Background(), kind, "", "", 10); err != nil || len(docs) != 0 {
			t.Errorf("%s: %d docs are left, %v", kind, len(docs), err)
		}
	}
}

// One doc that can't be read doesn't keep a job from the others.
func TestDamagedDocIsPassedOver(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	for _, server := range []string{"1", "2", "3"} {
		admin := w.member("admin" + server)
		admin.admin, admin.place.Server = true, server
		admin.has(admin.says("settings channel <#C"+server+">"), "channel.done")
	}
	docs, err := w.store.Docs(context.Background(), bot.PlaceKind, "", "", 10)
	if err != nil || len(docs) != 3 {
		t.Fatalf("%d docs, %v", len(docs), err)
	}
	docs[1].Data = docs[1].Data[:9]
	if err := w.store.Commit(context.Background(), persist.Change{Docs: docs[1:2]}); err != nil {
		t.Fatal(err)
	}
	mail.posts = nil
	w.at(31, "00:01:00")
	if err := daily.Tick(context.Background(), w.bot, w.now.Add(-time.Minute)); !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("the damage is not reported: %v", err)
	}
	var told []string
	for _, p := range mail.posts {
		told = append(told, p.To.Channel)
	}
	if slices.Sort(told); !slices.Equal(told, []string{"C1", "C3"}) {
		t.Errorf("the day is announced in %v", told)
	}
}

// Results come first, then the day's posts, then reminders, so that a slow platform
// doesn't hold up what most people read.
func TestRemindersComeLast(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann, bob := w.member("ann"), w.member("bob")
	ann.admin = true
	ann.says("settings channel <#C9>")
	bob.says("settings reminder 00:00")
	w.at(30, "23:59:00")
	open := ann.says("challenge <@bob>", bob)
	ann.says(find(open, "button.challenge-accept"))
	mail.posts = nil
	w.at(32, "00:00:30")
	w.tick()
	var order []string
	for _, p := range mail.posts {
		order = append(order, p.Reply.Lines[0].Key)
	}
	if want := []string{"challenge.result", "post.day", "reminder.text"}; !slices.Equal(order, want) {
		t.Errorf("posts come as %v, want %v", order, want)
	}
}
