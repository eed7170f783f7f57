package game_test

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/game"
)

// TestUndoAndRedoFollowAPlainList performs random operations on a game, and compares it
// with a plain list of the states it went through.
func TestUndoAndRedoFollowAPlainList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		t.Repeat(rapid.StateMachineActions(newPlayed(t)))
	})
}

// anyRules draws rules, including reduced ones.
func anyRules(t *rapid.T) game.Rules {
	r := game.YukonRules(rapid.Bool().Draw(t, "return"))
	if rapid.Bool().Draw(t, "klondike") {
		draw := rapid.SampledFrom([]int{1, 3, 1, 3, 2, 24}).Draw(t, "draw")
		r = game.KlondikeRules(draw, rapid.IntRange(0, 3).Draw(t, "passes"), r.Return)
		if rapid.Bool().Draw(t, "vegas") { // which sets the passes itself
			r.Scoring, r.Passes = game.Vegas, 3
			if draw == 1 {
				r.Passes = 1
			}
		}
	}
	size := rapid.SampledFrom([][2]int{{13, 7}, {13, 7}, {6, 5}, {4, 3}, {3, 4}, {2, 2}, {1, 2}}).Draw(t, "size")
	r.Ranks, r.Piles = size[0], size[1]
	if r.Check() != nil {
		t.Fatalf("these rules can't be played: %+v", r)
	}
	return r
}

func anyDeck(t *rapid.T, r game.Rules) game.Deck {
	deck := slices.DeleteFunc(game.NewDeck(), func(c game.Card) bool { return c.Rank() > r.Ranks })
	return rapid.Permutation(deck).Draw(t, "deck")
}

func anyGame(t *rapid.T) *game.Game {
	r := anyRules(t)
	origin := game.Origin{Generator: rapid.StringN(0, 16, 64).Draw(t, "generator")}
	origin.Number = rapid.IntRange(0, game.MaxNumber).Draw(t, "number")
	g, err := game.New(r, anyDeck(t, r), origin)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// anyMove draws any move that a program could write down.
func anyMove(t *rapid.T) game.Move {
	return game.Move{
		From:  game.Pile(rapid.IntRange(0, 17).Draw(t, "from")),
		To:    game.Pile(rapid.IntRange(0, 17).Draw(t, "to")),
		Count: rapid.OneOf(rapid.IntRange(0, 3), rapid.Int()).Draw(t, "count"),
	}
}

// played is a game beside its expected states. Its exported methods except Check are the
// operations.
type played struct {
	game   *game.Game
	rules  game.Rules
	deck   game.Deck
	origin game.Origin
	steps  []reached // including those that can be redone; the first one is the deal
	cursor int
	undos  int
}

// reached is a state, the step that led to it, and the legal moves there.
type reached struct {
	effect game.Effect
	state  game.State
	legal  []string
}

func newPlayed(t *rapid.T) *played {
	g := anyGame(t)
	p := &played{game: g, rules: g.Rules(), deck: g.Deck(), origin: g.Origin()}
	p.reach(t, game.Effect{})
	return p
}

// reach records the state after a step and checks its invariants.
func (p *played) reach(t *rapid.T, e game.Effect) {
	s := p.game.State()
	if err := faults(&s); err != nil {
		t.Fatalf("after %v in %s: %v", e.Move, engineTable(&s), err)
	}
	p.steps = append(p.steps[:min(p.cursor+1, len(p.steps))], reached{e, s, engineMoves(&s)})
	p.cursor = len(p.steps) - 1
}

// do makes a legal step.
func (p *played) do(t *rapid.T, m game.Move) {
	before := p.game.State()
	next, want, err := before.Apply(m)
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.game.Do(m)
	if err != nil || e != want || p.game.State() != next {
		t.Fatalf("%v: the game reports %+v, %v, the state %+v", m, e, err, want)
	}
	if e.Points != next.Score()-before.Score() || e.Won != next.Won() {
		t.Fatalf("%v: %+v, but the score went from %d to %d", m, e, before.Score(), next.Score())
	}
	p.reach(t, e)
}

// Legal makes any legal step.
func (p *played) Legal(t *rapid.T) {
	s := p.game.State()
	if moves := slices.Collect(s.Moves()); len(moves) > 0 {
		p.do(t, rapid.SampledFrom(moves).Draw(t, "move"))
	}
}

// Up puts a card up, so that games make progress.
func (p *played) Up(t *rapid.T) {
	s := p.game.State()
	for m := range s.Moves() {
		if m.To == game.Foundation {
			p.do(t, m)
			return
		}
	}
}

// Finish plays what Finish returns.
func (p *played) Finish(t *rapid.T) {
	s := p.game.State()
	moves, ok := s.Finish()
	for _, m := range moves {
		p.do(t, m)
	}
	if s := p.game.State(); ok && !s.Won() {
		t.Fatalf("finish does not win: %v", moves)
	}
}

// Refused tries an illegal move. Check then finds any change.
func (p *played) Refused(t *rapid.T) {
	m, s := anyMove(t), p.game.State()
	if s.Check(m) == nil {
		return
	}
	if e, err := p.game.Do(m); err == nil || e != (game.Effect{}) {
		t.Fatalf("%+v is illegal and done: %+v", m, e)
	}
	if next, _, err := s.Apply(m); err == nil || next != s {
		t.Fatalf("%+v is illegal and applied", m)
	}
}

// Undo undoes some steps, or tries to undo more than there are.
func (p *played) Undo(t *rapid.T) {
	n := rapid.IntRange(-1, p.cursor+2).Draw(t, "n")
	want := min(max(n, 0), p.cursor)
	if got := p.game.Undo(n); got != want {
		t.Fatalf("Undo(%d) takes back %d of %d", n, got, p.cursor)
	}
	p.cursor, p.undos = p.cursor-want, p.undos+want
}

// Redo redoes a step.
func (p *played) Redo(t *rapid.T) {
	e, ok := p.game.Redo()
	if ok != (p.cursor+1 < len(p.steps)) {
		t.Fatalf("redo is %t at step %d of %d", ok, p.cursor, len(p.steps)-1)
	}
	if !ok {
		return
	}
	p.cursor++
	if want := p.steps[p.cursor].effect; e != want {
		t.Fatalf("redo reports %+v, want %+v", e, want)
	}
}

// Restart undoes everything.
func (p *played) Restart(t *rapid.T) {
	if got := p.game.Restart(); got != p.cursor {
		t.Fatalf("restart takes back %d of %d", got, p.cursor)
	}
	p.cursor, p.undos = 0, p.undos+p.cursor
}

// Reload stores the game and loads it again.
func (p *played) Reload(t *rapid.T) {
	stored, err := p.game.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var loaded game.Game
	if err := loaded.UnmarshalBinary(stored); err != nil {
		t.Fatal(err)
	}
	p.game = &loaded
}

// Check compares the game with the list.
func (p *played) Check(t *rapid.T) {
	g, now := p.game, p.steps[p.cursor]
	s := g.State()
	if s != now.state {
		t.Fatalf("step %d is\n%s, want\n%s", p.cursor, engineTable(&s), engineTable(&now.state))
	}
	if got := engineMoves(&s); !slices.Equal(got, now.legal) {
		t.Fatalf("at step %d %s is legal, before it was %s", p.cursor, got, now.legal)
	}
	var steps []game.Move
	length := 0
	for _, step := range p.steps[1 : p.cursor+1] {
		steps = append(steps, step.effect.Move)
		if step.effect.Move.String() != "r" {
			length++
		}
	}
	if !slices.Equal(g.Steps(), steps) || g.Length() != length {
		t.Fatalf("length %d, steps %v, want %d, %v", g.Length(), g.Steps(), length, steps)
	}
	if e, ok := g.LastEffect(); e != now.effect || ok != (p.cursor > 0) {
		t.Fatalf("the last step did %+v, want %+v", e, now.effect)
	}
	counts := [3]int{g.Undone(), g.Undos(), min(1, len(p.steps)-1)}
	if want := [3]int{len(p.steps) - 1 - p.cursor, p.undos, boolInt(g.Begun())}; counts != want {
		t.Fatalf("undone, undos, begun: %v, want %v", counts, want)
	}
	if g.Rules() != p.rules || g.Origin() != p.origin || !slices.Equal(g.Deck(), p.deck) {
		t.Fatalf("%+v, %+v, %s have changed", g.Rules(), g.Origin(), names(g.Deck()))
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestEveryPositionKeepsTheInvariants checks positions that play from a deal rarely
// reaches.
func TestEveryPositionKeepsTheInvariants(t *testing.T) {
	rules := agreeRules()
	rapid.Check(t, func(rt *rapid.T) {
		r := rapid.SampledFrom(rules).Draw(rt, "rules")
		r.vegas = false
		slow := scatter(rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)), r)
		p := enginePosition(t, &slow)
		s, err := game.FromPosition(engineRules(r), p)
		if err != nil {
			rt.Fatal(err)
		}
		if err := faults(&s); err != nil {
			rt.Fatalf("%v in %s", err, engineTable(&s))
		}
		if again, err := game.FromPosition(s.Rules(), s.Position()); err != nil || again != s {
			rt.Fatalf("%s comes back as %s: %v", engineTable(&s), engineTable(&again), err)
		}
		for m := range s.Moves() {
			next, _, _ := s.Apply(m)
			if err := faults(&next); err != nil {
				rt.Fatalf("after %v in %s: %v", m, engineTable(&s), err)
			}
		}
	})
}

// TestIteratingMovesCanStopAnywhere stops at each place in the list.
func TestIteratingMovesCanStopAnywhere(t *testing.T) {
	unlimited := game.KlondikeRules(1, 0, true)
	for _, s := range []game.State{
		table(t, yukonRet, "up: 2 2 2 2 1: KC QH JS 2: 3H 4C 3S 3: 4D 4S 5D 7: *"),
		table(t, unlimited, "up: 2 2 2 2 1: KC QH JS 3: 4D 5: 4S 6: 5D 7: * stock: 5H waste: 3C"),
		table(t, unlimited, "up: 2 2 2 2 1: KC QH JS 3: 4D 5: 4S 6: 5D 7: * waste: 3C"),
	} {
		all := slices.Collect(s.Moves())
		for n := range all {
			var some []game.Move
			for m := range s.Moves() {
				if some = append(some, m); len(some) > n {
					break
				}
			}
			if !slices.Equal(some, all[:n+1]) {
				t.Errorf("the first %d of %v are %v", n+1, all, some)
			}
		}
	}
}

// faults checks what holds for every state.
func faults(s *game.State) error {
	if err := oncePlaced(s); err != nil {
		return err
	}
	score, vegas := s.Score(), s.Rules().Scoring == game.Vegas
	if vegas && score != 5*s.TotalUp()-52 || score < 0 && !vegas {
		return fmt.Errorf("score %d with %d up", score, s.TotalUp())
	}
	waste := len(s.Waste())
	if s.Fan() < min(1, waste) || s.Fan() > min(waste, s.Rules().Draw) {
		return fmt.Errorf("%d of %d waste cards are spread", s.Fan(), waste)
	}
	if _, offered := s.Finish(); offered != finishesForCertain(s) {
		return fmt.Errorf("finish offered is %t", offered)
	}
	return listFaults(s)
}

// listFaults checks that the list of moves contains exactly the legal ones, once each.
func listFaults(s *game.State) error {
	legal := map[game.Move]bool{}
	for m := range everyMove(s) {
		if s.Check(m) == nil {
			legal[m] = true
		}
	}
	for m := range s.Moves() {
		if !legal[m] {
			return fmt.Errorf("%v is listed twice, or listed and refused", m)
		}
		delete(legal, m)
	}
	if len(legal) > 0 {
		return fmt.Errorf("legal and not listed: %v", legal)
	}
	return nil
}

// everyMove yields all sources and targets, including some that don't exist, with more
// counts than there are cards.
func everyMove(s *game.State) iter.Seq[game.Move] {
	return func(yield func(game.Move) bool) {
		for from := range game.Pile(18) {
			cards, _ := s.Pile(from)
			for to := range game.Pile(18) {
				for count := -1; count <= len(cards)+2; count++ {
					if !yield(game.Move{From: from, To: to, Count: count}) {
						return
					}
				}
			}
		}
	}
}

// finishesForCertain reports whether a position finishes whatever the order of the unseen
// cards in the stock. With more than five of them it doesn't try all orders: only at draw
// 1 with unlimited passes is the order irrelevant.
func finishesForCertain(s *game.State) bool {
	p, r := s.Position(), s.Rules()
	if p.Pass > 1 || len(p.Stock) > 5 {
		return finishes(r, p) && (p.Pass > 1 || r.Draw == 1 && r.Passes == 0)
	}
	for _, stock := range orders(p.Stock) {
		p.Stock = stock
		if !finishes(r, p) {
			return false
		}
	}
	return true
}

// orders returns the cards in every order.
func orders(cards []game.Card) [][]game.Card {
	if len(cards) == 0 {
		return [][]game.Card{nil}
	}
	var all [][]game.Card
	for i, first := range cards {
		for _, rest := range orders(slices.Concat(cards[:i], cards[i+1:])) {
			all = append(all, append([]game.Card{first}, rest...))
		}
	}
	return all
}

// finishes plays a position to the end by the procedure that Finish describes. It detects
// a turn-over without a play by counting: there can't be more useful ones than cards.
func finishes(r game.Rules, p game.Position) bool {
	p.Piles, p.Waste = slices.Clone(p.Piles), slices.Clone(p.Waste)
	left := r.Cards()
	for _, up := range p.Foundations {
		left -= up
	}
	if left == 0 || slices.ContainsFunc(p.Piles, func(p game.PositionPile) bool { return p.Hidden > 0 }) {
		return false
	}
	places := []*[]game.Card{} // the first one wins a tie
	for i := range p.Piles {
		places = append(places, &p.Piles[i].Cards)
	}
	places = append(places, &p.Waste)
	for turnOvers := 0; left > 0 && turnOvers <= r.Cards()+1; {
		switch from := lowestThatGoes(places, p.Foundations); {
		case from != nil:
			card := (*from)[len(*from)-1]
			*from = (*from)[:len(*from)-1]
			p.Foundations[card.Suit()]++
			left--
		case len(p.Stock) > 0:
			n := min(r.Draw, len(p.Stock))
			p.Waste, p.Stock = append(p.Waste, p.Stock[:n]...), p.Stock[n:]
		case len(p.Waste) > 0 && (r.Passes == 0 || p.Pass < r.Passes):
			p.Stock, p.Waste = p.Waste, nil
			p.Pass++
			turnOvers++
		default:
			return false
		}
	}
	return left == 0
}

func lowestThatGoes(places []*[]game.Card, up [game.Suits]int) (from *[]game.Card) {
	lowest := game.King + 1
	for _, place := range places {
		if len(*place) == 0 {
			continue
		}
		if top := (*place)[len(*place)-1]; top.Rank() == up[top.Suit()]+1 && top.Rank() < lowest {
			from, lowest = place, top.Rank()
		}
	}
	return from
}

// TestViewHidesCards plays the same steps with a deck in which the unseen cards lie in
// other places. The views must not differ.
func TestViewHidesCards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGame(t)
		for range rapid.IntRange(0, 40).Draw(t, "steps") {
			s := g.State()
			moves := slices.Collect(s.Moves())
			if len(moves) == 0 {
				break
			}
			if _, err := g.Do(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
		}
		s := g.State()
		other, err := game.New(g.Rules(), shuffleUnseen(t, g.Deck(), unseen(&s)), g.Origin())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range g.Steps() {
			if _, err := other.Do(m); err != nil {
				t.Fatalf("another hidden card makes a difference: %v", err)
			}
		}
		o := other.State()
		if diff := cmp.Diff(s.View(), o.View()); diff != "" {
			t.Fatalf("the view gives hidden cards away:\n%s", diff)
		}
		for m := range everyMove(&s) {
			if a, b := answer(&s, m), answer(&o, m); a != b {
				t.Fatalf("the answer to %v gives hidden cards away: %+v or %+v", m, a, b)
			}
		}
	})
}

// answer returns everything that is said when a move is tried; nothing if it is legal.
func answer(s *game.State, m game.Move) game.MoveError {
	refused, ok := errors.AsType[*game.MoveError](s.Check(m))
	if !ok {
		return game.MoveError{}
	}
	return *refused
}

// unseen returns the cards that no step has shown.
func unseen(s *game.State) []game.Card {
	var cards []game.Card
	for p := game.Pile(1); p.Tableau(); p++ {
		pile, hidden := s.Pile(p)
		cards = append(cards, pile[:hidden]...)
	}
	if s.Pass() == 1 {
		cards = append(cards, s.Stock()...)
	}
	return cards
}

// shuffleUnseen returns the deck with some of its cards in another order.
func shuffleUnseen(t *rapid.T, deck game.Deck, cards []game.Card) game.Deck {
	if len(cards) == 0 {
		return deck
	}
	shuffled := rapid.Permutation(cards).Draw(t, "unseen")
	for i, c := range deck {
		if j := slices.Index(cards, c); j >= 0 {
			deck[i] = shuffled[j]
		}
	}
	return deck
}
