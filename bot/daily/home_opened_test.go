package daily_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// That a Home was opened is known until the end of the next day, is written once
// a day, is part of a player's data, and is forgotten with them.
func TestOpenedHome(t *testing.T) {
	w := newWorld(t)
	ann, ctx := w.member("ann"), context.Background()
	docs := func() []persist.Doc {
		t.Helper()
		docs, err := w.store.Docs(ctx, "home", "", "", 10)
		if err != nil {
			t.Fatal(err)
		}
		return docs
	}
	open := func(want bool) {
		t.Helper()
		if is, err := w.bot.HasOpenHome(ctx, ann.player); err != nil || is != want {
			t.Errorf("open: %t, %v", is, err)
		}
	}
	open(false)
	w.at(30, "08:00:00")
	for range 3 {
		if err := w.bot.NoteHome(ctx, ann.player); err != nil {
			t.Fatal(err)
		}
	}
	if d := docs(); len(d) != 1 || d[0].Version != 1 {
		t.Errorf("docs %+v", d)
	}
	w.at(31, "23:59:00")
	open(true)
	day := persist.Day(30).Start().Format(time.DateOnly)
	if data := string(ann.says("my-data").Files[0].Data); !strings.Contains(data, `"home_opened": "`+day+`"`) {
		t.Errorf("my-data:\n%s", data)
	}
	w.at(32, "00:01:00")
	open(false)
	ask := ann.says("forget-me")
	ann.has(ann.says(ask.Actions[0][0].Text), "forget-me.done")
	if d := docs(); len(d) != 0 {
		t.Errorf("after forget-me: %+v", d)
	}
}
