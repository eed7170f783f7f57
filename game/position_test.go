package game_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// The waste of a position is spread as after a full draw.
func TestAPositionsWasteIsSpreadAsAfterADraw(t *testing.T) {
	for draw, want := range map[int][]int{1: {0, 1, 1, 1, 1}, 3: {0, 1, 2, 3, 3}} {
		for n, want := range want {
			waste := strings.Fields("9C 9D 9H 9S")[:n]
			s := table(t, game.KlondikeRules(draw, 1, false), "waste: "+strings.Join(waste, " ")+" 7: *")
			if got := s.Fan(); got != want {
				t.Errorf("draw %d: %d of %d cards are spread, want %d", draw, got, n, want)
			}
		}
	}
}

func TestImpossiblePositionsAreRefused(t *testing.T) {
	twoPasses := game.KlondikeRules(1, 2, false)
	for _, tt := range []struct {
		name   string
		rules  game.Rules
		text   string
		change func(*game.Position)
		want   error
	}{
		{"a card twice", yukon, "1: * AS 2: AS", nil, game.ErrCardTwice},
		{"a card that is up", yukon, "up: 0 0 0 1 1: * AS", nil, game.ErrCardTwice},
		{"a card missing", yukon, "up: 12 13 13 13", nil, game.ErrCardCount},
		{"no card", yukon, "1: *", func(p *game.Position) { p.Piles[0].Cards[5] = 0 }, game.ErrBadCard},
		{"rank too high", yukon, "1: *", func(p *game.Position) { p.Piles[0].Cards[5] = 14 << 2 }, game.ErrBadCard},
		{"foundation too high", yukon, "up: 14 13 13 13", nil, game.ErrBadPosition},
		{"foundation below none", yukon, "up: -1 0 0 0 1: *", nil, game.ErrBadPosition},
		{"too many piles", yukon, "1: *", func(p *game.Position) { p.Piles = make([]game.PositionPile, 8) }, game.ErrCardCount},
		{"an empty pile too many", yukon, "1: *", func(p *game.Position) {
			p.Piles = append(p.Piles, game.PositionPile{})
		}, game.ErrBadPosition},
		{"too many face down", yukon, "2: #AS #2S 3S 7: *", nil, game.ErrBadPosition},
		{"the last card face down", yukon, "2: #AS 7: *", nil, game.ErrBadPosition},
		{"fewer than none face down", yukon, "1: *", func(p *game.Position) { p.Piles[3].Hidden = -1 }, game.ErrBadPosition},
		{"a stock in yukon", yukon, "1: * stock: AS", nil, game.ErrBadPosition},
		{"a waste in yukon", yukon, "1: * waste: AS", nil, game.ErrBadPosition},
		{"a pass in yukon", yukon, "1: * pass: 1", nil, game.ErrBadPosition},
		{"no pass", twoPasses, "1: * pass: 0", nil, game.ErrBadPosition},
		{"a pass too many", twoPasses, "1: * pass: 3", nil, game.ErrBadPosition},
	} {
		p := layout(t, tt.rules, tt.text)
		if tt.change != nil {
			tt.change(&p)
		}
		if _, err := game.FromPosition(tt.rules, p); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
	}
	if _, err := game.FromPosition(game.Rules{}, game.Position{}); err == nil {
		t.Error("a position without rules is taken")
	}
}

// TestFindFindsFaceUpCardsOnly checks that every face-up card is found exactly where it
// lies.
func TestFindFindsFaceUpCardsOnly(t *testing.T) {
	g := numbered(t, game.KlondikeRules(3, 0, true), 1)
	play(t, g, "d d 5>4")
	s := g.State()
	found := 0
	for _, c := range game.NewDeck() {
		p, above := s.Find(c)
		if p == 0 {
			continue
		}
		found++
		place := s.Waste()
		if p.Tableau() {
			place, _ = s.Pile(p)
		}
		if place[len(place)-1-above] != c {
			t.Errorf("%v is not %d below the top of %v", c, above, p)
		}
	}
	if found != 6+8 { // on the waste; one on each pile, and 3D turned up
		t.Errorf("%d cards are found", found)
	}
	near, err := game.FromPosition(klondikeRet, game.Position{
		Piles:       []game.PositionPile{{Cards: []game.Card{game.NewCard(game.King, game.Spades)}}},
		Foundations: [4]int{13, 13, 13, 12}, Pass: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	if p, above := near.Find(game.NewCard(3, game.Hearts)); p != game.FoundationOf(game.Hearts) || above != 10 {
		t.Errorf("3H lies on %v under %d cards", p, above)
	}
}

// TestPlayStopsAtTheFirstIllegalMove checks that a line does the same as its moves one by
// one, and stops at the first illegal one.
func TestPlayStopsAtTheFirstIllegalMove(t *testing.T) {
	s := numbered(t, game.KlondikeRules(3, 0, true), 1).State()
	var line []game.Move
	for _, text := range []string{"d", "5>4", "d", "r", "d"} {
		line = append(line, move(t, text))
	}
	end, made, err := s.Play(line)
	if refused, ok := errors.AsType[*game.MoveError](err); made != 3 || !ok || refused.Move != game.TurnOver {
		t.Errorf("%d moves, %v; want 3 and the refused turn-over", made, err)
	}
	want := s
	for _, m := range line[:3] {
		want, _, _ = want.Apply(m)
	}
	if end != want {
		t.Error("another position than move by move")
	}
}
