package shorten

import "unsafe"

// A key tells positions apart whatever the order of their piles. It is the
// sum of random words over "card c lies on card b", "c is face down", "c is up"
// and the border of the talon; the cards of the talon follow from the rest.
//
// It is a hash: two positions may share one. The table keeps 112 bits of it, so
// that among 10⁸ positions the chance of any such pair is below 10⁻¹⁷.
type key struct{ hi, lo uint64 }

func (k *key) add(o *key) { k.hi += o.hi; k.lo += o.lo }
func (k *key) sub(o *key) { k.hi -= o.hi; k.lo -= o.lo }

// keys are the random words. They are the same in each run.
type keys struct {
	on     [cardNumbers][cardNumbers]key
	hidden [cardNumbers]key
	up     [cardNumbers]key
	talon  [64][64]key // cards drawn, turn-overs left
}

func newKeys() *keys {
	k, r := new(keys), splitmix(1)
	for c := range k.on {
		for b := range k.on[c] {
			k.on[c][b] = r.key()
		}
		k.hidden[c], k.up[c] = r.key(), r.key()
	}
	for d := range k.talon {
		for t := range k.talon[d] {
			k.talon[d][t] = r.key()
		}
	}
	return k
}

// key is the key of a whole position. Turn-overs that can't be needed are left
// out of it: each card of the talon takes at most one.
func (g *model) key(p *position) key {
	k := p.sum
	k.add(&g.keys.talon[p.drawn][min(int(p.turns), p.talonLeft())])
	return k
}

// splitmix is the SplitMix64 generator of Steele, Lea and Flood (2014).
type splitmix uint64

func (r *splitmix) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *splitmix) key() key { return key{r.next(), r.next()} }

// A table remembers the fewest draws and moves to each position seen, in 16
// bytes an entry. See [key] for its exactness.
//
// It is an extendible hash table: the first bits of a key choose a segment, and
// a full segment is split in two. So it never stops for long to grow, which a
// search that has to end within milliseconds can't afford, and needs no second
// copy of itself.
type table struct {
	dir   []*segment // by the first bits of the key
	bits  uint8      // how many
	count int        // segments
}

// A segment is an open-addressing table of the keys that have their first
// depth bits in common.
type segment struct {
	slots [segmentSlots]entry
	n     int // slots taken
	depth uint8
}

// An entry holds 64 bits of the key, 48 further ones, and the length plus one
// in the low 16 bits; 0 there means that the slot is free.
type entry struct{ lo, hi uint64 }

const (
	segmentSlots = 1 << 12
	segmentFull  = segmentSlots / 4 * 3
	slotLength   = 1<<16 - 1
	maxLength    = slotLength - 1 // the longest line that a table can count
)

func newTable() table {
	return table{dir: []*segment{new(segment)}, count: 1}
}

func (t *table) bytes() int {
	return t.count*int(unsafe.Sizeof(segment{})) + len(t.dir)*8
}

func (t *table) segment(k *key) *segment { return t.dir[k.hi>>(64-t.bits)] }

// find returns the slot of a key, or the free slot where it would go.
func (s *segment) find(k *key) *entry {
	for i := k.lo; ; i++ {
		slot := &s.slots[i%segmentSlots]
		if slot.hi == 0 || slot.lo == k.lo && (slot.hi^k.hi)>>16 == 0 {
			return slot
		}
	}
}

// get returns the length noted for a key.
func (t *table) get(k *key) (int, bool) {
	slot := t.segment(k).find(k)
	return int(slot.hi&slotLength) - 1, slot.hi != 0
}

// lower notes a length and reports whether it is the shortest so far.
func (t *table) lower(k *key, length int) bool {
	s := t.segment(k)
	slot := s.find(k)
	if slot.hi != 0 && int(slot.hi&slotLength) <= length+1 {
		return false
	}
	if slot.hi == 0 {
		for s.n >= segmentFull {
			t.split(s, k)
			s = t.segment(k)
		}
		slot = s.find(k)
		s.n++
	}
	*slot = entry{k.lo, k.hi&^slotLength | uint64(length+1)}
	return true
}

// split divides the segment of a key by the next bit of its keys.
func (t *table) split(s *segment, k *key) {
	if s.depth == t.bits {
		t.double()
	}
	depth := s.depth + 1
	halves := [2]*segment{{depth: depth}, {depth: depth}}
	for i := range s.slots {
		if old := &s.slots[i]; old.hi != 0 {
			half := halves[old.hi>>(64-depth)&1]
			*half.find(&key{hi: old.hi, lo: old.lo}) = *old
			half.n++
		}
	}
	t.count++
	span := len(t.dir) >> s.depth
	first := int(k.hi>>(64-t.bits)) / span * span
	for i := range span {
		t.dir[first+i] = halves[i/(span/2)]
	}
}

// double gives each entry of the directory two places.
func (t *table) double() {
	dir := make([]*segment, 0, 2*len(t.dir))
	for _, s := range t.dir {
		dir = append(dir, s, s)
	}
	t.dir, t.bits = dir, t.bits+1
}
