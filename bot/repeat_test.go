package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// It changes nothing, and posts for others aren't sent again.
func TestARepeatedRequestGetsTheFirstAnswer(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, eve := w.Member("ann"), w.Member("eve")
	eve.Say("new deal 3")
	for i, text := range []string{
		"new deal 5", "draw", "move", "9", "move 1 2", "new deal 6", "resign", "undo", "undo 7", "redo", "finish", "restart",
		"challenge deal 7", "challenge", "settings style ascii", "settings", "daily", "daily practice", "hint", "verdict", "rewind",
		"share", "leaderboard", "stats", "show", "show text", "rules", "more", "help", "public", "no such command", "my-data", "again",
	} {
		req := ann.Request(text, eve)
		req.ID = fmt.Sprint("delivery", i)
		first, second := ann.Handle(req), ann.Handle(req)
		if diff := cmp.Diff(shown(ann, first), shown(ann, second)); diff != "" {
			t.Errorf("%q: the second answer differs:\n%s", text, diff)
		}
		if len(first.Posts) > 0 && len(second.Posts) > 0 {
			t.Errorf("%q: posted a second time", text)
		}
	}
}

// shown returns everything that a person sees of a reply.
func shown(p *bottest.Person, r bot.Reply) []string {
	say := func(kind string, list []locale.Message) (out []string) {
		for _, m := range list {
			out = append(out, kind+p.Speaker.Say(m))
		}
		return out
	}
	all := slices.Concat(say("line ", r.Lines), say("title ", r.Title), say("status ", r.Status))
	for i, row := range r.Actions {
		for _, a := range row {
			all = append(all, fmt.Sprint("button ", i, a.Answer, p.Speaker.Say(a.Label), a.Text))
		}
	}
	for _, c := range r.Menu {
		all = append(all, "menu "+p.Speaker.Say(c.Label())+c.Text())
	}
	return append(all, fmt.Sprint(r.Choose, r.Private, r.Replace, r.Ref, r.Lang, r.Style, r.FourColour, len(r.Files)), fmt.Sprint(r.Board), fmt.Sprint(r.ForOthers, locale.Mentioned(r.Lines...)))
}

// The second answer has the current board.
func TestARepeatedMoveIsMadeOnce(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	p.ID = "delivery-1"
	first := p.Say("5 4")
	p.ID = "delivery-2"
	p.Say("d")
	p.ID = "delivery-1"
	again := p.Say("5 4")
	if p.Text(first) != p.Text(again) {
		t.Errorf("got the answers %q and %q, want the same", p.Text(first), p.Text(again))
	}
	if len(again.Board.Waste) != 3 {
		t.Error("the answer doesn't have the current board")
	}
	if got := p.Speaker.Join(again.Status); !strings.HasPrefix(got, "2 moves") {
		t.Errorf("got the status %s, want 2 moves", got)
	}
}

// This holds even if the move has become legal.
func TestARepeatedRefusalStaysRefused(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 1141")
	p.ID = "z1"
	p.Has(p.Say("w f"), "refused.empty-waste")
	p.ID = "z2"
	drawn := p.Say("d")
	p.ID = "z1"
	r := p.Say("w f")
	p.Has(r, "refused.empty-waste")
	if r.Ref != drawn.Ref || len(r.Board.Waste) != 1 {
		t.Error("the second delivery made the move")
	}
}

func TestARepeatedForgetMeDeletesNothingNew(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 1")
	confirm := p.Say("forget-me").Actions[0][0].Text
	p.ID = "f1"
	p.Has(p.Say(confirm), "forget-me.done")
	p.ID = ""
	r := p.Say("new deal 9")
	p.ID = "f1"
	p.Has(p.Say(confirm), "forget-me.ask")
	p.ID = ""
	if p.Say("show").Ref != r.Ref {
		t.Error("the new game was deleted")
	}
}

// Everybody sees a challenge, so the player's board isn't part of it.
func TestARepeatedChallengeShowsNoBoard(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, eve := w.Member("ann"), w.Member("eve")
	ann.Say("new deal 5")
	req := ann.Request("challenge", eve)
	req.ID = "once"
	for range 2 {
		if r := ann.Handle(req); r.Private || r.Board != nil || len(r.Actions) != 1 {
			t.Errorf("got private: %v, a board: %v, the buttons %v, want a public message with one row", r.Private, r.Board != nil, r.Actions)
		}
	}
}

// This holds for every kind of argument.
func TestARepeatedAnswerIsInTheCurrentLanguage(t *testing.T) {
	p := bottest.PersonOn(t, play.New(persisttest.NewMemory()))
	for i, text := range []string{"settings language vi", "new deal 1141", "d", "settings style text", "daily #1"} {
		p.ID = "delivery-" + string(rune('a'+i))
		p.Speaker = bottest.Catalogue(t).In("vi", false)
		first := p.Text(p.Say(text))
		if again := p.Text(p.Say(text)); again != first || first == "" {
			t.Errorf("%s: got %q, then %q, want the same twice", text, first, again)
		}
	}
	p.ID = ""
	p.Say("settings language bg")
	p.ID, p.Speaker = "delivery-c", bottest.Catalogue(t).In("bg", false)
	if got := p.Text(p.Say("d")); got != "Изтеглено: A♦." {
		t.Errorf("after the language changed: got %q", got)
	}
}

// Slack repeats a delivery after one minute and after five. Even for a player who does
// five things per second, none is done twice.
func TestDeliveriesOfTheLastMinutesAreKnown(t *testing.T) {
	p := bottest.NewPerson(t)
	var seen outcomes
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.Bot.Now, p.Bot.Observer = func() time.Time { return now }, &seen
	styles := []string{"settings style ascii", "settings style unicode"}
	const perSecond, minute = 5, 60
	const total = 5*minute*perSecond + 100
	for i := range total {
		p.ID = strconv.Itoa(i)
		p.Say(styles[i%2])
		now = now.Add(time.Second / perSecond)
	}
	before, err := p.Bot.Store.Load(context.Background(), p.Player)
	if err != nil {
		t.Fatal(err)
	}
	for _, ago := range []int{1, minute * perSecond, 5 * minute * perSecond} {
		p.ID = strconv.Itoa(total - ago)
		p.Say("settings style emoji")
		if seen.last != bot.Repeated {
			t.Errorf("the delivery of %d s ago: got %s, want it known", ago/perSecond, seen.last)
		}
	}
	after, err := p.Bot.Store.Load(context.Background(), p.Player)
	if diff := cmp.Diff(before, after); err != nil || diff != "" {
		t.Errorf("the record changed (%v):\n%s", err, diff)
	}
}

// The outcomes of the latest 64 deliveries are kept; the answer to an older one is
// the current board.
func TestOldDeliveriesAreStillKnown(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 passes unlimited deal 1")
	for i := range 400 {
		p.ID = "delivery-" + strconv.Itoa(i)
		p.Say([]string{"d", "undo"}[i%2])
	}
	before := p.Say("show")
	for _, i := range []int{0, 200, 335, 336, 399} {
		p.ID = "delivery-" + strconv.Itoa(i)
		r := p.Say("d")
		if r.Ref != before.Ref {
			t.Errorf("delivery %d: made the move again", i)
		}
		if want := []string{"did.draw", "undo.done"}[i%2]; bottest.Said(r, want) != (i >= 336) || r.Board == nil {
			t.Errorf("delivery %d: got %v, want its outcome from 336 on", i, r.Lines)
		}
	}
}
