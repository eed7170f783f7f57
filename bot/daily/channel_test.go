package daily_test

import (
	"context"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/persist"
)

// An administrator chooses the channel.
func TestAChannelGetsEachDayOnce(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann := w.Member("ann")
	ann.Has(ann.Say("settings channel <#C9|games>"), "place.admin")
	ann.Admin = true
	ann.Has(ann.Say("settings channel"), "channel.how")
	mail.Refuse = bot.ErrUndeliverable
	ann.Has(ann.Say("settings channel <#C9|games>"), "channel.denied")
	mail.Refuse = nil
	ann.Has(ann.Say("settings channel <#C9|games>"), "channel.done")
	tick(w)
	if len(mail.Posts) != 1 || mail.Posts[0].Reply.Lines[0].Key != "channel.here" {
		t.Fatalf("got the posts %+v, want only the confirmation", mail.Posts)
	}
	mail.Posts = nil
	w.Finished(w.Member("bob"), 30, true, 100, "discord|1")
	w.At(31, "00:00:30")
	tick(w)
	tick(w)
	if len(mail.Posts) != 1 || mail.Posts[0].To != (bot.Address{Platform: "discord", Server: "1", Channel: "C9"}) {
		t.Fatalf("got the posts %+v, want one to the channel", mail.Posts)
	}
	if text := ann.Text(mail.Posts[0].Reply); !strings.Contains(text, "#31") || !strings.Contains(text, "1 player here finished") {
		t.Errorf("got the post\n%s\nwant day 31 and one player", text)
	}
	w.At(32, "00:00:30")
	mail.Refuse = bot.ErrUndeliverable
	tick(w)
	mail.Refuse = nil
	w.At(33, "00:00:30")
	tick(w)
	if len(mail.Posts) != 1 {
		t.Error("the day is posted after a post couldn't be delivered")
	}
	ann.Has(ann.Say("settings channel off"), "channel.off")
	ann.Place = bot.Place{}
	ann.Has(ann.Say("settings channel off"), "place.where")
}

// A crowded store refuses the first commit, as if another copy of the bot had been
// quicker.
type crowded struct {
	persist.Store
	refused bool
}

func (c *crowded) Commit(ctx context.Context, change persist.Change) error {
	if !c.refused {
		c.refused = true
		return persist.ErrConflict
	}
	return c.Store.Commit(ctx, change)
}

// The first commit fails, as it does when another copy of the bot is quicker.
func TestARetriedChoiceOfAChannelPostsOnce(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann := w.Member("ann")
	ann.Admin = true
	w.Bot.Store = &crowded{Store: w.Store}
	req := ann.Request("settings channel <#C9|games>")
	req.ID = "1"
	for range 2 { // another request chooses it again
		if _, err := w.Bot.Handle(context.Background(), req); err != nil {
			t.Fatal(err)
		}
		req.ID = "2"
	}
	if len(mail.Posts) != 2 {
		t.Fatalf("got %d posts, want one for each of two requests", len(mail.Posts))
	}
	if a, b := mail.Posts[0].ID, mail.Posts[1].ID; a == "" || a == b {
		t.Errorf("got the ids %q and %q, want two different ones", a, b)
	}
}
