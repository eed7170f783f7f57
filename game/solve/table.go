package solve

// A table is a set of 64-bit words that only grows: open addressing without
// pointers or deletion. It starts small, since most solves look at a few
// hundred positions, and doubles. The arrays of all sizes are kept, so that a
// table that is used again allocates nothing.
//
// The words are exact keys, not hashes of something longer: a word that is
// found was there. The word 0 is not allowed.
type table struct {
	levels [maxLevel + 1][]uint64
	slots  []uint64 // the level in use
	shift  uint     // 64 - log2 of the slots
	used   int
	room   int // words before it must grow
	limit  int // most bytes of all levels together
}

const (
	minLevel = 9  // 512 words, 4 KiB
	maxLevel = 36 // more than any limit allows
	// keepLevel is the largest array that survives reset: 8 MiB. What a rare
	// hard deal needed is not held on to.
	keepLevel = 20
)

// defaultMemory is the limit of a table when none is given.
const defaultMemory = 1 << 30

// reset empties the table. A limit of 0 means the default.
func (t *table) reset(limit int64) {
	if limit <= 0 {
		limit = defaultMemory
	}
	t.limit = int(limit)
	clear(t.levels[keepLevel+1:])
	t.use(minLevel)
	t.used = 0
}

// use makes one level the current one, empty.
func (t *table) use(level uint) {
	if t.levels[level] == nil {
		t.levels[level] = make([]uint64, 1<<level)
	} else {
		clear(t.levels[level])
	}
	t.slots = t.levels[level]
	t.shift = 64 - level
	t.room = len(t.slots) / 8 * 5
}

// add puts a word into the set. It reports whether the word is new, and
// whether it could be stored; full is true when the limit forbids to grow.
func (t *table) add(word uint64) (added, full bool) {
	i := t.home(word)
	for {
		switch t.slots[i] {
		case word:
			return false, false
		case 0:
			t.slots[i] = word
			t.used++
			return true, t.used > t.room && !t.grow()
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
}

// has reports whether a word is in the set.
func (t *table) has(word uint64) bool {
	for i := t.home(word); t.slots[i] != 0; i = (i + 1) & (len(t.slots) - 1) {
		if t.slots[i] == word {
			return true
		}
	}
	return false
}

// home is where the search for a word begins. The multiplier is 2^64 divided
// by the golden ratio; folding brings the high fields of a key into play.
func (t *table) home(word uint64) int {
	word ^= word >> 29
	return int(word * 0x9e37_79b9_7f4a_7c15 >> t.shift)
}

// grow doubles the table. It reports false if that would pass the limit.
func (t *table) grow() bool {
	level := 64 - t.shift + 1
	if 8*(2<<level) > t.limit {
		return false
	}
	old := t.slots
	t.use(level)
	for _, word := range old {
		if word == 0 {
			continue
		}
		i := t.home(word)
		for t.slots[i] != 0 {
			i = (i + 1) & (len(t.slots) - 1)
		}
		t.slots[i] = word
	}
	return true
}
