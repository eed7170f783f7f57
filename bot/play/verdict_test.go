package play_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// An earlier verdict isn't repeated after a step (B39).
func TestAVerdictIsAboutTheCurrentPosition(t *testing.T) {
	p := bottest.Advised(t)
	p.Say("new deal 1141") // won by 6>3, 6>f first; drawing on loses A♦
	p.Has(p.Say("verdict"), "verdict.winnable", "verdict.peeked")
	p.Say("d, d, d")
	lost := p.Say("verdict")
	p.Has(lost, "verdict.lost-since", "verdict.peeked")
	if !strings.Contains(p.Text(lost), "Your move 2 (Draw from the stock) made") {
		t.Errorf("got %q, want step 2 in it", p.Text(lost))
	}
	p.Say("undo 2")
	p.Has(p.Say("verdict"), "verdict.winnable", "verdict.peeked")
	if n := p.Hints(); n != 3 {
		t.Errorf("got %d verdicts counted, want 3", n)
	}
	p.Say("undo")
	p.Say("move " + lineKlondike)
	p.Has(p.Say("verdict"), "game.over-won")
}

// The verdict distinguishes a deal that could never be won from a game that a move lost
// (B39).
func TestAnUnwinnableDealIsNotTheMovesFault(t *testing.T) {
	p := bottest.Advised(t)
	p.Say("new deal " + strconv.Itoa(unwinnable(t)))
	p.Say("d, d")
	r := p.Say("verdict")
	p.Has(r, "verdict.never", "verdict.peeked")
	if bottest.Offers(r, "rewind") {
		t.Error("a rewind is offered, but no position was winnable")
	}
	p.Has(p.Say("rewind"), "verdict.never", "verdict.peeked")
}

// unwinnable returns the first deal that is proved unwinnable under the default
// rules.
func unwinnable(t *testing.T) int {
	t.Helper()
	s := solve.New()
	for n := 1; n < 100; n++ {
		state, err := game.Deal(bottest.Klondike(), game.Numbered(n))
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

// Each step counts as an undo, and redo brings the steps back (B47).
func TestRewindReturnsToTheLastWinnablePosition(t *testing.T) {
	p := bottest.Advised(t)
	p.Say("new deal 1141")
	p.Say("d, d, d, d")
	lost := p.Say("verdict")
	r := p.Tap(lost, "rewind")
	p.Has(r, "rewind.done", "verdict.peeked")
	if got := p.Speaker.Join(r.Status); got != "1 move · score 0 · 3 undos · 2 hints" {
		t.Errorf("got the status %q, want 3 undos and 2 hints", got)
	}
	p.Has(p.Say("rewind"), "rewind.not-needed", "verdict.peeked")
	if r := p.Say("redo"); len(r.Board.Waste) != 2 {
		t.Errorf("redo: got %s, want two cards on the waste", p.Text(r))
	}
}

// B46.
func TestVerdictsAndRewindsInWords(t *testing.T) {
	for _, c := range []struct {
		judgement       bot.Judgement // after four steps
		verdict, rewind string
		done            int // steps left after the rewind
	}{
		{bot.Judgement{Now: bot.CanBeWon, Last: 4, Lost: -1}, "verdict.winnable", "rewind.not-needed", 4},
		{bot.Judgement{Now: bot.CantBeWon, Last: 2, Lost: 3}, "verdict.lost-since", "rewind.done", 2},
		{bot.Judgement{Now: bot.CantBeWon, Last: 1, Lost: 4}, "verdict.lost-between", "rewind.done rewind.maybe-later", 1},
		{bot.Judgement{Now: bot.CantBeWon, Last: -1, Lost: 3}, "verdict.lost", "rewind.unknown", 4},
		{bot.Judgement{Now: bot.CantBeWon, Last: -1, Lost: 0}, "verdict.never", "verdict.never", 4},
		{bot.Judgement{Now: bot.CantTell, Last: -1, Lost: -1}, "verdict.unknown", "rewind.unknown", 4},
		{bot.Judgement{Now: bot.CantTell, Last: 3, Lost: -1}, "verdict.unknown-since", "rewind.done rewind.maybe-later", 3},
	} {
		p := bottest.NewPerson(t)
		p.Bot.Advisor = bottest.Verdict(c.judgement)
		p.Say("new deal 1")
		p.Say("d, d, d, d")
		r := p.Say("verdict")
		p.Has(r, c.verdict, "verdict.peeked")
		if want := c.judgement.Now != bot.CanBeWon && c.judgement.Last >= 0; bottest.Offers(r, "rewind") != want {
			t.Errorf("%+v: a rewind is offered: %v, want %v", c.judgement, !want, want)
		}
		r = p.Say("rewind")
		p.Has(r, append(strings.Fields(c.rewind), "verdict.peeked")...)
		if len(r.Board.Waste) != c.done {
			t.Errorf("%+v: got %d steps after the rewind, want %d", c.judgement, len(r.Board.Waste), c.done)
		}
	}
}

func TestARepeatedRewindIsCountedOnce(t *testing.T) {
	p := bottest.Advised(t)
	p.Say("new deal 1141")
	p.Say("d, d, d")
	p.ID = "rewound"
	first, again := p.Say("rewind"), p.Say("rewind")
	if p.Text(first) != p.Text(again) || again.Board.Rules != first.Board.Rules || len(again.Board.Waste) != 1 {
		t.Errorf("got %q, then %q, want the same twice", p.Text(first), p.Text(again))
	}
	if p.Hints() != 1 {
		t.Errorf("got %d hints counted, want 1", p.Hints())
	}
}

// The hidden cards of a deal are secret from players who compete in it. Hints don't use
// them, so they are allowed and counted, as are verdicts on other games.
func TestVerdictsAreRefusedDuringARankedAttempt(t *testing.T) {
	for _, begin := range []func(*bottest.World, *bottest.Person){
		func(_ *bottest.World, ann *bottest.Person) { ann.Say("daily") },
		func(w *bottest.World, ann *bottest.Person) {
			bob := w.Member("bob")
			ann.Say(bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept"))
		},
	} {
		w := bottest.NewWorld(t)
		w.Bot.Advisor = bottest.NewAdviser()
		ann := w.Member("ann")
		ann.Say("new deal 1141")
		ann.Say("d")
		begin(w, ann)
		ann.Say("d")
		for _, text := range []string{"verdict", "rewind"} {
			ann.Has(ann.Say(text), "verdict.competing")
		}
		if n := ann.Hints(); n != 0 {
			t.Errorf("got %d hints counted after refusals, want none", n)
		}
		if bottest.Offers(ann.Say("more"), "verdict") {
			t.Error("a verdict is offered during the attempt")
		}
		if r := ann.Say("hint"); !bottest.Said(r, "hint.move") || ann.Hints() != 1 {
			t.Errorf("got %d hints after %s, want one hint", ann.Hints(), ann.Text(r))
		}
		ann.Say("show free")
		if r := ann.Say("verdict"); !bottest.Said(r, "verdict.peeked") {
			t.Errorf("a verdict on another game: got %s", ann.Text(r))
		}
		open := "show daily"
		if kinds := ann.Say("show challenge"); !bottest.Said(kinds, "show.none") {
			open = "show challenge"
		}
		ann.Say(open)
		ann.Say("resign confirm")
		results := ann.Results()
		if i := slices.IndexFunc(results, func(r persist.Result) bool { return r.Kind != "free" }); i < 0 || results[i].Hints != 1 {
			t.Errorf("got the results %+v, want one hint", results)
		}
		switch r := ann.Say("verdict"); {
		case open == "show daily" && !bottest.Said(r, "verdict.peeked-after"):
			t.Errorf("a verdict on the finished attempt: got %s", ann.Text(r))
		case open == "show challenge" && !bottest.Said(r, "game.over-resigned"): // bob still plays
			t.Errorf("a verdict on the finished attempt: got %s", ann.Text(r))
		}
	}
}

// No step can be undone any more.
func TestAVerdictAfterResigningCountsNothing(t *testing.T) {
	for _, c := range []struct {
		judgement bot.Judgement
		verdict   string
	}{
		{bot.Judgement{Now: bot.CanBeWon, Last: 1, Lost: -1}, "verdict.could"},
		{bot.Judgement{Now: bot.CantBeWon, Last: 0, Lost: 1}, "verdict.lost-since"},
		{bot.Judgement{Now: bot.CantTell, Last: -1, Lost: -1}, "verdict.unknown"},
	} {
		p := bottest.NewPerson(t)
		p.Bot.Advisor = bottest.Verdict(c.judgement)
		p.Say("new deal 1")
		p.Say("d")
		if r := p.Say("resign confirm"); !bottest.Offers(r, "verdict") {
			t.Errorf("no verdict is offered after resigning: %s", p.Text(r))
		}
		r := p.Say("verdict")
		p.Has(r, c.verdict, "verdict.peeked-after")
		if bottest.Said(r, "verdict.peeked") || p.Hints() != 0 || bottest.Offers(r, "rewind") {
			t.Errorf("the verdict counts or offers a rewind: %s", p.Text(r))
		}
		p.Has(p.Say("rewind"), "game.over-resigned")
	}
}
