package daily_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// A second delivery of any request gets the answer of the first, and does
// nothing: only what is for others isn't delivered again.
func TestRepeatedAnswers(t *testing.T) {
	w := newWorld(t)
	ann, eve := w.member("ann"), w.member("eve")
	eve.says("new deal 3")
	for i, text := range []string{
		"new deal 5", "draw", "move", "9", "move 1 2", "new deal 6", "resign", "undo", "undo 7", "redo", "finish", "restart",
		"challenge deal 7", "challenge", "settings style ascii", "settings", "daily", "daily practice", "hint", "verdict", "rewind",
		"share", "leaderboard", "stats", "show", "show text", "rules", "more", "help", "public", "no such command", "my-data", "again",
	} {
		req := ann.request(text, eve)
		req.ID = fmt.Sprint("delivery", i)
		first, second := handle(t, w.bot, req), handle(t, w.bot, req)
		if diff := cmp.Diff(ann.shown(first), ann.shown(second)); diff != "" {
			t.Errorf("%q is answered in another way the second time:\n%s", text, diff)
		}
		if len(first.Posts) > 0 && len(second.Posts) > 0 {
			t.Errorf("%q is posted a second time", text)
		}
	}
}

// shown is all that a person sees of a reply.
func (p *person) shown(r bot.Reply) []string {
	say := func(kind string, list []locale.Message) (out []string) {
		for _, m := range list {
			out = append(out, kind+p.speaker.Say(m))
		}
		return out
	}
	all := slices.Concat(say("line ", r.Lines), say("title ", r.Title), say("status ", r.Status))
	for i, row := range r.Actions {
		for _, a := range row {
			all = append(all, fmt.Sprint("button ", i, a.Answer, p.speaker.Say(a.Label), a.Text))
		}
	}
	for _, c := range r.Menu {
		all = append(all, "menu "+p.speaker.Say(c.Label())+c.Text())
	}
	return append(all, fmt.Sprint(r.Choose, r.Private, r.Replace, r.Ref, r.Lang, r.Style, r.FourColour, len(r.Files)), fmt.Sprint(r.Board))
}

// A board that others don't see stays so, whatever the command asks for.
func TestRepeatedChallengeShowsNoBoard(t *testing.T) {
	w := newWorld(t)
	ann, eve := w.member("ann"), w.member("eve")
	ann.says("new deal 5")
	req := ann.request("challenge", eve)
	req.ID = "once"
	for range 2 {
		if r := handle(t, w.bot, req); r.Private || r.Board != nil || len(r.Actions) != 1 {
			t.Errorf("private %v, board %v, buttons %v", r.Private, r.Board != nil, r.Actions)
		}
	}
}

func handle(t *testing.T, b *bot.Bot, req bot.Request) bot.Reply {
	t.Helper()
	r, err := b.Handle(context.Background(), req)
	if err != nil {
		t.Fatalf("%q: %v", req.Text, err)
	}
	return r
}
