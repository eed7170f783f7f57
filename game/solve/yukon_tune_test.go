package solve

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

func tuneScore(states []game.State, w [yukonViews]yukonWeights, limit int64, best float64) (float64, int) {
	sum := 0.0
	solved := 0
	for _, s := range states {
		e := newYukon(s, yukonAllRules)
		e.w = w
		b := &budget{ctx: context.Background(), memory: 1 << 30, limit: limit}
		v, _ := e.search(b)
		if v == Unknown {
			sum += 3
		} else {
			solved++
		}
		sum += math.Log2(float64(b.nodes) + 50)
		if sum > best {
			return sum, solved
		}
	}
	return sum, solved
}

func TestYukonTune(t *testing.T) {
	if os.Getenv("YUKON_TUNE") == "" {
		t.Skip()
	}
	var all []game.State
	for n := 5000; n < 5700; n++ {
		s, _ := game.Deal(game.YukonRules(false), game.Numbered(n))
		all = append(all, s)
	}
	w := yukonBaseWeights
	// keep the harder ones
	var states []game.State
	for _, s := range all {
		e := newYukon(s, yukonAllRules)
		e.w = w
		b := &budget{ctx: context.Background(), memory: 1 << 30, limit: 60000}
		v, _ := e.search(b)
		if v != Unwinnable && b.nodes > 400 {
			states = append(states, s)
		}
	}
	fmt.Println(len(states))
	limit := int64(15000)
	best, solved := tuneScore(states, w, limit, 1e9)
	fmt.Println(best, solved, w)
	r := rand.New(rand.NewPCG(uint64(os.Getpid()), 3))
	for it := 0; ; it++ {
		n := w
		v := r.IntN(yukonViews)
		for k := 1 + r.IntN(3); k > 0; k-- {
			i := r.IntN(yukonFeatures)
			switch r.IntN(4) {
			case 0:
				n[v][i] += 1 + r.IntN(4)
			case 1:
				n[v][i] -= 1 + r.IntN(4)
			case 2:
				n[v][i] = n[v][i] * (100 + r.IntN(60)) / 100
			case 3:
				n[v][i] = n[v][i] * (100 - r.IntN(60)) / 100
			}
		}
		if n == w {
			continue
		}
		if s, k := tuneScore(states, n, limit, best); s < best {
			best, solved, w = s, k, n
			fmt.Println(it, best, solved, w)
		}
	}
}
