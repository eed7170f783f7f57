// Package table has sets of positions, and caches of what was proved about them.
package table

// A Table is a set of 64-bit words that only grows: open addressing without pointers or
// deletion. It starts small, since most solves visit a few hundred positions, and
// doubles. It keeps the arrays of the smaller sizes, so that an easy solve with a used
// table allocates nothing.
//
// The words are exact keys, not hashes of something longer, so a word that is found was
// added before. The word 0 is not allowed.
type Table struct {
	levels [maxLevel + 1][]uint64
	slots  []uint64 // the level in use
	shift  uint     // 64 - log2 of the slots
	used   int
	room   int         // words that fit before it must grow
	limit  int64       // most bytes for all levels together
	stop   func() bool // reports whether to stop growing
	spread uint64      // multiplier of the hash
}

const (
	minLevel = 9  // 512 words, 4 KiB
	maxLevel = 36 // more than any limit allows
	// keepLevel is the largest array that survives Reset: 8 MiB. Memory for a rare hard
	// deal is given back.
	keepLevel = 20
)

// Multipliers of the hash; the first is 2^64 divided by the golden ratio. Filling a table
// from another one requires a different multiplier: words that arrive in the order of
// their homes form long chains.
const (
	firstSpread  uint64 = 0x9e37_79b9_7f4a_7c15
	secondSpread uint64 = 0xd6e8_feb8_6659_fd93
)

// Reset empties the table and sets the most bytes it may use. A table that has to grow
// stops growing when stop returns true.
func (t *Table) Reset(limit int64, stop func() bool) {
	clear(t.levels[keepLevel+1:])
	t.use(minLevel)
	t.used = 0
	t.limit, t.stop, t.spread = limit, stop, firstSpread
}

// use makes one level the current one, and empties it.
func (t *Table) use(level uint) {
	if t.levels[level] == nil {
		t.levels[level] = make([]uint64, 1<<level)
	} else {
		clear(t.levels[level])
	}
	t.slots = t.levels[level]
	t.shift = 64 - level
	t.room = len(t.slots) / 8 * 5
}

// Add puts a word into the set. It reports whether the word is new. If it is,
// but the limit leaves no room for it, full is true and the set is unchanged.
func (t *Table) Add(word uint64) (added, full bool) {
	i := t.home(word)
	for t.slots[i] != 0 {
		if t.slots[i] == word {
			return false, false
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
	if t.used == t.room {
		if !t.grow() {
			return false, true
		}
		return t.Add(word)
	}
	t.slots[i] = word
	t.used++
	return true, false
}

// Has reports whether a word is in the set.
func (t *Table) Has(word uint64) bool {
	for i := t.home(word); t.slots[i] != 0; i = (i + 1) & (len(t.slots) - 1) {
		if t.slots[i] == word {
			return true
		}
	}
	return false
}

// home is the slot where the search for a word begins. Folding makes the high fields of a
// key count too.
func (t *Table) home(word uint64) int {
	word ^= word >> 29
	return int(word * t.spread >> t.shift)
}

// grow doubles the table. If that would exceed the limit, or if stop returns true, it
// leaves the table as it is and reports false.
func (t *Table) grow() bool {
	level := 64 - t.shift + 1
	if 8*(2<<level) > t.limit {
		return false
	}
	old, shift, room, used := t.slots, t.shift, t.room, t.used
	t.use(level)
	t.used = 0
	for i, word := range old {
		if i%(1<<16) == 1<<16-1 && t.stop() {
			t.slots, t.shift, t.room, t.used = old, shift, room, used
			return false
		}
		if word != 0 {
			t.Add(word)
		}
	}
	return true
}
