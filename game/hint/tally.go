package hint

import "math/bits"

// A tally is a set of worlds, by number.
type tally []uint64

func (t *tally) add(i int) {
	for len(*t) <= i/64 {
		*t = append(*t, 0)
	}
	(*t)[i/64] |= 1 << (i % 64)
}

func (t *tally) remove(i int) {
	if i/64 < len(*t) {
		(*t)[i/64] &^= 1 << (i % 64)
	}
}

func (t tally) has(i int) bool { return i/64 < len(t) && t[i/64]>>(i%64)&1 != 0 }

func (t tally) count() int {
	n := 0
	for _, word := range t {
		n += bits.OnesCount64(word)
	}
	return n
}

// minus returns how many of t are not in u.
func (t tally) minus(u tally) int {
	n := 0
	for i, word := range t {
		if i < len(u) {
			word &^= u[i]
		}
		n += bits.OnesCount64(word)
	}
	return n
}
