package shorten

// A key identifies a position whatever the order of its piles. It is the sum of random
// words for "card c lies on card b", "c is face down", "c is up" and for how much of the
// talon is drawn; the cards of the talon follow from the rest.
//
// It is a hash, so two positions may share one. A table stores 112 bits of it, so that
// among 10⁸ positions the chance of any such pair is below 10⁻¹⁷.
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

// key is the key of a whole position. It omits turn-overs that can't be needed: each card
// of the talon takes at most one.
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

// A seen maps each position seen to its fewest draws and moves, in 16 bytes per entry. It
// consists of many small tables, selected by the first bits of a key, so that none takes
// long to double: a search must end within milliseconds.
type seen struct {
	parts [1 << partBits]part
	slots int // of all parts
}

// A part is an open-addressing table.
type part struct {
	slots []entry
	n     int // slots taken
}

// An entry holds 64 bits of the key, 48 more, and the length plus one in the low 16 bits.
// 0 there means that the slot is free.
type entry struct{ lo, hi uint64 }

const (
	partBits   = 6
	partFirst  = 1 << 5 // slots
	slotLength = 1<<16 - 1
	maxLength  = slotLength - 1 // the longest line that can be counted
)

func (t *seen) bytes() int { return 16 * t.slots }

func (t *seen) part(k *key) *part { return &t.parts[k.hi>>(64-partBits)] }

// find returns the slot of a key, or the free slot where it would go.
func (p *part) find(k *key) *entry {
	mask := uint64(len(p.slots) - 1)
	for i := k.lo; ; i++ {
		slot := &p.slots[i&mask]
		if slot.hi == 0 || slot.lo == k.lo && (slot.hi^k.hi)>>16 == 0 {
			return slot
		}
	}
}

// get returns the length stored for a key.
func (t *seen) get(k *key) (length int, ok bool) {
	p := t.part(k)
	if p.n == 0 {
		return 0, false
	}
	slot := p.find(k)
	return int(slot.hi&slotLength) - 1, slot.hi != 0
}

// lower stores a length, and reports whether it is the shortest so far.
func (t *seen) lower(k *key, length int) bool {
	p := t.part(k)
	if 4*p.n >= 3*len(p.slots) {
		old := p.slots
		p.slots = make([]entry, max(partFirst, 2*len(old)))
		t.slots += len(p.slots) - len(old)
		for _, e := range old {
			if e.hi != 0 {
				*p.find(&key{hi: e.hi, lo: e.lo}) = e
			}
		}
	}
	slot := p.find(k)
	if slot.hi == 0 {
		p.n++
	} else if int(slot.hi&slotLength) <= length+1 {
		return false
	}
	*slot = entry{k.lo, k.hi&^slotLength | uint64(length+1)}
	return true
}
