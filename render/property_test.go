package render_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// playout draws rules and a deal, plays random moves, and visits every position on the
// way. It returns the deck and the moves.
func playout(t *rapid.T, look func(game.State)) (game.Rules, game.Deck, []game.Move) {
	rules := rapid.SampledFrom([]game.Rules{
		drawOne(), drawThree(), yukon(), game.YukonRules(true),
		game.KlondikeRules(1, 0, true), game.KlondikeRules(3, 0, true), game.KlondikeRules(5, 2, false), game.KlondikeRules(24, 0, false),
	}).Draw(t, "rules")
	deck := game.Numbered(rapid.IntRange(1, game.MaxNumber).Draw(t, "deal"))
	s, err := game.Deal(rules, deck)
	if err != nil {
		t.Fatal(err)
	}
	look(s)
	var made []game.Move
	for range rapid.IntRange(0, 150).Draw(t, "steps") {
		moves := slices.Collect(s.Moves())
		if len(moves) == 0 {
			break
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		if s, _, err = s.Apply(m); err != nil {
			t.Fatal(err)
		}
		made = append(made, m)
		look(s)
	}
	return rules, deck, made
}

// A drawn board can be read back from its cells alone, which gives the view: every
// visible card once and in its place, and nothing else.
func TestDrawnBoardReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		playout(t, func(s game.State) {
			v := s.View()
			for _, style := range []render.Style{render.Unicode, render.ASCII} {
				board := render.Board(v, style, nil)
				checkLines(t, board)
				got := mustRead(t, board, v.Rules.HasStock())
				if diff := cmp.Diff(expect(v, style), got); diff != "" {
					t.Fatalf("read back (-want +got):\n%s\n%s", diff, board)
				}
			}
		})
	})
}

// checkLines checks what the platforms require of every line.
func checkLines(t rapid.TB, board string) {
	t.Helper()
	if strings.ContainsAny(board, "\uFE0E\uFE0F\t\r`") {
		t.Fatalf("a character that breaks columns or the fence:\n%q", board)
	}
	for line := range strings.SplitSeq(board, "\n") {
		if strings.TrimRight(line, " ") != line || line == "" {
			t.Fatalf("line %q is empty or ends in a space", line)
		}
		if n := utf8.RuneCountInString(line); n > render.Width {
			t.Fatalf("line %q takes %d cells", line, n)
		}
	}
}

// Every visible card is named once, and no other.
func TestTextNamesVisibleCards(t *testing.T) {
	words := newEnglish()
	rapid.Check(t, func(t *rapid.T) {
		playout(t, func(s game.State) {
			v := s.View()
			board := render.Board(v, render.Text, words)
			seen := visible(v)
			for _, c := range game.NewDeck() {
				want := 0
				if seen[c] {
					want = 1
				}
				if got := strings.Count(board, render.Name(c, words)); got != want {
					t.Fatalf("%v is named %d times, want %d:\n%s", c, got, want, board)
				}
			}
		})
	})
}

// visible returns the cards that can be seen: the piles' face-up ones, the fan, and the
// tops of the foundations.
func visible(v game.View) map[game.Card]bool {
	cards := slices.Clone(v.Waste[len(v.Waste)-v.Fan:])
	for _, p := range v.Piles {
		cards = append(cards, p.Up...)
	}
	for suit, up := range v.Foundations {
		if up > 0 {
			cards = append(cards, game.NewCard(up, game.Suit(suit)))
		}
	}
	seen := map[game.Card]bool{}
	for _, c := range cards {
		seen[c] = true
	}
	return seen
}

// Two games that differ only in cards never shown give identical boards.
func TestHiddenCardsDoNotShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var last game.State
		rules, deck, moves := playout(t, func(s game.State) { last = s })
		twin, err := game.Deal(rules, permuted(t, deck, unseen(last)))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range moves {
			if twin, _, err = twin.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
		for _, style := range render.Styles() {
			want, got := render.Board(last.View(), style, newEnglish()), render.Board(twin.View(), style, newEnglish())
			if want != got {
				t.Fatalf("hidden cards show (-one +other):\n%s", cmp.Diff(want, got))
			}
		}
		if diff := cmp.Diff(render.Tiled(last.View(), false), render.Tiled(twin.View(), false)); diff != "" {
			t.Fatalf("hidden cards show in tiles (-one +other):\n%s", diff)
		}
	})
}

// unseen returns the cards that weren't shown up to this position.
func unseen(s game.State) []game.Card {
	var cards []game.Card
	if s.Pass() == 1 {
		cards = s.Stock()
	}
	for p := game.Pile(1); p.Tableau(); p++ {
		pile, hidden := s.Pile(p)
		cards = append(cards, pile[:hidden]...)
	}
	return cards
}

// permuted returns the deck with some of its cards in another order.
func permuted(t *rapid.T, deck game.Deck, cards []game.Card) game.Deck {
	becomes := map[game.Card]game.Card{}
	for i, c := range rapid.Permutation(cards).Draw(t, "order") {
		becomes[cards[i]] = c
	}
	other := slices.Clone(deck)
	for i, c := range other {
		if to, ok := becomes[c]; ok {
			other[i] = to
		}
	}
	return other
}
