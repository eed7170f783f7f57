package shorten

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
)

// An oracle is the whole graph of positions that can follow from a start, built with
// nothing but the game: slow, and plainly correct.
type oracle struct {
	states []game.State
	number map[string]int
	from   [][]edge // by position: the positions with a move to it
	dist   []int    // fewest draws and moves to a win; never if there is none
}

type edge struct{ pos, cost int }

const never = 1 << 30

// newOracle returns the graph. It reports false if there are more than most positions.
func newOracle(start game.State, most int) (*oracle, bool) {
	o := &oracle{number: map[string]int{}}
	o.add(start)
	for i := 0; i < len(o.states); i++ {
		if len(o.states) > most {
			return nil, false
		}
		s := o.states[i]
		for m := range s.Moves() {
			next, _, _ := s.Apply(m)
			j := o.add(next)
			o.from[j] = append(o.from[j], edge{i, cost(m)})
		}
	}
	o.measure()
	return o, true
}

func cost(m game.Move) int { return game.Length([]game.Move{m}) }

func (o *oracle) add(s game.State) int {
	k := stateKey(&s)
	i, ok := o.number[k]
	if !ok {
		i = len(o.states)
		o.number[k] = i
		o.states = append(o.states, s)
		o.from = append(o.from, nil)
	}
	return i
}

// measure relaxes all edges backwards from the wins, in order of length.
func (o *oracle) measure() {
	o.dist = make([]int, len(o.states))
	buckets := make([][]int, 1)
	for i := range o.states {
		o.dist[i] = never
		if o.states[i].Won() {
			o.dist[i] = 0
			buckets[0] = append(buckets[0], i)
		}
	}
	for d := 0; d < len(buckets); d++ {
		for n := 0; n < len(buckets[d]); n++ {
			i := buckets[d][n]
			if o.dist[i] < d {
				continue
			}
			for _, e := range o.from[i] {
				if d+e.cost >= o.dist[e.pos] {
					continue
				}
				o.dist[e.pos] = d + e.cost
				if d+e.cost == len(buckets) {
					buckets = append(buckets, nil)
				}
				buckets[d+e.cost] = append(buckets[d+e.cost], e.pos)
			}
		}
	}
}

// wander returns a random winning line from the start, as long as chance makes it: a
// random walk over the positions that can still be won.
func (o *oracle) wander(r *rand.Rand) []game.Move {
	var line []game.Move
	s := o.states[0]
	for !s.Won() {
		var open []game.Move
		best := game.Move{}
		here := o.dist[o.number[stateKey(&s)]]
		for m := range s.Moves() {
			next, _, _ := s.Apply(m)
			switch d := o.dist[o.number[stateKey(&next)]]; {
			case d < never && len(line) < 60:
				open = append(open, m)
				fallthrough
			case d+cost(m) == here && (d < here || m == game.TurnOver):
				best = m
			}
		}
		if len(open) > 0 {
			best = open[r.IntN(len(open))]
		}
		line = append(line, best)
		s, _, _ = s.Apply(best)
	}
	return line
}

// stateKey writes a position, without its score, as a string.
func stateKey(s *game.State) string {
	var b []byte
	for i := range s.Rules().Piles {
		cards, hidden := s.Pile(game.Pile(i + 1))
		b = append(b, byte(len(cards)), byte(hidden))
		b = appendCards(b, cards)
	}
	waste := s.Waste()
	b = append(b, byte(len(waste)))
	b = appendCards(appendCards(b, waste), s.Stock())
	for suit := range game.Suit(game.Suits) {
		b = append(b, byte(s.Up(suit)))
	}
	pass := s.Pass()
	if s.Rules().Passes == 0 {
		pass = 0
	}
	return string(binary.AppendVarint(b, int64(pass)))
}

func appendCards(b []byte, cards []game.Card) []byte {
	for _, c := range cards {
		b = append(b, byte(c))
	}
	return b
}
