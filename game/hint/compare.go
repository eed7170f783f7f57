package hint

import (
	"context"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/game/solve/pace"
)

// Sensible lists what a player could do at a table: of each choice the moves, the
// last of which changes the game. The state is the position on the table; its hidden
// cards have no influence. The list is empty if nothing can change any more.
func Sensible(t Table, s game.State) (list [][]game.Move) {
	if t.View.Won || Stuck(t.View) {
		return nil
	}
	for _, c := range obvious(&t.View, choices(&t, s)) {
		list = append(list, c.line)
	}
	return list
}

// Choice returns the first choice in a line of moves that was played from a position:
// the moves up to the first that changes the game. It returns nil if none does.
func Choice(s game.State, line []game.Move) []game.Move {
	at := visit{state: s, view: s.View()}
	for i, m := range line {
		whole := wholePile(&at.state, m)
		next, e, err := at.state.Apply(m)
		if err != nil {
			return nil
		}
		if backs(m) {
			at.backs++
		}
		if !enables(&at, m, e, whole, at.backs) {
			return line[:i+1]
		}
		at.state, at.view = next, next.View()
	}
	return nil
}

// SameChoice reports whether two choices from a position come to the same.
func SameChoice(s game.State, a, b []game.Move) bool {
	after, _, errA := s.Play(a)
	other, _, errB := s.Play(b)
	if errA != nil || errB != nil {
		return false
	}
	v, w := after.View(), other.View()
	return progressKey(&v) == progressKey(&w)
}

// A Comparison sets two choices side by side, in the same arrangements of the hidden
// cards. Only arrangements that were decided for both are counted.
type Comparison struct {
	Samples int    // arrangements that were decided
	Open    int    // that were tried and not decided
	Before  int    // of the samples: can be won as the game stands
	Won     [2]int // of the samples: can be won after each choice
	Only    [2]int // of the samples: can be won after this choice and not after the other

	// Complete says that every arrangement there can be was tried.
	Complete bool
}

// A Comparer compares two choices at a table in one sample of arrangements, which can
// be made larger step by step. It knows no hidden card.
type Comparer struct {
	Comparison
	solver *solve.Solver
	view   game.View
	cards  []game.Card // not yet shown
	random *rand.Rand
	lines  [][]game.Move
}

// NewComparer returns a comparer of at most two choices; without any it only asks
// whether the game can be won as it stands.
func NewComparer(s *solve.Solver, v game.View, source rand.Source, lines ...[]game.Move) *Comparer {
	return &Comparer{solver: s, view: v, cards: unseen(&v), random: rand.New(source), lines: lines}
}

// How many times a question that was left open is asked again, and how many times as
// long each time.
const (
	compareRounds  = 2
	compareStretch = 8
)

// More tries so many further arrangements, and returns how many positions it looked
// at. If there are no more arrangements than that, it tries each once, and Complete is
// set. It reports false if the context ended before: an arrangement that was cut short
// counts nothing.
func (c *Comparer) More(ctx context.Context, arrange int) (nodes int64, ok bool) {
	if c.Complete {
		return 0, true
	}
	ok = true
	try := func(a arrangement) {
		if ok = ok && !pace.Ended(ctx); ok {
			n, finished := c.try(ctx, a)
			nodes, ok = nodes+n, finished
		}
	}
	if c.Samples+c.Open == 0 && arrangements(len(c.cards), arrange+1) <= arrange {
		permute(c.cards, len(c.cards), try)
		c.Complete = ok
		return nodes, ok
	}
	for range arrange {
		try(shuffled(c.cards, c.random))
	}
	return nodes, ok
}

// try asks in one arrangement.
func (c *Comparer) try(ctx context.Context, a arrangement) (nodes int64, ok bool) {
	w, valid := newWorld(&c.view, a, c.solver)
	if !valid {
		return 0, true // no view that a game can show
	}
	ask := func(s game.State) (v solve.Verdict) {
		l := solve.Limits{Nodes: eachNodes(c.view.Rules), Memory: 16 << 20}
		for range compareRounds + 1 {
			var n int64
			v, n = w.probe.Ask(ctx, s, l)
			if nodes += n; v != solve.Unknown {
				break
			}
			l.Nodes *= compareStretch
		}
		return v
	}
	var won [2]bool
	root := ask(w.state)
	open := root == solve.Unknown
	for i := 0; i < len(c.lines) && root == solve.Winnable && !open; i++ {
		after, _, _ := w.state.Play(c.lines[i]) // legal in every world
		v := ask(after)
		won[i], open = v == solve.Winnable, v == solve.Unknown
	}
	if open {
		if ctx.Err() != nil {
			return nodes, false
		}
		c.Open++
		return nodes, true
	}
	c.Samples++
	if root == solve.Winnable {
		c.Before++
	}
	for i := range won {
		if won[i] {
			c.Won[i]++
			if !won[1-i] {
				c.Only[i]++
			}
		}
	}
	return nodes, true
}
