package bot_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// TestRepliesHideCards plays two games whose decks differ only in cards that
// are not shown yet. Until one of those comes up, every reply is the same:
// board, lines, buttons, menu, refusals and files.
func TestRepliesHideCards(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for n := range 60 {
		r := []game.Rules{game.KlondikeRules(1, 1, true), game.KlondikeRules(3, 3, false), game.YukonRules(true)}[n%3]
		one := game.Numbered(n + 1)
		other := twin(r, one, random)
		a, b := newPerson(t), newPerson(t)
		a.seat(r, one)
		b.seat(r, other)
		for range 40 {
			text := anyCommand(random)
			ra, rb := a.say(text), b.say(text)
			if !reflect.DeepEqual(ra.Board, rb.Board) {
				break // a card that differs was turned up
			}
			if offers(ra, "finish") || offers(rb, "finish") {
				break // which depends on the stock, by design
			}
			if !reflect.DeepEqual(ra, rb) {
				t.Fatalf("deal %d, %q: the replies differ:\n%+v\n%+v", n+1, text, ra, rb)
			}
			compared++
		}
	}
	if compared < 500 {
		t.Errorf("only %d replies were compared", compared)
	}
}

// twin returns a deck with the unseen cards of a fresh deal in another order.
func twin(r game.Rules, d game.Deck, random *rand.Rand) game.Deck {
	state, err := game.Deal(r, d)
	if err != nil {
		panic(err)
	}
	var hidden []int
	for i, c := range d {
		if p, _ := state.Find(c); p == 0 {
			hidden = append(hidden, i)
		}
	}
	other := slices.Clone(d)
	for i, j := range random.Perm(len(hidden)) {
		other[hidden[i]] = d[hidden[j]]
	}
	return other
}

// seat stores a game of a deck as the person's.
func (p *person) seat(r game.Rules, d game.Deck) {
	p.t.Helper()
	g, err := game.New(r, d, game.Origin{})
	if err != nil {
		p.t.Fatal(err)
	}
	data, err := g.MarshalBinary()
	if err != nil {
		p.t.Fatal(err)
	}
	rec := persist.Record{Current: "g", Games: []persist.Game{{ID: "g", Kind: "free", Version: 1, Data: data}}}
	if err := p.bot.Store.Commit(context.Background(), persist.Change{Player: p.player, Record: rec}); err != nil {
		p.t.Fatal(err)
	}
	p.bot.Now = clock()
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
