package daily_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// A verdict is about the position as it stands: what was said before a step is
// no answer after it.
func TestB39VerdictBelongsToAState(t *testing.T) {
	p := newAdvised(t)
	p.say("new deal 1141") // won by 6>3, 6>f first; drawing on loses A♦
	p.has(p.say("verdict"), "verdict.winnable", "verdict.peeked")
	p.say("d, d, d")
	lost := p.say("verdict")
	p.has(lost, "verdict.lost-since", "verdict.peeked")
	if !strings.Contains(p.text(lost), "Your move 2 (Draw from the stock) made") {
		t.Errorf("got %q", p.text(lost))
	}
	p.say("undo 2")
	p.has(p.say("verdict"), "verdict.winnable", "verdict.peeked")
	if n := p.hints(); n != 3 {
		t.Errorf("%d verdicts are counted, want 3", n)
	}
	p.say("undo")
	p.say("move " + lineKlondike)
	p.has(p.say("verdict"), "game.over-won")
}

// A deal that could never be won is told apart from a game that was lost.
func TestB39NeverWinnable(t *testing.T) {
	p := newAdvised(t)
	p.say("new deal " + strconv.Itoa(unwinnable(t)))
	p.say("d, d")
	r := p.say("verdict")
	p.has(r, "verdict.never", "verdict.peeked")
	if offers(r, "rewind") {
		t.Error("a rewind is offered, though there is nowhere to go back to")
	}
	p.has(p.say("rewind"), "verdict.never", "verdict.peeked")
}

// unwinnable returns the first deal that is proved unwinnable under the default
// rules.
func unwinnable(t *testing.T) int {
	t.Helper()
	s := solve.New()
	for n := 1; n < 100; n++ {
		state, err := game.Deal(klondike(), game.Numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		if s.Solve(context.Background(), state, solve.Limits{Nodes: 100_000}).Verdict == solve.Unwinnable {
			return n
		}
	}
	t.Fatal("every deal can be won")
	return 0
}

// Rewind goes back to the last step after which the game could be won, which
// counts as undos, and redo brings the steps back.
func TestB47Rewind(t *testing.T) {
	p := newAdvised(t)
	p.say("new deal 1141")
	p.say("d, d, d, d")
	lost := p.say("verdict")
	r := p.tap(lost, "rewind")
	p.has(r, "rewind.done", "verdict.peeked")
	if got := p.speaker.Join(r.Status); got != "1 move · score 0 · 3 undos · 2 hints" {
		t.Errorf("status %q", got)
	}
	p.has(p.say("rewind"), "rewind.not-needed", "verdict.peeked")
	if r := p.say("redo"); len(r.Board.Waste) != 2 {
		t.Errorf("redo: %s", p.text(r))
	}
}

// Only what is proved is said. An unknown is never taken for a no.
func TestB46VerdictInWords(t *testing.T) {
	for _, c := range []struct {
		judgement       bot.Judgement // after four steps
		verdict, rewind string
		done            int // steps that stand after the rewind
	}{
		{bot.Judgement{Now: bot.CanBeWon, Last: 4, Lost: -1}, "verdict.winnable", "rewind.not-needed", 4},
		{bot.Judgement{Now: bot.CantBeWon, Last: 2, Lost: 3}, "verdict.lost-since", "rewind.done", 2},
		{bot.Judgement{Now: bot.CantBeWon, Last: 1, Lost: 4}, "verdict.lost-between", "rewind.done rewind.maybe-later", 1},
		{bot.Judgement{Now: bot.CantBeWon, Last: -1, Lost: 3}, "verdict.lost", "rewind.unknown", 4},
		{bot.Judgement{Now: bot.CantBeWon, Last: -1, Lost: 0}, "verdict.never", "verdict.never", 4},
		{bot.Judgement{Now: bot.CantTell, Last: -1, Lost: -1}, "verdict.unknown", "rewind.unknown", 4},
		{bot.Judgement{Now: bot.CantTell, Last: 3, Lost: -1}, "verdict.unknown-since", "rewind.done rewind.maybe-later", 3},
	} {
		p := newPerson(t)
		p.bot.Advisor = oracle{counsel: counsel{solve.New()}, judgement: c.judgement}
		p.say("new deal 1")
		p.say("d, d, d, d")
		r := p.say("verdict")
		p.has(r, c.verdict, "verdict.peeked")
		if want := c.judgement.Now != bot.CanBeWon && c.judgement.Last >= 0; offers(r, "rewind") != want {
			t.Errorf("%+v: rewind offered %v, want %v", c.judgement, !want, want)
		}
		r = p.say("rewind")
		p.has(r, append(strings.Fields(c.rewind), "verdict.peeked")...)
		if len(r.Board.Waste) != c.done {
			t.Errorf("%+v: %d steps stand, want %d", c.judgement, len(r.Board.Waste), c.done)
		}
	}
}

// A verdict delivered again is the same and counts nothing more.
func TestVerdictIsCountedOnce(t *testing.T) {
	p := newAdvised(t)
	p.say("new deal 1141")
	p.say("d, d, d")
	p.id = "rewound"
	first, again := p.say("rewind"), p.say("rewind")
	if p.text(first) != p.text(again) || again.Board.Rules != first.Board.Rules || len(again.Board.Waste) != 1 {
		t.Errorf("first %q, then %q", p.text(first), p.text(again))
	}
	if p.hints() != 1 {
		t.Errorf("%d are counted, want 1", p.hints())
	}
}

// The hidden cards of a deal are secret to players who compete in it; hints, which
// don't look at them, are allowed and counted. Other games are none of the attempt's
// business.
func TestNoVerdictWhileCompeting(t *testing.T) {
	for _, begin := range []func(*world, *member){
		func(_ *world, ann *member) { ann.says("daily") },
		func(w *world, ann *member) {
			bob := w.member("bob")
			ann.says(find(ann.says("challenge <@bob>", bob), "button.challenge-accept"))
		},
	} {
		w := newWorld(t)
		w.bot.Advisor = counsel{solve.New()}
		ann := w.member("ann")
		ann.says("new deal 1141")
		ann.says("d")
		begin(w, ann)
		ann.says("d")
		for _, text := range []string{"verdict", "rewind"} {
			ann.has(ann.says(text), "verdict.competing")
		}
		if n := ann.hints(); n != 0 {
			t.Errorf("what was refused counts as %d hints", n)
		}
		if offers(ann.says("more"), "verdict") {
			t.Error("a verdict is offered")
		}
		if r := ann.says("hint"); !said(r, "hint.move") || ann.hints() != 1 {
			t.Errorf("%d hints after %s", ann.hints(), ann.text(r))
		}
		ann.says("show free")
		if r := ann.says("verdict"); !said(r, "verdict.peeked") {
			t.Errorf("the verdict on another game: %s", ann.text(r))
		}
		open := "show daily"
		if kinds := ann.says("show challenge"); !said(kinds, "show.none") {
			open = "show challenge"
		}
		ann.says(open)
		ann.says("resign confirm")
		results := ann.results()
		if i := slices.IndexFunc(results, func(r persist.Result) bool { return r.Kind != "free" }); i < 0 || results[i].Hints != 1 {
			t.Errorf("results %+v", results)
		}
		switch r := ann.says("verdict"); {
		case open == "show daily" && !said(r, "verdict.peeked-after"):
			t.Errorf("how the attempt stood: %s", ann.text(r))
		case open == "show challenge" && !said(r, "game.over-resigned"): // bob still plays
			t.Errorf("how the attempt stood: %s", ann.text(r))
		}
	}
}

// An attempt that was only opened can be given up, and then counts as not won; a free
// game of which no move was made has nothing to give up.
func TestOpenedAttemptCanBeGivenUp(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("new")
	ann.has(ann.says("resign"), "resign.not-begun")
	ann.says("daily")
	if r := ann.says("more"); !offers(r, "resign") {
		t.Errorf("no way out is offered: %v", r.Actions)
	}
	ann.has(ann.says("resign"), "resign.ask-daily")
	ann.has(ann.says("resign confirm"), "resign.done")
	if results := ann.results(); len(results) != 1 || results[0].Outcome != persist.Resigned || results[0].Day != 30 {
		t.Errorf("results %+v", results)
	}
	if r := ann.says("leaderboard"); !strings.Contains(ann.text(r), "1. ANN: not won, 0 of 52 cards up") {
		t.Errorf("the ranking: %s", ann.text(r))
	}
}

// After an attempt the player's own data has the face-down cards of the deal only
// once nobody can compete in it any more.
func TestMyDataKeepsTheDealOfTheDay(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.member("ann"), w.member("bob")
	challenge := find(ann.says("challenge <@bob>", bob), "button.challenge-accept")
	for _, begin := range []string{"daily", challenge} {
		ann.says(begin)
		ann.says("d")
		ann.says("resign confirm")
		ann.says("again") // the same cards as practice
		ann.says("d")
		ann.says("resign confirm")
	}
	decks := func() int {
		return strings.Count(string(ann.says("my-data").Files[0].Data), `"cards":`)
	}
	if n := decks(); n != 0 {
		t.Errorf("%d decks are given away", n)
	}
	w.at(31, "12:00:01")
	if n := decks(); n == 0 {
		t.Error("no deck is in the data when all is over")
	}
}

// How a game stood that was given up may be asked afterwards. That counts as
// nothing, and no step is taken back any more.
func TestVerdictAfterTheEnd(t *testing.T) {
	for _, c := range []struct {
		judgement bot.Judgement
		verdict   string
	}{
		{bot.Judgement{Now: bot.CanBeWon, Last: 1, Lost: -1}, "verdict.could"},
		{bot.Judgement{Now: bot.CantBeWon, Last: 0, Lost: 1}, "verdict.lost-since"},
		{bot.Judgement{Now: bot.CantTell, Last: -1, Lost: -1}, "verdict.unknown"},
	} {
		p := newPerson(t)
		p.bot.Advisor = oracle{counsel: counsel{solve.New()}, judgement: c.judgement}
		p.say("new deal 1")
		p.say("d")
		if r := p.say("resign confirm"); !offers(r, "verdict") {
			t.Errorf("no verdict is offered: %s", p.text(r))
		}
		r := p.say("verdict")
		p.has(r, c.verdict, "verdict.peeked-after")
		if said(r, "verdict.peeked") || p.hints() != 0 || offers(r, "rewind") {
			t.Errorf("it counts, or there is a way back: %s", p.text(r))
		}
		p.has(p.say("rewind"), "game.over-resigned")
	}
}
