package bot_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/persist"
)

// Two games that differ only in unseen cards get equal replies and completions after
// any moves, until one of those cards is turned up.
func TestRepliesDoNotDependOnHiddenCards(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	compared, completed := 0, 0
	sets := []game.Rules{
		game.KlondikeRules(1, 1, true), game.KlondikeRules(3, 3, false), game.YukonRules(true),
		reduced(1, 1), reduced(3, 0), reduced(3, 2),
	}
	for n := range 180 {
		r := sets[n%len(sets)]
		one := deckOf(r, n+1)
		other := gametest.Twin(t, r, one, random)
		a, b := bottest.NewPerson(t), bottest.NewPerson(t)
		seat(a, r, one)
		seat(b, r, other)
		for range 60 {
			for range 6 {
				typed := anyPrefix(random)
				labelsA, textsA := complete(a, typed)
				labelsB, textsB := complete(b, typed)
				if !slices.Equal(labelsA, labelsB) || !slices.Equal(textsA, textsB) {
					t.Fatalf("deal %d, %q: the completions differ:\n%q\n%q", n+1, typed, labelsA, labelsB)
				}
				completed += len(textsA)
			}
			text := anyCommand(random)
			ra, rb := a.Say(text), b.Say(text)
			if !reflect.DeepEqual(ra.Board, rb.Board) {
				break // a card that differs was turned up
			}
			if !reflect.DeepEqual(ra, rb) {
				t.Fatalf("deal %d, %q: the replies differ:\n%+v\n%+v", n+1, text, ra, rb)
			}
			compared++
		}
	}
	if compared < 500 || completed < 500 {
		t.Errorf("compared %d replies and %d completions, want 500 or more of each", compared, completed)
	}
}

func TestHintsDoNotDependOnHiddenCards(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	compared := 0
	for n := range 18 {
		r := []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 0, true), game.YukonRules(false)}[n%3]
		one := game.Numbered(n + 1)
		a, b := bottest.Advised(t), bottest.Advised(t)
		seat(a, r, one)
		seat(b, r, gametest.Twin(t, r, one, random))
		for range 12 {
			ra, rb := a.Say("hint"), b.Say("hint")
			if !reflect.DeepEqual(ra, rb) {
				t.Fatalf("deal %d: the hints differ:\n%s\n%s", n+1, a.Text(ra), b.Text(rb))
			}
			compared++
			if !bottest.Said(ra, "hint.move") {
				break
			}
			text := ra.Actions[0][0].Text
			if ra, rb = a.Say(text), b.Say(text); !reflect.DeepEqual(ra.Board, rb.Board) {
				break // a card that differs was turned up
			}
		}
	}
	if compared < 18 {
		t.Errorf("compared %d hints, want 18 or more", compared)
	}
}

// reduced returns the rules of a game with few cards, whose end random play soon reaches.
func reduced(draw, passes int) game.Rules {
	r := game.KlondikeRules(draw, passes, true)
	r.Ranks, r.Piles = 4, 2
	return r
}

// deckOf returns a deal's deck without the cards that a reduced game lacks.
func deckOf(r game.Rules, number int) game.Deck {
	return slices.DeleteFunc(game.Numbered(number), func(c game.Card) bool { return c.Rank() > r.Ranks })
}

// seat stores a game of a deck as the person's current one.
func seat(p *bottest.Person, r game.Rules, d game.Deck) {
	p.T.Helper()
	g, err := game.New(r, d, game.Origin{})
	if err != nil {
		p.T.Fatal(err)
	}
	data, err := g.MarshalBinary()
	if err != nil {
		p.T.Fatal(err)
	}
	rec := persist.Record{Current: "g", Games: []persist.Game{{ID: "g", Kind: "free", Version: 1, Data: data}}}
	if err := p.Bot.Store.Commit(context.Background(), persist.Change{Player: p.Player, Record: rec}); err != nil {
		p.T.Fatal(err)
	}
	p.Bot.Now = bottest.Clock()
}

// anyPrefix returns some moves and the beginning of another, as typed when a platform
// asks for completions.
func anyPrefix(random *rand.Rand) string {
	places := []string{"1", "2", "3", "4", "5", "6", "7", "w", "f"}
	place := func() string { return places[random.IntN(len(places))] }
	text := ""
	for range random.IntN(4) {
		if random.IntN(2) == 0 {
			text += "d, "
		} else {
			text += place() + " " + place() + ", "
		}
	}
	return text + []string{"", "", place(), "d"}[random.IntN(4)]
}

func anyCommand(random *rand.Rand) string {
	places := []string{"1", "2", "3", "4", "5", "6", "7", "w", "f", "fh", "9h", "ks", "2c", "10d", "ah"}
	place := func() string { return places[random.IntN(len(places))] }
	switch random.IntN(12) {
	case 0:
		return []string{"move", "show", "more", "help", "rules", "my-data", "finish", "undo", "redo", "restart", "resign", "new"}[random.IntN(12)]
	case 1:
		return "d"
	case 2:
		return place()
	}
	return place() + " " + place()
}
