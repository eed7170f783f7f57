package command

// nearest returns the command whose name is most like a word. It reports false if
// none is much like it.
func (g *Grammar) nearest(word string) (best Spec, ok bool) {
	runes := []rune(word)
	const most = 12
	if len(runes) > most {
		runes = runes[:most]
	}
	least := 1 + len(runes)/3
	for _, s := range g.Specs {
		if d := distance(runes, []rune(s.Name)); d <= least {
			best, least, ok = s, d-1, true
		}
	}
	return best, ok
}

// distance counts the letters to be put in, left out, exchanged or swapped
// with their neighbour to get from a to b (Damerau's optimal string
// alignment).
func distance(a, b []rune) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		now[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j]+cost, last[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
