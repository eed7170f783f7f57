package daily_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/persist"
)

// The remaining docs don't name the player, and are deleted when the deal can't be played
// any more.
func TestForgetMeAllowsNoSecondAttempt(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily")
	ann.Say("d")
	ask := ann.Say("forget-me")
	ann.Has(ann.Say(ask.Actions[0][0].Text), "forget-me.done")
	ann.Has(ann.Say("daily"), "daily.forgotten")
	if r := ann.Say("daily practice"); r.Board == nil {
		t.Errorf("practice: got no board: %s", ann.Text(r))
	}
	if r := ann.Say("daily yukon"); r.Board == nil {
		t.Errorf("another deal: got no board: %s", ann.Text(r))
	}
	docs, err := w.Store.Docs(context.Background(), "forgotten", "", "", 10)
	if err != nil || len(docs) != 1 {
		t.Fatalf("got %d documents, %v, want 1", len(docs), err)
	}
	if strings.Contains(docs[0].Key, "ann") {
		t.Errorf("the key %q names the player", docs[0].Key)
	}
	w.At(31, "12:00:00")
	tick(w)
	if docs, _ := w.Store.Docs(context.Background(), "forgotten", "", "", 10); len(docs) != 0 {
		t.Error("the document is still stored when the deal can't be played any more")
	}
}

// The player can practise the deal or begin another; no button leads to the same answer
// again.
func TestButtonsAfterForgetMeLeadSomewhere(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily yukon")
	ann.Say("move " + ann.Say("show").Menu[0].Text()[len("move "):])
	ann.Say(bottest.Find(ann.Say("forget-me"), "button.yes"))
	r := ann.Say("daily yukon")
	ann.Has(r, "daily.forgotten")
	for _, row := range r.Actions {
		for _, a := range row {
			if key := ann.Say(a.Text).Lines[0].Key; key == "daily.forgotten" {
				t.Errorf("%q (%s) leads to the same answer again", a.Text, a.Label.Key)
			}
		}
	}
	if bottest.Find(r, "button.practice") == "" || bottest.Find(r, "button.daily-klondike") == "" {
		t.Errorf("got the buttons %v, want practice and another deal", r.Actions)
	}
}

func TestForgottenPlayersLeaveEveryRanking(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Say("daily")
	ann.Wins(30, bottest.Klondike())
	ask := ann.Say("forget-me")
	ann.Say(ask.Actions[0][0].Text)
	bob := w.Member("bob")
	for _, text := range []string{"leaderboard", "leaderboard everywhere", "leaderboard week", "leaderboard all everywhere"} {
		if got := bob.Text(bob.Say(text)); !strings.Contains(got, "Nobody has") {
			t.Errorf("%s: got\n%s\nwant nobody", text, got)
		}
	}
}

// Older versions may have left docs of such a player.
func TestJobsWriteNoRecordForForgottenPlayers(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann := w.Member("ann")
	ann.Say("daily")
	ann.Say("settings reminder 12:30")
	var left []persist.Doc
	for _, kind := range []string{"reminder", "attempt"} {
		docs, err := w.Store.Docs(context.Background(), kind, "", "", 10)
		if err != nil || len(docs) != 1 {
			t.Fatalf("%s: got %d documents, %v, want 1", kind, len(docs), err)
		}
		left = append(left, docs...)
	}
	ann.Forget()
	for i := range left {
		left[i].Version = 0
	}
	if err := w.Store.Commit(context.Background(), persist.Change{Docs: left}); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"12:30:30", "13:00:00"} {
		w.At(30, at)
		tick(w)
	}
	w.At(31, "13:00:00")
	tick(w)
	if _, err := w.Store.Load(context.Background(), ann.Player); !errors.Is(err, persist.ErrNotFound) {
		t.Errorf("the player's record: got %v, want none", err)
	}
	if len(mail.Posts) != 0 {
		t.Errorf("got the posts %+v, want none", mail.Posts)
	}
	for _, kind := range []string{"reminder", "attempt"} {
		if docs, err := w.Store.Docs(context.Background(), kind, "", "", 10); err != nil || len(docs) != 0 {
			t.Errorf("%s: got %d documents, %v, want none", kind, len(docs), err)
		}
	}
}

// The others can finish it.
func TestAForgottenPlayerLeavesAChallengeWithoutAName(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	accept := bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept")
	ann.Say(accept)
	bob.Say(accept)
	ask := ann.Say("forget-me")
	ann.Say(ask.Actions[0][0].Text)
	bob.Say("d")
	r := bob.Say("resign confirm")
	if len(r.Posts) != 1 || strings.Contains(bob.Text(r.Posts[0].Reply), "ANN") {
		t.Errorf("got the posts %+v, want one without ANN", r.Posts)
	}
}

func TestForgetMePostsNoResultAgain(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	open := ann.Say("challenge <@bob>", bob)
	ann.Say(bottest.Find(open, "button.challenge-accept"))
	ann.Say("d")
	bob.Say(bottest.Find(open, "button.challenge-decline"))
	if r := ann.Say("resign confirm"); len(r.Posts) != 1 {
		t.Fatalf("got %d posts, want the result", len(r.Posts))
	}
	ask := ann.Say("forget-me")
	if r := ann.Say(ask.Actions[0][0].Text); len(r.Posts) != 0 {
		t.Errorf("the result is posted again: %s", ann.Text(r.Posts[0].Reply))
	}
}

// This holds for the challenger and for an invited player, before either begins.
func TestForgetMeRemovesInvitations(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob, eve := w.Member("ann"), w.Member("bob"), w.Member("eve")
	open := ann.Say("challenge <@bob> <@eve>", bob, eve)
	for _, m := range []*bottest.Person{ann, bob} {
		ask := m.Say("forget-me")
		m.Say(ask.Actions[0][0].Text)
	}
	docs, err := w.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 10)
	if err != nil || len(docs) != 1 {
		t.Fatalf("got %d challenges, %v, want 1", len(docs), err)
	}
	if ch, err := persist.Unpack[persist.Challenge](docs[0]); err != nil || ch.Players[0].Name != "" || ch.Players[1].Player != (persist.Player{}) {
		t.Errorf("got the players %+v, %v, want neither ann nor bob", ch.Players, err)
	}
	eve.Say(bottest.Find(open, "button.challenge-accept"))
	eve.Say("d")
	r := eve.Say("resign confirm")
	if len(r.Posts) != 1 || !strings.Contains(eve.Text(r.Posts[0].Reply), "a player: did not play") {
		t.Errorf("got the posts %+v, want one without the names", r.Posts)
	}
}

func TestForgetMeCancelsAReminderThatIsDue(t *testing.T) {
	w := bottest.NewWorld(t)
	mail := w.Mail()
	ann := w.Member("ann")
	ann.Say("settings reminder 18:30")
	w.At(31, "18:30:10")
	mail.Refuse = errors.New("503")
	if err := daily.Tick(context.Background(), w.Bot, w.Now.Add(-time.Minute)); !errors.Is(err, mail.Refuse) {
		t.Fatal(err)
	}
	due := func() int {
		docs, err := w.Store.Docs(context.Background(), "due", "", "", 10)
		if err != nil {
			t.Fatal(err)
		}
		return len(docs)
	}
	if n := due(); n != 1 {
		t.Fatalf("got %d reminders that are due, want 1", n)
	}
	ann.Say(ann.Say("forget-me").Actions[0][0].Text)
	if n := due(); n != 0 {
		t.Errorf("got %d reminders that are due, want none", n)
	}
	mail.Refuse = nil
	tick(w)
	if len(mail.Posts) != 0 {
		t.Errorf("got the posts %+v, want none", mail.Posts)
	}
}

// Games that end in the same request leave nothing.
func TestForgetMeEndsGamesThatAreOver(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	w.At(30, "12:00:00")
	accept := bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept")
	ann.Say("daily")
	ann.Say("d")
	ann.Say(accept)
	ann.Say("d")
	ask := ann.Say("forget-me")
	w.At(31, "12:00:00")
	ann.Has(ann.Say(ask.Actions[0][0].Text), "forget-me.done")
	for _, kind := range []string{"attempt", persist.ChallengeKind} {
		docs, err := w.Store.Docs(context.Background(), kind, "", "", 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range docs {
			if strings.Contains(string(d.Data), "ANN") || strings.Contains(d.Key, "ann") {
				t.Errorf("%s %q still names the player", kind, d.Key)
			}
		}
	}
	if n := len(ann.Results()); n != 0 {
		t.Errorf("got %d results, want none", n)
	}
}
