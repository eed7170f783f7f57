package game_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

func FuzzUnmarshalBinary(f *testing.F) {
	f.Add([]byte{})
	f.Add(encoded(f, goldenGame(f)))
	for _, won := range wonGames() {
		g := numbered(f, won.rules, won.number)
		f.Add(encoded(f, g))
		play(f, g, won.line)
		f.Add(encoded(f, g))
		g.Undo(40)
		f.Add(encoded(f, g))
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		unmarshal(t, stored)
		if len(stored) > 4 {
			unmarshal(t, sealed(stored[:len(stored)-4]))
		}
	})
}

// unmarshal parses a stored game. It must fail with one of the documented errors, or
// return a game that can be played, undone and stored.
func unmarshal(t *testing.T, stored []byte) {
	t.Helper()
	var g game.Game
	if err := g.UnmarshalBinary(stored); err != nil {
		if !slices.ContainsFunc([]error{game.ErrDamaged, game.ErrVersion, game.ErrDiverged}, func(want error) bool {
			return errors.Is(err, want)
		}) {
			t.Fatalf("the error is none of those promised: %v", err)
		}
		return
	}
	again := encoded(t, &g)
	if loaded := reload(t, &g); !sameGame(loaded, &g) || !bytes.Equal(encoded(t, loaded), again) {
		t.Fatal("what was read is stored as another game")
	}
	s := g.State()
	if err := faults(&s); err != nil {
		t.Fatal(err)
	}
	g.Restart()
	if s, err := game.Deal(g.Rules(), g.Deck()); err != nil || g.State() != s {
		t.Fatalf("undoing everything does not give the deal: %v", err)
	}
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"d", "r", "w>5", "w>f", "3>5:2", "3>5:1", "3>f", "fh>4", "w>fh", "7>7:99", "3>5:02", "f>1", "1>", ":"} {
		f.Add(text)
	}
	s, err := game.Deal(game.KlondikeRules(1, 1, true), game.Numbered(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := game.ParseMove(text)
		if err != nil {
			if !errors.Is(err, game.ErrUnreadable) || m != (game.Move{}) {
				t.Fatalf("%q: %+v, %v", text, m, err)
			}
			return
		}
		if got := m.String(); got != strings.TrimSuffix(text, ":1") {
			t.Errorf("%q is read and written as %q", text, got)
		}
		if again, err := game.ParseMove(m.String()); err != nil || again != m {
			t.Errorf("%q: %+v is written as %v and read as %+v, %v", text, m, m, again, err)
		}
		if reason := engineRefusal(&s, m); reason == string(game.Unreadable) {
			t.Errorf("%q can be read, but %+v is refused as %s", text, m, reason)
		}
	})
}

// The cards of FuzzFromPosition are in the order of piles, stock and waste.
const (
	nextPlace = 0xff
	faceDown  = 0x80
)

func FuzzFromPosition(f *testing.F) {
	for _, won := range wonGames() {
		for _, after := range []int{0, 30, 60, 200} {
			g := numbered(f, won.rules, won.number)
			words := strings.Fields(won.line)
			play(f, g, strings.Join(words[:min(after, len(words))], " "))
			s := g.State()
			p := s.Position()
			up := make([]byte, game.Suits)
			for suit, n := range p.Foundations {
				up[suit] = byte(n)
			}
			r := s.Rules()
			f.Add(r.HasStock(), r.Ranks, r.Piles, r.Draw, r.Passes, p.Pass, up, placesOf(p))
		}
	}
	f.Fuzz(func(t *testing.T, stock bool, ranks, piles, draw, passes, pass int, up, places []byte) {
		r := game.YukonRules(true)
		if stock {
			r = game.KlondikeRules(draw, passes, true)
		}
		r.Ranks, r.Piles = ranks, piles
		p := positionOf(min(max(piles, 0), 20), up, places)
		p.Pass = pass
		s, err := game.FromPosition(r, p)
		if err != nil {
			return
		}
		if err := faults(&s); err != nil {
			t.Fatal(err)
		}
		if again, err := game.FromPosition(r, s.Position()); err != nil || again != s {
			t.Fatalf("%s comes back as %s, %v", engineTable(&s), engineTable(&again), err)
		}
		if v := s.View(); v.Won != s.Won() || v.TotalUp() != s.TotalUp() || len(v.Piles) != r.Piles {
			t.Fatalf("the view is %+v", v)
		}
	})
}

func placesOf(p game.Position) (places []byte) {
	for _, pile := range p.Piles {
		for i, c := range pile.Cards {
			if i < pile.Hidden {
				c |= faceDown
			}
			places = append(places, byte(c))
		}
		places = append(places, nextPlace)
	}
	for _, cards := range [][]game.Card{p.Stock, p.Waste} {
		for _, c := range cards {
			places = append(places, byte(c))
		}
		places = append(places, nextPlace)
	}
	return places
}

func positionOf(piles int, up, places []byte) game.Position {
	p := game.Position{Piles: make([]game.PositionPile, piles)}
	for suit, n := range up[:min(len(up), game.Suits)] {
		p.Foundations[suit] = int(int8(n))
	}
	for i, place := range bytes.Split(places, []byte{nextPlace}) {
		var cards []game.Card
		hidden := 0
		for _, b := range place {
			if b >= faceDown {
				hidden++
			}
			if b != faceDown { // a face-down place without a card
				cards = append(cards, game.Card(b&^faceDown))
			}
		}
		switch {
		case i < piles:
			p.Piles[i] = game.PositionPile{Cards: cards, Hidden: hidden}
		case i == piles:
			p.Stock = cards
		case i == piles+1:
			p.Waste = cards
		}
	}
	return p
}
