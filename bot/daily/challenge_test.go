package daily_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/persist"
)

// The result is posted when all players are done.
func TestAChallengeGivesAllTheSameDeal(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob, eve := w.Member("ann"), w.Member("bob"), w.Member("eve")
	open := ann.Say("challenge <@bob> <@eve> draw 3", bob, eve)
	if open.Private {
		t.Error("the challenge is private")
	}
	accept, decline := bottest.Find(open, "button.challenge-accept"), bottest.Find(open, "button.challenge-decline")
	if accept == "" || !strings.Contains(ann.Text(open), "ANN challenges BOB, EVE to the same deal. Klondike · draw 3 · 3 passes.") {
		t.Fatalf("got the challenge %s", ann.Text(open))
	}
	mine, theirs := ann.Say(accept), bob.Say(accept)
	if mine.Board == nil || theirs.Board == nil || mine.Board.Piles[6].Up[0] != theirs.Board.Piles[6].Up[0] {
		t.Fatal("the players got different deals")
	}
	if !mine.Private {
		t.Error("a player's board isn't private")
	}
	stranger := w.Member("zoe")
	stranger.Has(stranger.Say(accept), "challenge.not-yours")
	ann.Has(ann.Say(accept), "challenge.goes-on")
	ann.Say("d")
	if r := ann.Say("resign confirm"); len(r.Posts) != 0 {
		t.Error("the result is posted before all players are done")
	}
	eve.Has(eve.Say(decline), "challenge.declined")
	eve.Has(eve.Say(accept), "challenge.answered")
	bob.Say("d")
	bob.Say("5 4")
	r := bob.Say("resign confirm")
	if len(r.Posts) != 1 {
		t.Fatalf("got %d posts, want the result", len(r.Posts))
	}
	post := r.Posts[0]
	if post.To != (bot.Address{Platform: "discord", Server: "1", Channel: "c"}) {
		t.Errorf("got a post to %+v, want the channel of the challenge", post.To)
	}
	if text := bob.Text(post.Reply); !strings.Contains(text, "EVE: did not play") || !strings.Contains(text, "ANN: not won, 0 of 52 cards up") {
		t.Errorf("got the result\n%s", text)
	}
	bob.Has(bob.Say(accept), "challenge.over")
	if results := bob.Results(); len(results) != 1 || results[0].Kind != "challenge" || results[0].Day != 0 {
		t.Errorf("got the results %+v, want one of a challenge", results)
	}
}

// The result is posted without a request.
func TestAChallengeEndsAfterADay(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob := w.Member("ann"), w.Member("bob")
	accept := bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept")
	ann.Say(accept)
	ann.Say("d")
	w.Now = w.Now.Add(24*time.Hour - time.Second)
	tick(w)
	if len(mail.Posts) != 0 {
		t.Fatal("the result is posted too early")
	}
	w.Now = w.Now.Add(time.Second)
	tick(w)
	tick(w)
	if len(mail.Posts) != 1 {
		t.Fatalf("got %d posts, want the result once", len(mail.Posts))
	}
	if results := ann.Results(); len(results) != 1 || results[0].Outcome != persist.Expired {
		t.Errorf("got the results %+v, want one that expired", results)
	}
	bob.Has(bob.Say(accept), "challenge.over")
	w.Now = w.Now.Add(8 * 24 * time.Hour)
	tick(w)
	if docs, _ := w.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 10); len(docs) != 0 {
		t.Error("an old challenge is still stored")
	}
}

func TestImpossibleChallengesAreRefused(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	ann.Has(ann.Say("challenge"), "challenge.whom")
	ann.Has(ann.Say("challenge <@ann>", ann), "challenge.whom")
	ann.Has(ann.Say("challenge <@bob> draw 2", bob), "choice.value")
	ann.Has(ann.Say("challenge <@bob> yukon draw 3", bob), "new.needs-stock")
	many := []*bottest.Person{}
	for _, name := range strings.Split("abcdefgh", "") {
		many = append(many, w.Member(name))
	}
	ann.Has(ann.Say("challenge", many...), "challenge.too-many")
	ann.Place = bot.Place{}
	ann.Has(ann.Say("challenge <@bob>", bob), "challenge.where")
	ann.Has(ann.Say("challenge accept nonsense"), "challenge.over")
}

func TestAPlayersOpenChallengesAreLimited(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob, eve := w.Member("ann"), w.Member("bob"), w.Member("eve")
	var last bot.Reply
	for range 3 {
		last = ann.Say("challenge", bob, eve)
		ann.Has(last, "challenge.open", "challenge.until")
	}
	ann.Has(ann.Say("challenge", bob, eve), "challenge.too-many")
	ann.Has(bob.Say("challenge", ann, eve), "challenge.open", "challenge.until")
	for _, m := range []*bottest.Person{ann, bob, eve} {
		m.Has(m.Say(bottest.Find(last, "button.challenge-decline")), "challenge.declined")
	}
	ann.Has(ann.Say("challenge", bob, eve), "challenge.open", "challenge.until")
}

func TestBotsAreNotChallenged(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	req := ann.Request("challenge <@bob>", bob, w.Member("robot"))
	req.Mentions[1].Bot = true
	ann.Has(ann.Handle(req), "challenge.bot")
	if docs, _ := w.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 1); len(docs) != 0 {
		t.Error("the challenge is stored")
	}
}

// Each gets it once, though the first try reaches only some of them.
func TestAResultThatCannotBePostedGoesToEachPlayerOnce(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob, eve, zoe := w.Member("ann"), w.Member("bob"), w.Member("eve"), w.Member("zoe")
	open := ann.Say("challenge", bob, eve, zoe)
	accept := bottest.Find(open, "button.challenge-accept")
	zoe.Say(bottest.Find(open, "button.challenge-decline"))
	for _, p := range []*bottest.Person{ann, bob} {
		p.Say(accept)
		p.Say("d")
	}
	mail.Posts = nil
	w.Now = w.Now.Add(25 * time.Hour)
	down := errors.New("out of order")
	mail.Fails = func(to bot.Address) error {
		if to.Player == bob.Player {
			return down
		}
		return bottest.Channels(to)
	}
	if err := daily.Tick(context.Background(), w.Bot, w.Now); !errors.Is(err, down) {
		t.Errorf("got %v, want the failure to be reported", err)
	}
	mail.Fails = bottest.Channels
	w.Now = w.Now.Add(time.Hour)
	tick(w)
	w.Now = w.Now.Add(time.Hour)
	tick(w)
	got := map[string]int{}
	for _, p := range mail.Posts {
		got[p.To.Player.User]++
		if text := ann.Text(p.Reply); !strings.Contains(text, "The challenge is over") || !strings.Contains(text, "ZOE: did not play") {
			t.Errorf("%s gets %q", p.To.Player.User, text)
		}
	}
	if want := map[string]int{"ann": 1, "bob": 1, "eve": 1}; !maps.Equal(got, want) {
		t.Errorf("got results for %v, want %v", got, want)
	}
	if docs, _ := w.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 1); len(docs) != 0 {
		t.Error("the challenge is still stored")
	}
}

func TestAChallengerHearsThatSomebodyHasLeft(t *testing.T) {
	w := bottest.NewWorld(t)
	w.Mail()
	ann, bob, eve := w.Member("ann"), w.Member("bob"), w.Member("eve")
	ann.Say("challenge", bob, eve)
	if r := bob.Forget(); len(r.Posts) != 1 || r.Posts[0].To.Player != ann.Player || strings.Contains(ann.Text(r.Posts[0].Reply), "BOB") {
		t.Errorf("got the posts %+v, want one to ann that doesn't name bob", r.Posts)
	}
}

// played lets two people begin a challenge that neither of them finishes.
func played(w *bottest.World, ann, bob *bottest.Person) {
	w.T.Helper()
	accept := bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept")
	for _, m := range []*bottest.Person{ann, bob} {
		m.Say(accept)
		m.Say("d")
	}
}

func TestADamagedChallengeBlocksNoOtherCommand(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	ann.Say(bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept"))
	ann.Say("d")
	docs, err := w.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 10)
	if err != nil || len(docs) != 1 {
		t.Fatalf("got %d challenges, %v, want 1", len(docs), err)
	}
	docs[0].Data = docs[0].Data[:9]
	if err := w.Store.Commit(context.Background(), persist.Change{Docs: docs}); err != nil {
		t.Fatal(err)
	}
	w.Now = w.Now.Add(25 * time.Hour)
	ann.Say("new confirm")
	if results := ann.Results(); len(results) != 1 || results[0].Outcome != persist.Expired {
		t.Errorf("got the results %+v, want one that expired", results)
	}
	ask := ann.Say("forget-me")
	ann.Has(ann.Say(ask.Actions[0][0].Text), "forget-me.done")
}

// unreadable is a store that fails to read one player's record.
type unreadable struct {
	persist.Store
	Player persist.Player
}

func (u unreadable) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	if p == u.Player {
		return persist.Record{}, persist.ErrDamaged
	}
	return u.Store.Load(ctx, p)
}

func TestADamagedPlayerDoesNotHoldUpAResult(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob := w.Member("ann"), w.Member("bob")
	accept := bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept")
	ann.Say(accept)
	ann.Say("d")
	bob.Say(accept)
	bob.Say("d")
	bob.Say("resign confirm")
	w.Bot.Store = unreadable{w.Store, ann.Player}
	w.Now = w.Now.Add(25 * time.Hour)
	for range 2 {
		if err := daily.Tick(context.Background(), w.Bot, w.Now.Add(-time.Minute)); err != nil && !errors.Is(err, persist.ErrDamaged) {
			t.Fatal(err)
		}
	}
	if len(mail.Posts) != 1 || !strings.Contains(bob.Text(mail.Posts[0].Reply), "BOB") {
		t.Errorf("got the posts %+v, want one with BOB", mail.Posts)
	}
}

// A world's replies send no posts, like those of a bot that is killed after the commit.
func TestAnInvitationThatAKillHasLostIsSentOnce(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob, eve := w.Member("ann"), w.Member("bob"), w.Member("eve")
	ann.Place.Muted = true
	open := ann.Say("challenge", bob, eve)
	eve.Say(bottest.Find(open, "button.challenge-accept"))
	tick(w)
	if len(mail.Posts) != 0 {
		t.Errorf("the jobs have sent %+v, which the reply may still send", mail.Posts)
	}
	for range 2 {
		w.Now = w.Now.Add(2 * time.Minute)
		tick(w)
	}
	if len(mail.Posts) != 1 || mail.Posts[0].To.Player != bob.Player || bottest.Find(mail.Posts[0].Reply, "button.challenge-accept") == "" {
		t.Errorf("got the posts %+v, want bob's invitation, once", mail.Posts)
	}
}

func TestAnInvitationIsTriedAgainWhileThePlatformFails(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann, bob := w.Member("ann"), w.Member("bob")
	ann.Place.Muted = true
	down := errors.New("out of order")
	mail.Refuse = down
	if err := w.Bot.Respond(context.Background(), ann.Request("challenge <@bob>", bob), noAck{}, bot.DefaultTimes()); !errors.Is(err, down) {
		t.Errorf("got %v, want the failure to be reported", err)
	}
	for _, refuse := range []error{nil, nil, bot.ErrUndeliverable} {
		mail.Refuse = refuse
		w.Now = w.Now.Add(2 * time.Minute)
		tick(w)
	}
	if len(mail.Posts) != 1 || mail.Posts[0].To.Player != bob.Player {
		t.Errorf("got the posts %+v, want bob's invitation, once", mail.Posts)
	}
	if r := ann.Say("stats"); bottest.Said(r, "challenge.unreached") {
		t.Error("ann hears that bob wasn't reached")
	}
}
