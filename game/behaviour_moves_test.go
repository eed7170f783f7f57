package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

var (
	klondike    = game.KlondikeRules(1, 1, false)
	klondikeRet = game.KlondikeRules(1, 1, true)
	yukon       = game.YukonRules(false)
	yukonRet    = game.YukonRules(true)
)

func TestB17AnyGroupMovesInYukonOnly(t *testing.T) {
	const text = "1: 9C 4D KS 8H 2: TH 7: *" // 9C lies under three cards that follow no order
	refuses(t, table(t, klondike, text), "1>2:4", game.NotARun)
	s := table(t, yukon, text)
	refuses(t, s, "1>2:4", "")
	apply(t, &s, "1>2:4")
	if cards, _ := s.Pile(2); names(cards) != "TH 9C 4D KS 8H" {
		t.Errorf("the group lies as %s", names(cards))
	}
}

func TestB18TheWholeRunIsChecked(t *testing.T) {
	for _, tt := range []struct {
		run  string
		want game.Reason
	}{
		{"9C 8D 7S 6H", ""},
		{"9C 8S 7D 6S", game.NotARun}, // colour, at the bottom
		{"9C 8D 7H 6S", game.NotARun}, // colour, in the middle
		{"9C 8D 7S 6C", game.NotARun}, // colour, at the top
		{"9C 7D 6S 5H", game.NotARun}, // a rank too low
		{"9C 8D 7S 7H", game.NotARun}, // the same rank
		{"9C 8D 7S 8H", game.NotARun}, // upwards
		{"9C KD QS JH", game.NotARun},
	} {
		refuses(t, table(t, klondike, fmt.Sprintf("1: %s 2: TH 7: *", tt.run)), "1>2:4", tt.want)
	}
}

func TestB19AnEmptyFoundationTakesOnlyAces(t *testing.T) {
	for _, r := range []game.Rules{klondike, yukon} {
		for _, c := range game.NewDeck() {
			want := game.FoundationOrder
			if c.Rank() == game.Ace {
				want = ""
			}
			refuses(t, table(t, r, fmt.Sprintf("1: %v 7: *", c)), "1>f", want)
		}
	}
}

func TestB20OnlyUncoveredCardsGoUp(t *testing.T) {
	for _, r := range []game.Rules{klondike, yukon} {
		s := table(t, r, "1: AC 2H 7: *")
		refuses(t, s, "1>f:2", game.Covered)
		refuses(t, s, "1>f", game.FoundationOrder)
		refuses(t, table(t, r, "1: 2H AC 7: *"), "1>f", "")
	}
	s := table(t, klondike, "waste: AC 2H 7: *")
	refuses(t, s, "w>f", game.FoundationOrder)
	refuses(t, s, "w>f:2", game.TooMany)
}

func TestB21LegalityDependsOnTheStateOnly(t *testing.T) {
	along(t, func(t *testing.T, g *game.Game, _ game.Move) {
		before := g.State()
		want := engineMoves(&before)
		for m := range before.Moves() {
			play(t, g, m.String())
			g.Undo(1)
			if after := g.State(); !slices.Equal(engineMoves(&after), want) {
				t.Fatalf("after %v and its undo %s is legal, before it was %s", m, engineMoves(&after), want)
			}
		}
	})
}

func TestB22APileTakesNothingOfItself(t *testing.T) {
	for _, r := range []game.Rules{klondikeRet, yukonRet} {
		g := numbered(t, r, 22)
		before := g.State()
		for _, text := range []string{"7>7", "7>7:2", "2>2", "fh>f"} {
			refuses(t, before, text, game.SamePile)
			if e, err := g.Do(move(t, text)); err == nil {
				t.Errorf("%s is done: %+v", text, e)
			}
		}
		if g.State() != before || g.Begun() {
			t.Error("a move on to its own pile changed something")
		}
	}
}

func TestB23NothingGoesOnAnAce(t *testing.T) {
	for _, r := range []game.Rules{klondikeRet, yukonRet} {
		for _, c := range game.NewDeck() {
			if c.String() != "AH" {
				refuses(t, table(t, r, fmt.Sprintf("1: AH 2: %v 7: *", c)), "2>1", game.OnAce)
			}
			if c.String() == "KS" {
				continue
			}
			want := game.WrongRank
			if c.Rank() == game.Ace {
				want = game.OnAce
			}
			refuses(t, table(t, r, fmt.Sprintf("1: %v 2: KS 7: *", c)), "2>1", want)
			if c.Suit() != game.Spades && c.Rank() > game.Ace {
				refuses(t, table(t, r, fmt.Sprintf("up: 0 0 0 13 1: %v 7: *", c)), "1>f", game.FoundationOrder)
			}
		}
	}
}

func TestB24PartOfARunMoves(t *testing.T) {
	for _, r := range []game.Rules{klondike, yukon} {
		for move, rest := range map[string]string{"1>3": "KS QH JS", "1>2:2": "KS QH", "1>4:3": "KS"} {
			s := table(t, r, "1: KS QH JS TH 2: QD 3: JC 4: KC 7: *")
			refuses(t, s, move, "")
			apply(t, &s, move)
			if cards, _ := s.Pile(1); names(cards) != rest {
				t.Errorf("%s leaves %s, want %s", move, names(cards), rest)
			}
		}
	}
}

func TestB25OnlyKingsGoOnEmptyColumns(t *testing.T) {
	for _, r := range choosableRules() {
		for _, c := range game.NewDeck() {
			want := game.NeedsKing
			if c.Rank() == game.King {
				want = ""
			}
			refuses(t, table(t, r, fmt.Sprintf("1: %v 7: *", c)), "1>2", want)
		}
	}
}

// At draw 3 this line wins the deck. Every win of it takes a card back to the pile that
// the card went up from.
const (
	straightBackDeck = "AC 6C AD AH KH KD KC 2C 5C AS 5H 4D KS 2H 4H 3H 3D 6D 3C 3S 2D 5D 2S 4C 5S 6S 6H 4S QC QD QH QS JC " +
		"JD JH JS TC TD TH TS 9C 9D 9H 9S 8C 8D 8H 8S 7C 7D 7H 7S"
	straightBackLine = "1>f 2>f 4>f fc>4 3>4 4>3:3 4>f 4>f 3>f 5>f 5>f 5>f 7>f 5>2 3>f 3>f 2>f 7>f 7>f 6>f 6>f 3>f 3>f 6>f " +
		"6>f 6>f 2>f 7>f 7>f 7>1 d d d d d d d w>f d w>f w>f w>f w>f w>f w>f w>f w>f w>f w>f w>f w>f w>f w>f " +
		"w>f w>f w>f w>f w>f w>f 1>f w>f 5>f w>f 6>f w>f 7>f"
)

func TestB26ACardMayGoStraightBack(t *testing.T) {
	deck := engineCards(t, strings.Fields(straightBackDeck))
	g := newGame(t, game.KlondikeRules(3, 1, true), deck, game.Origin{})
	if !play(t, g, straightBackLine).Won {
		t.Error("the line with a card straight back does not win")
	}
	g = newGame(t, game.KlondikeRules(3, 1, false), deck, game.Origin{})
	play(t, g, "1>f 2>f 4>f")
	refuses(t, g.State(), "fc>4", game.NoReturn)

	for _, r := range []game.Rules{klondikeRet, yukonRet} {
		s := table(t, r, "up: 0 0 2 0 2: #9D 4S 3H 7: *")
		before := s.Position()
		apply(t, &s, "2>f")
		apply(t, &s, "fh>2")
		if after := s.Position(); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%v: straight back gives %v, want %v", r, after, before)
		}
	}
}

func TestB27EveryCardIsThereOnce(t *testing.T) {
	along(t, func(t *testing.T, g *game.Game, next game.Move) {
		for _, operation := range []struct {
			name string
			do   func(*game.Game)
		}{
			{"do", func(g *game.Game) { play(t, g, next.String()) }},
			{"undo", func(g *game.Game) { g.Undo(2) }},
			{"redo", func(g *game.Game) { g.Undo(2); g.Redo() }},
			{"load", func(g *game.Game) { *g = *reload(t, g) }},
			{"finish", func(g *game.Game) {
				s := g.State()
				moves, _ := s.Finish()
				for _, m := range moves {
					play(t, g, m.String())
				}
			}},
			{"restart", func(g *game.Game) { g.Restart() }},
		} {
			copied := reload(t, g)
			operation.do(copied)
			s := copied.State()
			if err := oncePlaced(&s); err != nil {
				t.Fatalf("after %s at step %d: %v", operation.name, len(g.Steps()), err)
			}
		}
	})
}

// oncePlaced checks that every card of a game is in exactly one place.
func oncePlaced(s *game.State) error {
	p := s.Position()
	cards := slices.Concat(p.Stock, p.Waste)
	for _, pile := range p.Piles {
		cards = slices.Concat(cards, pile.Cards)
	}
	for suit, up := range p.Foundations {
		for rank := game.Ace; rank <= up; rank++ {
			cards = append(cards, game.NewCard(rank, game.Suit(suit)))
		}
	}
	return game.Deck(cards).Check(s.Rules())
}
