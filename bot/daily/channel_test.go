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
	ann.Has(ann.Say("settings channel off"), "channel.off")
	ann.Place = bot.Place{}
	ann.Has(ann.Say("settings channel off"), "place.where")
}

// The administrator hears of it on the first day, at the next command if direct messages
// are closed, and once more when the channel is given up.
func TestAChannelThatRefusesTheDayIsReportedToTheAdministrator(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann := w.Member("ann")
	ann.Admin = true
	ann.Say("settings channel <#C9|games>")
	text := func(p bot.Post) string { return ann.Text(p.Reply) }
	mail.Posts = nil
	mail.Fails = bottest.Channels
	w.At(31, "00:00:30")
	tick(w)
	tick(w)
	if len(mail.Posts) != 1 || mail.Posts[0].To.Player != ann.Player || !strings.Contains(text(mail.Posts[0]), "couldn't announce the daily deal in <#C9>") {
		t.Fatalf("got the posts %+v, want one to the administrator", mail.Posts)
	}
	mail.Posts, mail.Fails = nil, nil
	w.At(32, "00:00:30")
	tick(w)
	if len(mail.Posts) != 1 || mail.Posts[0].To.Channel != "C9" {
		t.Fatalf("got the posts %+v, want one to the channel, which was kept", mail.Posts)
	}
	mail.Posts, mail.Fails = nil, bottest.Everything
	for day := persist.Day(33); day <= 35; day++ {
		w.At(day, "00:00:30")
		tick(w)
	}
	mail.Fails = nil
	w.At(36, "00:00:30")
	tick(w)
	if len(mail.Posts) != 0 {
		t.Errorf("got the posts %+v after three refused days, want none", mail.Posts)
	}
	ann.Has(ann.Say("settings channel off"), "channel.refused", "channel.given-up", "channel.off")
	ann.Has(ann.Say("settings channel off"), "channel.off")
}

// A message that waits for a player is shown to nobody else.
func TestWhatWaitsForAPlayerIsShownToThatPlayerOnly(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob := w.Member("ann"), w.Member("bob")
	decline := bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-decline")
	mail.Fails = bottest.Everything
	r := bob.Say(decline)
	if len(r.Posts) != 1 || r.Posts[0].To.Player != ann.Player {
		t.Fatalf("got the posts %+v, want one to the challenger", r.Posts)
	}
	if err := w.Bot.Send(context.Background(), r.Posts[0]); err != nil {
		t.Fatal(err)
	}
	for _, public := range []string{"leaderboard", "new deal 1 public confirm", "d"} {
		if said := ann.Say(public); bottest.Said(said, "challenge.has-declined") {
			t.Errorf("%q: everybody reads what waits for ann", public)
		}
	}
	if said := ann.Say("stats"); !bottest.Said(said, "challenge.has-declined") {
		t.Errorf("got %s, want what has waited", ann.Text(said))
	}
	if said := ann.Say("stats"); bottest.Said(said, "challenge.has-declined") {
		t.Error("it is shown twice")
	}
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
