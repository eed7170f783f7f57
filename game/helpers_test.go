package game_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// choosableRules returns the rule sets that people choose most.
func choosableRules() []game.Rules {
	var sets []game.Rules
	for _, ret := range []bool{false, true} {
		sets = append(sets, game.YukonRules(ret))
		for _, draw := range []int{1, 3} {
			for _, passes := range []int{1, 3, 0} {
				sets = append(sets, game.KlondikeRules(draw, passes, ret))
			}
			sets = append(sets, vegasRules(draw, ret))
		}
	}
	return sets
}

// vegasRules returns the rules with vegas scoring, which sets the passes.
func vegasRules(draw int, ret bool) game.Rules {
	r := game.KlondikeRules(draw, draw, ret)
	r.Scoring = game.Vegas
	return r
}

// wonGame is a numbered deal with a winning line.
type wonGame struct {
	rules  game.Rules
	number int
	line   string
}

func wonGames() []wonGame {
	return []wonGame{
		{game.KlondikeRules(1, 1, false), 323, win323},
		{game.KlondikeRules(3, 1, false), 1024, win1024},
		{vegasRules(3, true), 1024, win1024},
		{game.YukonRules(false), 37, win37},
	}
}

// along plays the won games and calls visit before each of their steps.
func along(t *testing.T, visit func(t *testing.T, g *game.Game, next game.Move)) {
	t.Helper()
	for _, won := range wonGames() {
		t.Run(won.rules.String(), func(t *testing.T) {
			g := numbered(t, won.rules, won.number)
			for _, word := range strings.Fields(won.line) {
				visit(t, g, move(t, word))
				play(t, g, word)
			}
			if s := g.State(); !s.Won() {
				t.Error("the line does not win")
			}
		})
	}
}

func numbered(tb testing.TB, r game.Rules, n int) *game.Game {
	tb.Helper()
	return newGame(tb, r, game.Numbered(n), game.Origin{Generator: game.Generator, Number: n})
}

func newGame(tb testing.TB, r game.Rules, d game.Deck, o game.Origin) *game.Game {
	tb.Helper()
	g, err := game.New(r, d, o)
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

// stacked returns a full deck in which the triangle and the rest begin with the given
// cards. The other cards fill the gaps.
func stacked(tb testing.TB, triangle, rest string) game.Deck {
	tb.Helper()
	first, later := strings.Fields(triangle), strings.Fields(rest)
	var others []string
	for _, c := range game.NewDeck() {
		if !slices.Contains(first, c.String()) && !slices.Contains(later, c.String()) {
			others = append(others, c.String())
		}
	}
	gap := 28 - len(first)
	return engineCards(tb, slices.Concat(first, others[:gap], later, others[gap:]))
}

// play makes legal steps and returns the effect of the last one.
func play(tb testing.TB, g *game.Game, line string) (last game.Effect) {
	tb.Helper()
	for _, word := range strings.Fields(line) {
		var err error
		if last, err = g.Do(move(tb, word)); err != nil {
			tb.Fatalf("step %d: %v", len(g.Steps())+1, err)
		}
	}
	return last
}

// apply makes a legal move in a position.
func apply(tb testing.TB, s *game.State, text string) game.Effect {
	tb.Helper()
	next, e, err := s.Apply(move(tb, text))
	if err != nil {
		tb.Fatal(err)
	}
	*s = next
	return e
}

// refuses checks that a move is refused for a reason, changes nothing and isn't in the
// list of moves. An empty reason means that the move must be legal and in the list.
func refuses(tb testing.TB, s game.State, text string, want game.Reason) {
	tb.Helper()
	m := move(tb, text)
	if got := engineRefusal(&s, m); got != string(want) {
		tb.Errorf("%s in %s: refused as %q, want %q", text, engineTable(&s), got, want)
	}
	if slices.Contains(slices.Collect(s.Moves()), m) != (want == "") {
		tb.Errorf("%s in %s: refused as %q, but the list of moves says otherwise", text, engineTable(&s), want)
	}
	if next, e, err := s.Apply(m); err != nil && (next != s || e != game.Effect{}) {
		tb.Errorf("%s in %s is refused and yet changes something", text, engineTable(&s))
	}
}

func move(tb testing.TB, text string) game.Move {
	tb.Helper()
	m, err := game.ParseMove(text)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// names writes cards in their two letters.
func names(cards []game.Card) string {
	words := make([]string, 0, len(cards))
	for _, c := range cards {
		words = append(words, c.String())
	}
	return strings.Join(words, " ")
}

// reload stores a game and loads it again.
func reload(tb testing.TB, g *game.Game) *game.Game {
	tb.Helper()
	var loaded game.Game
	if err := loaded.UnmarshalBinary(encoded(tb, g)); err != nil {
		tb.Fatal(err)
	}
	return &loaded
}

func encoded(tb testing.TB, g *game.Game) []byte {
	tb.Helper()
	b, err := g.MarshalBinary()
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// table parses a position such as "up: 13 13 13 1 1: #KS 3S 2S stock: QS waste: TS 9S
// pass: 2". The numbers of "up:" are for clubs, diamonds, hearts and spades, and come
// first; "#" means face down, "*" means all other cards.
func table(tb testing.TB, r game.Rules, text string) game.State {
	tb.Helper()
	s, err := game.FromPosition(r, layout(tb, r, text))
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return s
}

func layout(tb testing.TB, r game.Rules, text string) game.Position {
	tb.Helper()
	p := game.Position{Piles: make([]game.PositionPile, r.Piles)}
	if r.HasStock() {
		p.Pass = 1
	}
	up := &p.Foundations
	if _, err := fmt.Sscanf(text, "up: %d %d %d %d", &up[0], &up[1], &up[2], &up[3]); err != nil {
		*up = [game.Suits]int{}
	}
	label := ""
	for _, word := range strings.Fields(strings.Replace(text, "*", others(r, *up, text), 1)) {
		if strings.HasSuffix(word, ":") {
			label = word
			continue
		}
		switch label {
		case "up:":
		case "pass:":
			p.Pass, _ = strconv.Atoi(word)
		case "stock:":
			p.Stock = append(p.Stock, engineCards(tb, []string{word})...)
		case "waste:":
			p.Waste = append(p.Waste, engineCards(tb, []string{word})...)
		default:
			name, faceDown := strings.CutPrefix(word, "#")
			pile := &p.Piles[label[0]-'1']
			pile.Cards = append(pile.Cards, engineCards(tb, []string{name})...)
			if faceDown {
				pile.Hidden++
			}
		}
	}
	return p
}

// others returns the cards that aren't up and that the text doesn't name.
func others(r game.Rules, up [game.Suits]int, text string) string {
	var cards []game.Card
	for _, c := range game.NewDeck() {
		if c.Rank() <= r.Ranks && c.Rank() > up[c.Suit()] && !strings.Contains(text, c.String()) {
			cards = append(cards, c)
		}
	}
	return names(cards)
}
