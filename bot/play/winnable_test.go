package play_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// numbers returns a function that counts up from n.
func numbers(n int) func() int { return func() int { n++; return n } }

// winnable checks that a reply's deal is proved winnable under its rules, and
// returns its number.
func winnable(p *bottest.Person, r bot.Reply) int {
	p.T.Helper()
	if !bottest.Said(r, "new.winnable") || r.Board == nil {
		p.T.Fatalf("got no winnable deal: %s", p.Text(r))
	}
	for _, m := range r.Title {
		if m.Key != "title.deal" {
			continue
		}
		var n int
		if _, err := fmt.Sscan(m.Args[0].Value.(string), &n); err != nil {
			p.T.Fatal(err)
		}
		state, err := game.Deal(r.Board.Rules, game.Numbered(n))
		if err != nil {
			p.T.Fatal(err)
		}
		if a := solve.New().Solve(context.Background(), state, solve.Limits{Nodes: 5_000_000}); a.Verdict != solve.Winnable {
			p.T.Errorf("deal %d under %s is %s", n, r.Board.Rules, a.Verdict)
		}
		return n
	}
	p.T.Fatal("the deal has no number")
	return 0
}

// A prepared winnable deal is dealt once; without one, the bot looks for one (B46).
func TestWinnableDealsComeFromTheStockOnce(t *testing.T) {
	p := bottest.Advised(t)
	p.Bot.Solver, p.Bot.Number = bottest.NewSolver(), numbers(0)
	if err := play.StockWinnable(context.Background(), p.Bot); err != nil {
		t.Fatal(err)
	}
	stock, err := p.Bot.Store.Docs(context.Background(), "winnable", "klondike-d3-unlimited-return|", "", 10)
	if err != nil || len(stock) != 1 {
		t.Fatalf("got %d deals in stock, want 1 (%v)", len(stock), err)
	}
	ready := winnable(p, p.Say("new winnable draw 3 passes unlimited return yes"))
	if want := stock[0].Key; want != fmt.Sprintf("klondike-d3-unlimited-return|%d", ready) {
		t.Errorf("got deal %d, want the one in stock, %s", ready, want)
	}
	if again := winnable(p, p.Say("new draw 3 passes unlimited return yes winnable")); again == ready {
		t.Error("got the same deal twice")
	}
	winnable(p, p.Say("new winnable"))
	winnable(p, p.Say("new winnable scoring vegas"))
}

func TestTheStockOfWinnableDealsIsBounded(t *testing.T) {
	p := bottest.NewPerson(t)
	rules := game.KlondikeRules(1, 0, true)
	p.Bot.Solver, p.Bot.Number = onlyUnder{bottest.NewSolver(), rules}, numbers(0)
	for range 11 {
		if err := play.StockWinnable(context.Background(), p.Bot); err != nil {
			t.Fatal(err)
		}
	}
	stock, err := p.Bot.Store.Docs(context.Background(), "winnable", rules.String()+"|", "", 100)
	if err != nil || len(stock) != 8 {
		t.Errorf("got %d deals in stock, want 8 (%v)", len(stock), err)
	}
}

// onlyUnder is a solver that wins deals under one set of rules.
type onlyUnder struct {
	bottest.Solver
	rules game.Rules
}

func (o onlyUnder) Win(ctx context.Context, s game.State, budget time.Duration) ([]game.Move, bool) {
	if s.Rules() != o.rules {
		return nil, false
	}
	return o.Solver.Win(ctx, s, budget)
}

// A number and winnable exclude each other.
func TestNoUnprovedDealIsCalledWinnable(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 1")
	p.Has(p.Say("new winnable deal 5"), "new.winnable-deal")
	p.Has(p.Say("new winnable"), "new.winnable-none")
	p.Bot.Advisor, p.Bot.Number = bottest.NewAdviser(), func() int { return unwinnable(t) }
	r := p.Say("new winnable")
	p.Has(r, "new.winnable-none")
	if title := p.Speaker.Join(r.Title); title != "Klondike · deal 1 · draw 1" {
		t.Errorf("the game before was replaced: got %s", title)
	}
	p.Say("d")
	p.Has(p.Say("new winnable"), "new.ask")
}
