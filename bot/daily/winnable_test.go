package daily_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// numbers returns numbers of deals one after the other.
func numbers(n int) func() int { return func() int { n++; return n } }

// winnable checks that a reply's deal is proved winnable under its rules, and
// returns its number.
func (p *person) winnable(r bot.Reply) int {
	p.t.Helper()
	if !said(r, "new.winnable") || r.Board == nil {
		p.t.Fatalf("no winnable deal: %s", p.text(r))
	}
	for _, m := range r.Title {
		if m.Key != "title.deal" {
			continue
		}
		var n int
		if _, err := fmt.Sscan(m.Args[0].Value.(string), &n); err != nil {
			p.t.Fatal(err)
		}
		state, err := game.Deal(r.Board.Rules, game.Numbered(n))
		if err != nil {
			p.t.Fatal(err)
		}
		if a := solve.New().Solve(context.Background(), state, solve.Limits{Nodes: 5_000_000}); a.Verdict != solve.Winnable {
			p.t.Errorf("deal %d under %s is %s", n, r.Board.Rules, a.Verdict)
		}
		return n
	}
	p.t.Fatal("the deal has no number")
	return 0
}

// Winnable deals are dealt from what is kept ready, each once, and looked for
// when nothing is.
func TestB46NewWinnable(t *testing.T) {
	p := newAdvised(t)
	p.bot.Solver, p.bot.Number = thinker{solve.New()}, numbers(0)
	if err := play.StockWinnable(context.Background(), p.bot); err != nil {
		t.Fatal(err)
	}
	stock, err := p.bot.Store.Docs(context.Background(), "winnable", "klondike-d3-unlimited-return|", "", 10)
	if err != nil || len(stock) != 1 {
		t.Fatalf("%d deals are ready, want 1 (%v)", len(stock), err)
	}
	ready := p.winnable(p.say("new winnable draw 3 passes unlimited return yes"))
	if want := stock[0].Key; want != fmt.Sprintf("klondike-d3-unlimited-return|%d", ready) {
		t.Errorf("deal %d is not the one that was ready, %s", ready, want)
	}
	if again := p.winnable(p.say("new draw 3 passes unlimited return yes winnable")); again == ready {
		t.Error("the same deal twice")
	}
	p.winnable(p.say("new winnable"))
	p.winnable(p.say("new winnable scoring vegas"))
}

// The stock is filled up to its size and no further.
func TestStockIsBounded(t *testing.T) {
	p := newPerson(t)
	p.bot.Solver, p.bot.Number = thinker{solve.New()}, numbers(0)
	const rules = "klondike-d1-unlimited-return|"
	for range 11 {
		if err := play.StockWinnable(context.Background(), p.bot); err != nil {
			t.Fatal(err)
		}
	}
	stock, err := p.bot.Store.Docs(context.Background(), "winnable", rules, "", 100)
	if err != nil || len(stock) != 8 {
		t.Errorf("%d deals are ready, want 8 (%v)", len(stock), err)
	}
}

// A deal is chosen by its number or as a winnable one, and none is dealt that is
// not proved.
func TestNewWinnableRefused(t *testing.T) {
	p := newPerson(t)
	p.say("new deal 1")
	p.has(p.say("new winnable deal 5"), "new.winnable-deal")
	p.has(p.say("new winnable"), "new.winnable-none")
	p.bot.Advisor, p.bot.Number = counsel{solve.New()}, func() int { return unwinnable(t) }
	r := p.say("new winnable")
	p.has(r, "new.winnable-none")
	if title := p.speaker.Join(r.Title); title != "Klondike · deal 1 · draw 1" {
		t.Errorf("the game before was replaced: %s", title)
	}
	p.say("d")
	p.has(p.say("new winnable"), "new.ask")
}

// How hard a deal of the day is, is kept with it and told to those who begin it.
func TestB47Difficulty(t *testing.T) {
	w := newWorld(t)
	w.bot.Advisor = counsel{solve.New()}
	ctx := context.Background()
	if _, err := daily.Prepare(ctx, w.bot, persist.Day(30), 1); err != nil {
		t.Fatal(err)
	}
	line := w.line(30, klondike())
	for range 4 { // one deal each time; the last time there is nothing left
		if err := daily.Rate(ctx, w.bot, persist.Day(30), 2); err != nil {
			t.Fatal(err)
		}
	}
	for _, deal := range []string{"daily", "daily draw 3", "daily yukon"} {
		ann := w.member("ann " + deal)
		r := ann.says(deal)
		if !said(r, "daily.difficulty") || r.Title[len(r.Title)-1].Key != "difficulty.hard" {
			t.Errorf("%s: %s, %s", deal, ann.speaker.Join(r.Title), ann.text(r))
		}
	}
	if after := w.line(30, klondike()); len(after) != len(line) {
		t.Error("the deal's line was changed")
	}
}
