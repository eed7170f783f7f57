package shorten

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/solitaire-chat/solitaire/game"
)

// TestSeen compares the table with a map while the table doubles many times.
func TestSeen(t *testing.T) {
	r, table, want := splitmix(5), new(seen), map[key]int{}
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

// TestCut checks that a cut layer has the nodes of the best ranks, and frees the memory
// of the others.
func TestCut(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var l layer
		var count [40]int
		for i := range rnd.IntN(2000) {
			rank := uint16(rnd.IntN(len(count)))
			count[rank]++
			l.Add(&node{rank: rank, parent: int32(i)})
		}
		width := rnd.IntN(l.Len() + 2)
		l.cut(width, func() bool { return false })
		if l.Len() > width {
			t.Fatalf("%d of %d are left", l.Len(), width)
		}
		worst := -1
		for i := range l.Len() {
			rank := int(l.At(i).rank)
			count[rank]--
			worst = max(worst, rank)
		}
		for rank := range worst {
			if count[rank] != 0 {
				t.Fatalf("a node of rank %d is gone, one of %d stays", rank, worst)
			}
		}
		if most := (l.Len() + 256) * int(unsafe.Sizeof(node{})); l.Bytes() > most {
			t.Fatalf("%d nodes take %d bytes", l.Len(), l.Bytes())
		}
	}
}

// TestKey checks that the incremental key is the key of the position computed from
// scratch, and the same for all other incremental values.
func TestKey(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 400 {
		start := randomStart(t, randomRules(rnd), rnd)
		g, p := newModel(&start)
		g.prune = 0
		state := start
		for range 40 {
			l := g.moves(&p, nil)
			if len(l) == 0 || p.won() {
				break
			}
			m, before := l[rnd.IntN(len(l))], state
			if _, _, err := before.Play(spell(&state, &m, nil)); err != nil {
				t.Fatal(err)
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

// TestMovesAll checks that without pruning rules the moves are those of the game, except
// for draws.
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
		for _, m := range g.moves(&p, nil) {
			state := s
			line := spell(&state, &m, nil)
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
