package daily_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A hint is a move in words, which its button plays; it is counted.
func TestHint(t *testing.T) {
	p := newAdvised(t)
	begin := p.say("new deal 1141")
	r := p.tap(begin, "hint")
	if !strings.HasPrefix(p.text(r), "Hint: 2♦ from pile 6 → 3♠ on pile 3.\n") {
		t.Fatalf("got %q", p.text(r))
	}
	if got := p.speaker.Join(r.Status); got != "0 moves · score 0 · 0 undos · 1 hint" {
		t.Errorf("status %q", got)
	}
	played := p.tap(r, "move 6>3:1")
	if got := played.Board.Piles[2].Up; got[len(got)-1] != game.NewCard(2, game.Diamonds) {
		t.Errorf("the button did not play the move: %s", p.text(played))
	}
	p.has(p.send("hint", begin.Ref), "tap.stale")
	if n := p.hints(); n != 1 {
		t.Errorf("%d hints are counted, want 1", n)
	}
}

// A delivery that comes again is told the same and counts nothing.
func TestHintIsCountedOnce(t *testing.T) {
	p := newAdvised(t)
	p.say("new deal 1141")
	p.id = "first"
	first := p.say("hint")
	again := p.say("hint")
	if p.text(first) != p.text(again) {
		t.Errorf("first %q, then %q", p.text(first), p.text(again))
	}
	if n := p.hints(); n != 1 {
		t.Errorf("%d hints are counted, want 1", n)
	}
	p.id = "second"
	p.say("hint")
	if n := p.hints(); n != 2 {
		t.Errorf("%d hints are counted, want 2", n)
	}
}

// What was counted is in the result, and a game that is over has no hints.
func TestHintsAreInTheResult(t *testing.T) {
	p := newAdvised(t)
	p.say("new deal 1141")
	p.say("hint")
	p.expect("/move "+lineKlondike, "You won!")
	if r := p.results(); len(r) != 1 || r[0].Hints != 1 || r[0].Score != p.say("show").Board.Score {
		t.Errorf("results %+v", r)
	}
	p.has(p.say("hint"), "game.over-won")
}

func TestHintWithoutGameOrAdvisor(t *testing.T) {
	p := newPerson(t)
	p.has(p.say("hint"), "game.none")
	p.say("new deal 1")
	for _, text := range []string{"hint", "verdict", "rewind"} {
		p.has(p.say(text), "hint.off")
	}
}

// TestHintsHideCards asks for hints in pairs of games that differ in hidden
// cards only: all that is said is the same.
func TestHintsHideCards(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	compared := 0
	for n := range 18 {
		r := []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 0, true), game.YukonRules(false)}[n%3]
		one := game.Numbered(n + 1)
		a, b := newAdvised(t), newAdvised(t)
		a.seat(r, one)
		b.seat(r, twin(r, one, random))
		for range 12 {
			ra, rb := a.say("hint"), b.say("hint")
			if !reflect.DeepEqual(ra, rb) {
				t.Fatalf("deal %d: the hints differ:\n%s\n%s", n+1, a.text(ra), b.text(rb))
			}
			compared++
			if !said(ra, "hint.move") {
				break
			}
			text := ra.Actions[0][0].Text
			if ra, rb = a.say(text), b.say(text); !reflect.DeepEqual(ra.Board, rb.Board) {
				break // a card that differs was turned up
			}
		}
	}
	if compared < 18 {
		t.Errorf("only %d hints were compared", compared)
	}
}

// A fresh deal gives a hint, and hints lead on: following them never comes back
// to a board.
func TestB45HintsLeadOnInChat(t *testing.T) {
	for _, begin := range []string{"new deal 5", "new draw 3 passes unlimited deal 5", "new yukon deal 5"} {
		p := newAdvised(t)
		p.say(begin)
		seen := map[string]bool{}
		for step := range 60 {
			r := p.say("hint")
			if !said(r, "hint.move") {
				if step == 0 {
					t.Errorf("%s: no hint: %s", begin, p.text(r))
				}
				break
			}
			board := r.Board
			key := fmt.Sprint(board.Piles, board.Stock, board.Waste, board.Foundations, board.Pass)
			if seen[key] {
				t.Fatalf("%s: hints came back to a board after %d steps", begin, step)
			}
			seen[key] = true
			if after := p.tap(r, r.Actions[0][0].Text); after.Ref.Version != r.Ref.Version+1 {
				t.Fatalf("%s: the hinted move was not made: %s", begin, p.text(after))
			}
		}
	}
}

// Where no hint can be given the game goes on as long as there are moves.
func TestB40NoHintIsNoEnd(t *testing.T) {
	p := newPerson(t)
	p.bot.Advisor = oracle{counsel{solve.New()}, func(bot.Question) bot.Advice { return bot.Advice{} }, bot.Judgement{}}
	p.say("new yukon deal 1")
	r := p.say("hint")
	p.has(r, "hint.nothing")
	if p.hints() != 0 {
		t.Error("no hint was shown, but one is counted")
	}
	if after := p.tap(r, r.Menu[0].Text()); len(after.Lines) == 0 || strings.HasPrefix(after.Lines[0].Key, "game.over") {
		t.Errorf("the game is over: %s", p.text(after))
	}
}

// Advice that is no legal move is not passed on.
func TestHintIsNeverIllegal(t *testing.T) {
	p := newPerson(t)
	wrong := game.Move{From: 1, To: 2, Count: 9}
	p.bot.Advisor = oracle{counsel{solve.New()}, func(bot.Question) bot.Advice { return bot.Advice{OK: true, Move: wrong} }, bot.Judgement{}}
	p.say("new deal 1")
	p.has(p.say("hint"), "hint.nothing")
}

// Only what was proved is said to be impossible, and what was not decided is
// told apart.
func TestProspectsInWords(t *testing.T) {
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
		p := newPerson(t)
		c.advice.OK, c.advice.Move = true, game.Draw
		p.bot.Advisor = oracle{counsel{solve.New()}, func(bot.Question) bot.Advice { return c.advice }, bot.Judgement{}}
		p.say("new deal 1")
		r := p.say("hint")
		p.has(r, append([]string{"hint.move"}, strings.Fields(c.keys)...)...)
		if c.keys == "hint.share" && !strings.Contains(p.text(r), "in about 62 of 100 possible layouts") {
			t.Errorf("got %q", p.text(r))
		}
	}
}

// Draws that make a play possible are told with it.
func TestHintTellsItsGoal(t *testing.T) {
	p := newPerson(t)
	line := []game.Move{game.Draw, {From: game.Waste, To: game.Foundation, Count: 1}}
	p.bot.Advisor = oracle{counsel{solve.New()}, func(bot.Question) bot.Advice { return bot.Advice{OK: true, Move: line[0], Line: line} }, bot.Judgement{}}
	p.say("new deal 1141") // its first card of the stock is A♦
	p.expect("hint", "Hint: Draw from the stock.\nIt makes this possible: A♦ from the waste → foundation.")
}

// While a hint is worked out the player can go on; the hint is then about the
// game as it has become.
func TestMoveDuringHint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := play.New(persisttest.NewMemory())
		asked, answer := make(chan int, 3), make(chan struct{})
		b.Advisor = oracle{counsel{solve.New()}, func(q bot.Question) bot.Advice {
			asked <- q.Game.Done()
			<-answer
			return bot.Advice{OK: true, Move: game.Draw}
		}, bot.Judgement{}}
		p := personOn(t, b)
		p.say("new deal 1141")
		hinted := make(chan bot.Reply, 1)
		go func() {
			r, err := b.Handle(context.Background(), bot.Request{Player: p.player, Text: "hint"})
			if err != nil {
				t.Error(err)
			}
			hinted <- r
		}()
		if done := <-asked; done != 0 {
			t.Errorf("asked after %d steps", done)
		}
		p.expect("d", "Drawn: A♦.")
		answer <- struct{}{}
		if done := <-asked; done != 1 {
			t.Errorf("asked again after %d steps, want 1", done)
		}
		answer <- struct{}{}
		r := <-hinted
		p.has(r, "hint.move", "hint.few")
		if len(r.Board.Waste) != 1 || p.hints() != 1 {
			t.Errorf("%d cards on the waste and %d hints, want 1 and 1", len(r.Board.Waste), p.hints())
		}
	})
}

// deadEnd plays into a position in which moves are left that change nothing.
// Undoing leads out of it.
func deadEnd(t *testing.T, p *person) bot.Reply {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 5))
	for n := 1; n < 300; n++ {
		r := p.say("new draw 3 passes 1 deal " + strconv.Itoa(n) + " confirm")
		for range 120 {
			var texts []string
			for _, c := range r.Menu {
				texts = append(texts, c.Text())
			}
			if offers(r, "draw") {
				texts = append(texts, "draw")
			}
			if said(r, "game.dead") || len(texts) == 0 {
				break
			}
			r = p.say(texts[random.IntN(len(texts))])
		}
		if said(r, "game.dead") {
			return r
		}
	}
	t.Fatal("no dead end was found")
	return bot.Reply{}
}

// At a dead end the reply says so and offers the ways out; taken back, it is
// worked out anew.
func TestB38DeadEnd(t *testing.T) {
	p := newAdvised(t)
	r := deadEnd(t, p)
	if len(r.Menu) == 0 {
		t.Fatal("there is no move left, which is something else")
	}
	for _, want := range []string{"undo", "rewind", "resign"} {
		if !offers(r, want) {
			t.Errorf("%s is not offered", want)
		}
	}
	if !said(p.say("show"), "game.dead") || !said(p.say(r.Menu[0].Text()), "game.dead") {
		t.Error("it is not said again")
	}
	if r := p.say("undo 1000"); said(r, "game.dead") {
		t.Error("the deal is called a dead end")
	}
	if r := p.say("redo"); said(r, "game.dead") {
		t.Error("after the first step it is called a dead end")
	}
}

// A stock that nothing can be played from any more is not advised.
func TestB44DeadEndHasNoHint(t *testing.T) {
	p := newAdvised(t)
	deadEnd(t, p)
	r := p.say("hint")
	p.has(r, "game.dead")
	if p.hints() != 0 {
		t.Error("no hint was shown, but one is counted")
	}
}
