package play_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

func TestAHintIsCountedAndItsButtonPlaysIt(t *testing.T) {
	p := bottest.Advised(t)
	begin := p.Say("new deal 1141")
	r := p.Tap(begin, "hint")
	if !strings.HasPrefix(p.Text(r), "Hint: 2♦ from pile 6 → 3♠ on pile 3.\n") {
		t.Fatalf("got %q, want a hint for 2♦", p.Text(r))
	}
	if got := p.Speaker.Join(r.Status); got != "0 moves · score 0 · 0 undos · 1 hint" {
		t.Errorf("got the status %q, want one hint in it", got)
	}
	played := p.Tap(r, "move 6>3:1")
	if got := played.Board.Piles[2].Up; got[len(got)-1] != game.NewCard(2, game.Diamonds) {
		t.Errorf("the button didn't make the move: %s", p.Text(played))
	}
	p.Has(p.Send("hint", begin.Ref), "tap.stale")
	if n := p.Hints(); n != 1 {
		t.Errorf("got %d hints counted, want 1", n)
	}
}

func TestARepeatedHintIsCountedOnce(t *testing.T) {
	p := bottest.Advised(t)
	p.Say("new deal 1141")
	p.ID = "first"
	first := p.Say("hint")
	again := p.Say("hint")
	if p.Text(first) != p.Text(again) {
		t.Errorf("got %q, then %q, want the same twice", p.Text(first), p.Text(again))
	}
	if n := p.Hints(); n != 1 {
		t.Errorf("got %d hints counted, want 1", n)
	}
	p.ID = "second"
	p.Say("hint")
	if n := p.Hints(); n != 2 {
		t.Errorf("got %d hints counted, want 2", n)
	}
}

// A finished game gives no more hints.
func TestHintsAreInTheResult(t *testing.T) {
	p := bottest.Advised(t)
	p.Say("new deal 1141")
	p.Say("hint")
	p.Expect("/move "+lineKlondike, "You won!")
	if r := p.Results(); len(r) != 1 || r[0].Hints != 1 || r[0].Score != p.Say("show").Board.Score {
		t.Errorf("got the results %+v, want one hint and the board's score", r)
	}
	p.Has(p.Say("hint"), "game.over-won")
}

func TestHintsNeedAGameAndAnAdviser(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Has(p.Say("hint"), "game.none")
	p.Say("new deal 1")
	for _, text := range []string{"hint", "verdict", "rewind"} {
		p.Has(p.Say(text), "hint.off")
	}
}

// A fresh deal has a hint, and following the hints never leads back to an earlier board
// (B45).
func TestHintsNeverLeadInACircle(t *testing.T) {
	for _, begin := range []string{"new deal 5", "new draw 3 passes unlimited deal 5", "new yukon deal 5"} {
		p := bottest.Advised(t)
		p.Say(begin)
		seen := map[string]bool{}
		for step := range 60 {
			r := p.Say("hint")
			if !bottest.Said(r, "hint.move") {
				if step == 0 {
					t.Errorf("%s: got no hint for a fresh deal: %s", begin, p.Text(r))
				}
				break
			}
			board := r.Board
			key := fmt.Sprint(board.Piles, board.Stock, board.Waste, board.Foundations, board.Pass)
			if seen[key] {
				t.Fatalf("%s: the hints led back to an earlier board after %d steps", begin, step)
			}
			seen[key] = true
			if after := p.Tap(r, r.Actions[0][0].Text); after.Ref.Version != r.Ref.Version+1 {
				t.Fatalf("%s: the hinted move wasn't made: %s", begin, p.Text(after))
			}
		}
	}
}

// B40.
func TestAGameWithoutAHintCanContinue(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Bot.Advisor = bottest.Hint(func(bot.Question) bot.Advice { return bot.Advice{} })
	p.Say("new yukon deal 1")
	r := p.Say("hint")
	p.Has(r, "hint.nothing")
	if p.Hints() != 0 {
		t.Error("a hint is counted, but none was shown")
	}
	if after := p.Tap(r, r.Menu[0].Text()); len(after.Lines) == 0 || strings.HasPrefix(after.Lines[0].Key, "game.over") {
		t.Errorf("got %s, want the move to be made", p.Text(after))
	}
}

func TestIllegalAdviceIsDropped(t *testing.T) {
	p := bottest.NewPerson(t)
	wrong := game.Move{From: 1, To: 2, Count: 9}
	p.Bot.Advisor = bottest.Hint(func(bot.Question) bot.Advice { return bot.Advice{OK: true, Move: wrong} })
	p.Say("new deal 1")
	p.Has(p.Say("hint"), "hint.nothing")
}

// Only proved results are called impossible; undecided samples are mentioned.
func TestAHintsProspectsInWords(t *testing.T) {
	for _, c := range []struct {
		advice bot.Advice
		keys   string
	}{
		{bot.Advice{}, "hint.few"},
		{bot.Advice{Samples: 100, Won: 62, Lost: 38}, "hint.share"},
		{bot.Advice{Samples: 40, Won: 20, Lost: 20}, "hint.share hint.few"},
		{bot.Advice{Samples: 100, Won: 62, Lost: 30, Unknown: 8}, "hint.share-least hint.unknown"},
		{bot.Advice{Samples: 100, Won: 100}, "hint.all"},
		{bot.Advice{Samples: 6, Won: 6, Complete: true}, "hint.proved"},
		{bot.Advice{Samples: 100, Lost: 100}, "hint.none"},
		{bot.Advice{Samples: 100, Lost: 99, Unknown: 1}, "hint.none-found hint.unknown"},
		{bot.Advice{Samples: 6, Lost: 6, Complete: true, Hopeless: true}, "hint.no-arrangement"},
	} {
		p := bottest.NewPerson(t)
		c.advice.OK, c.advice.Move = true, game.Draw
		p.Bot.Advisor = bottest.Hint(func(bot.Question) bot.Advice { return c.advice })
		p.Say("new deal 1")
		r := p.Say("hint")
		p.Has(r, append([]string{"hint.move"}, strings.Fields(c.keys)...)...)
		if c.keys == "hint.share" && !strings.Contains(p.Text(r), "in about 62 of 100 possible layouts") {
			t.Errorf("got %q, want about 62 of 100 ways", p.Text(r))
		}
	}
}

func TestAHintNamesTheMoveThatDrawsMakePossible(t *testing.T) {
	p := bottest.NewPerson(t)
	line := []game.Move{game.Draw, {From: game.Waste, To: game.Foundation, Count: 1}}
	p.Bot.Advisor = bottest.Hint(func(bot.Question) bot.Advice { return bot.Advice{OK: true, Move: line[0], Line: line} })
	p.Say("new deal 1141") // its first card of the stock is A♦
	p.Expect("hint", "Hint: Draw from the stock.\nIt makes this possible: A♦ from the waste → foundation.")
}

// The player can move while the adviser works. The hint is then about the new position.
func TestAMoveDuringAHintRestartsTheHint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := play.New(persisttest.NewMemory())
		asked, answer := make(chan int, 3), make(chan struct{})
		b.Advisor = bottest.Hint(func(q bot.Question) bot.Advice {
			asked <- q.Game.Done()
			<-answer
			return bot.Advice{OK: true, Move: game.Draw}
		})
		p := bottest.PersonOn(t, b)
		p.Say("new deal 1141")
		hinted := make(chan bot.Reply, 1)
		go func() {
			r, err := b.Handle(context.Background(), bot.Request{Player: p.Player, Text: "hint"})
			if err != nil {
				t.Error(err)
			}
			hinted <- r
		}()
		if done := <-asked; done != 0 {
			t.Errorf("the adviser was asked after %d steps, want 0", done)
		}
		p.Expect("d", "Drawn: A♦.")
		answer <- struct{}{}
		if done := <-asked; done != 1 {
			t.Errorf("the adviser was asked again after %d steps, want 1", done)
		}
		answer <- struct{}{}
		r := <-hinted
		p.Has(r, "hint.move", "hint.few")
		if len(r.Board.Waste) != 1 || p.Hints() != 1 {
			t.Errorf("got %d cards on the waste and %d hints, want 1 and 1", len(r.Board.Waste), p.Hints())
		}
	})
}

// deadEnd plays into a position whose remaining moves change nothing. Undo leads out of
// it.
func deadEnd(t *testing.T, p *bottest.Person) bot.Reply {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 5))
	for n := 1; n < 300; n++ {
		r := p.Say("new draw 3 passes 1 deal " + strconv.Itoa(n) + " confirm")
		for range 120 {
			var texts []string
			for _, c := range r.Menu {
				texts = append(texts, c.Text())
			}
			if bottest.Offers(r, "draw") {
				texts = append(texts, "draw")
			}
			if bottest.Said(r, "game.dead") || len(texts) == 0 {
				break
			}
			r = p.Say(texts[random.IntN(len(texts))])
		}
		if bottest.Said(r, "game.dead") {
			return r
		}
	}
	t.Fatal("no dead end was found")
	return bot.Reply{}
}

// After an undo the bot checks again (B38).
func TestADeadEndIsReportedWithWaysOut(t *testing.T) {
	p := bottest.Advised(t)
	r := deadEnd(t, p)
	if len(r.Menu) == 0 {
		t.Fatal("no move is left: that isn't the dead end that was looked for")
	}
	for _, want := range []string{"undo", "rewind", "resign"} {
		if !bottest.Offers(r, want) {
			t.Errorf("%s isn't offered", want)
		}
	}
	if !bottest.Said(p.Say("show"), "game.dead") || !bottest.Said(p.Say(r.Menu[0].Text()), "game.dead") {
		t.Error("the dead end isn't reported again by show or after another move")
	}
	if r := p.Say("undo 1000"); bottest.Said(r, "game.dead") {
		t.Error("a fresh deal is reported as a dead end")
	}
	if r := p.Say("redo"); bottest.Said(r, "game.dead") {
		t.Error("the first step is reported as a dead end")
	}
}

// The bot doesn't advise drawing if the stock can't help any more (B44).
func TestADeadEndHasNoHint(t *testing.T) {
	p := bottest.Advised(t)
	deadEnd(t, p)
	r := p.Say("hint")
	p.Has(r, "game.dead")
	if p.Hints() != 0 {
		t.Error("a hint is counted, but none was shown")
	}
}
