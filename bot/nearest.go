package bot

// nearest returns the command whose name is most like a word; nil if none is
// much like it.
func (b *Bot) nearest(word string) *Spec {
	runes := []rune(word)
	const most = 12
	if len(runes) > most {
		runes = runes[:most]
	}
	var best *Spec
	least := 1 + len(runes)/3
	for i := range b.specs {
		if d := distance(runes, []rune(b.specs[i].Name)); d <= least {
			best, least = &b.specs[i], d-1
		}
	}
	return best
}

// distance counts the letters to be put in, left out, exchanged or swapped
// with their neighbour to get from a to b (Damerau's optimal string
// alignment).
func distance(a, b []rune) int {
	row := func() []int { return make([]int, len(b)+1) }
	before, last, now := row(), row(), row()
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
