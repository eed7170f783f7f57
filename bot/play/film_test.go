package play_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
)

// painting returns a world whose platforms can show pictures.
func painting(t testing.TB) *bottest.World {
	t.Helper()
	w := bottest.NewWorld(t)
	w.Bot.Pictures = true
	return w
}

func TestAFilmShowsEveryStepOfAWonGame(t *testing.T) {
	w := painting(t)
	ann := w.Member("ann")
	ann.Has(ann.Say("show film"), "game.none")
	ann.Say("new deal 1141 passes unlimited")
	ann.Has(ann.Say("show film"), "film.not-won")
	won := winCurrent(ann)
	if !won.Board.Won || !bottest.Offers(won, "show film") {
		t.Fatalf("after the win: got the buttons %v, want one for the film", won.Actions)
	}
	r := ann.Say("show film")
	ann.Has(r, "film.alt")
	if r.Show == nil || r.Board != nil || r.Show.Alt.Key != "film.alt" {
		t.Fatalf("got %+v, want a film with its alternative text", r.Show)
	}
	film := r.Show.Film
	if n := ann.Results()[0].Moves; len(film) < n+1 {
		t.Errorf("got %d views, want more than the %d moves", len(film), n)
	}
	if first, last := film[0], film[len(film)-1]; first.TotalUp() != 0 || !last.Won {
		t.Errorf("got a film from %d cards up to %d, want it from the deal to the win", first.TotalUp(), last.TotalUp())
	}
	ann.Say("settings pictures off")
	ann.Has(ann.Say("show film"), "film.off")
}

// winCurrent plays the person's current game to a win. It takes the cards from the store.
func winCurrent(p *bottest.Person) bot.Reply {
	p.T.Helper()
	_, g := p.Current()
	line, ok := bottest.NewSolver().Win(context.Background(), g.State(), time.Minute)
	if !ok {
		p.T.Fatal("this deal can't be won")
	}
	return p.Play(line)
}

// It still ends with the win.
func TestTheFilmOfALongGameIsShortened(t *testing.T) {
	w := painting(t)
	ann := w.Member("ann")
	ann.Say("new deal 1141 passes unlimited")
	back := strings.Repeat("d, ", 23) + "d, d"
	for range 40 { // whole passes through the stock
		ann.Say("move " + back)
	}
	winCurrent(ann)
	film := ann.Say("show film").Show.Film
	if n := len(film); n < 200 || n > 402 || !film[n-1].Won {
		t.Errorf("got %d views, want 200 to 402 that end with the win", n)
	}
}

// Others may still play the deal, so practice has no film either.
func TestFilmsOfADailyWaitForTheReveal(t *testing.T) {
	w := painting(t)
	ann := w.Member("ann")
	ann.Say("daily")
	if won := ann.Wins(30, bottest.Klondike()); !won.Board.Won || bottest.Offers(won, "show film") {
		t.Errorf("the film is offered too early: %v", won.Actions)
	}
	early := func() {
		t.Helper()
		r := ann.Say("show film")
		ann.Has(r, "film.too-early")
		if r.Show != nil {
			t.Error("the film is shown too early")
		}
	}
	early()
	ann.Say("daily practice")
	ann.Wins(30, bottest.Klondike())
	early()
	w.At(31, "11:59:59")
	early()
	w.At(31, "12:00:00")
	if r := ann.Say("show film"); r.Show == nil {
		t.Errorf("the next day: got %s, want the film", ann.Text(r))
	}
}

func TestFilmsOfAChallengeWaitForItsEnd(t *testing.T) {
	w := painting(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	acceptWinnable(w, ann, bob)
	if won := winCurrent(ann); bottest.Offers(won, "show film") {
		t.Errorf("the film is offered too early: %v", won.Actions)
	}
	ann.Has(ann.Say("show film"), "film.too-early")
	ann.Say("again")
	winCurrent(ann)
	ann.Has(ann.Say("show film"), "film.too-early")
	w.Now = w.Now.Add(25 * time.Hour)
	if r := ann.Say("show film"); r.Show == nil {
		t.Errorf("after the challenge: got %s, want the film", ann.Text(r))
	}
}

// acceptWinnable makes ann challenge bob to a winnable deal, and accepts it for her.
// Deals of challenges are random, so it tries several, one after the other.
func acceptWinnable(w *bottest.World, ann, bob *bottest.Person) {
	w.T.Helper()
	for range 50 {
		open := ann.Say("challenge <@bob> draw 1 passes unlimited return yes", bob)
		r := ann.Say(bottest.Find(open, "button.challenge-accept"))
		_, g := ann.Current()
		state, err := game.Deal(r.Board.Rules, g.Deck())
		if err != nil {
			w.T.Fatal(err)
		}
		if _, ok := bottest.NewSolver().Win(context.Background(), state, time.Minute); ok {
			return
		}
		ann.Say("d")
		ann.Yes(ann.Say("resign"))
		bob.Say(bottest.Find(open, "button.challenge-decline"))
	}
	w.T.Fatal("none of 50 deals can be won")
}
