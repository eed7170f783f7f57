package play_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/persist"
)

// The button is there if and only if the command would win (B43).
func TestFinishIsOfferedWhenItWorks(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 1141")
	moves := strings.Split(lineKlondike, ", ")
	offered := 0
	for _, m := range moves {
		r := p.Say(m)
		works := !r.Board.Won && finishes(p)
		if bottest.Offers(r, "finish") != works {
			t.Fatalf("after %s: offered %v, works %v", m, bottest.Offers(r, "finish"), works)
		}
		if works {
			offered++
		}
	}
	if offered == 0 {
		t.Fatal("finish was never offered")
	}
}

// finishes reports whether the command wins a copy of the game.
func finishes(p *bottest.Person) bool {
	rec, err := p.Bot.Store.Load(context.Background(), p.Player)
	if err != nil {
		p.T.Fatal(err)
	}
	other := *p
	other.Player.User = "copy"
	old, _ := p.Bot.Store.Load(context.Background(), other.Player)
	rec.Version, rec.Games[0].ID = old.Version, "copy"+strconv.Itoa(int(old.Version))
	rec.Current = rec.Games[0].ID
	if err := p.Bot.Store.Commit(context.Background(), persist.Change{Player: other.Player, Record: rec}); err != nil {
		p.T.Fatal(err)
	}
	return other.Say("finish").Board.Won
}

func TestFinishIsOneCommitWithOneResult(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 1141")
	p.Expect("finish", "Can't auto-finish yet")
	moves := strings.Split(lineKlondike, ", ")
	for i, m := range moves {
		if r := p.Say(m); bottest.Offers(r, "finish") {
			done := p.Tap(r, "finish")
			p.Has(done, "finish.done", "game.won", "game.won-in")
			if done.Ref.Version != r.Ref.Version+1 {
				t.Error("finish made more than one commit")
			}
			if got := p.Results(); len(got) != 1 || got[0].Moves < i {
				t.Errorf("got the results %+v, want one win", got)
			}
			return
		}
	}
	t.Fatal("finish was never offered")
}
