package shorten

import (
	"math/rand/v2"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// TestTable compares the table with a map, through many splits.
func TestTable(t *testing.T) {
	r, table, want := splitmix(5), newTable(), map[key]int{}
	var keys []key
	for range 60_000 {
		keys = append(keys, r.key())
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		k, length := keys[rnd.IntN(len(keys))], rnd.IntN(maxLength)
		old, ok := want[k]
		if lower := !ok || length < old; table.lower(&k, length) != lower {
			t.Fatalf("%v: lower is not %v", k, lower)
		} else if lower {
			want[k] = length
		}
	}
	for _, k := range keys {
		length, ok := table.get(&k)
		if old, known := want[k]; ok != known || ok && length != old {
			t.Fatalf("%v: %d, %v; want %d, %v", k, length, ok, old, known)
		}
	}
	if most := 4 * 16 * len(want); table.bytes() > most {
		t.Errorf("%d bytes for %d keys", table.bytes(), len(want))
	}
}

// TestCut: a cut layer has the nodes of the best ranks, and gives the room
// of the others back.
func TestCut(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var s store
		var l layer
		var count [40]int
		for i := range rnd.IntN(2000) {
			rank := uint16(rnd.IntN(len(count)))
			count[rank]++
			s.add(&l, &node{rank: rank, parent: int32(i)})
		}
		width := rnd.IntN(l.n + 2)
		s.cut(&l, width, func() bool { return false })
		if l.n > width {
			t.Fatalf("%d of %d are left", l.n, width)
		}
		worst := -1
		for i := range l.n {
			rank := int(l.node(i).rank)
			count[rank]--
			worst = max(worst, rank)
		}
		for rank := range worst {
			if count[rank] != 0 {
				t.Fatalf("a node of rank %d is gone, one of %d stays", rank, worst)
			}
		}
		if s.count != len(s.free)+len(l.chunks) {
			t.Fatal("chunks are lost")
		}
	}
}

// TestKey: the key that moves change step by step is the key of the position
// built anew, and so are all the other numbers that are carried along.
func TestKey(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		start := randomStart(t, randomRules(rnd), rnd)
		g, p := newModel(&start)
		g.prune = 0
		state := start
		for range 40 {
			var l moveList
			if g.moves(&p, &l); l.n == 0 || p.won() {
				break
			}
			m := l.list[rnd.IntN(l.n)]
			for _, e := range g.spell(&p, &m, nil) {
				next, _, err := state.Apply(e)
				if err != nil {
					t.Fatal(err)
				}
				state = next
			}
			g.play(&p, &m)
			fresh, q := newModel(&state)
			same := g.key(&p) == fresh.key(&q) && g.bound(&p) == fresh.bound(&q) && g.cycleBound(&p) == fresh.cycleBound(&q)
			if !same || p.hidden != q.hidden || p.rest != q.rest || p.top != q.top || p.extra != q.extra {
				t.Fatalf("%v: after %v\n%+v\nbut from the state\n%+v", start.Rules(), m, p, q)
			}
		}
	}
}

// TestMovesAll: with no rule on, the moves are those of the engine, draws
// aside.
func TestMovesAll(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		s := randomStart(t, randomRules(rnd), rnd)
		g, p := newModel(&s)
		g.prune = 0
		want := map[game.Move]bool{}
		for m := range s.Moves() {
			if m != game.Draw && m != game.TurnOver {
				want[m] = true
			}
		}
		var l moveList
		g.moves(&p, &l)
		for i := range l.list[:l.n] {
			line := g.spell(&p, &l.list[i], nil)
			if len(line) == 1 {
				if !want[line[0]] {
					t.Fatalf("%v is not legal", line[0])
				}
				delete(want, line[0])
			}
		}
		for m := range want {
			t.Fatalf("%v: %v is missing\n%+v", s.Rules(), m, s.Position())
		}
	}
}
