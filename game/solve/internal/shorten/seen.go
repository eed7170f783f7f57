package shorten

// A key tells positions apart whatever the order of their piles. It is the
// sum of random words over "card c lies on card b", "c is face down", "c is up"
// and the border of the talon; the cards of the talon follow from the rest.
//
// It is a hash: two positions may share one. Among 10⁸ positions the chance of any
// such pair is below 10⁻²².
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

// A seen remembers the fewest draws and moves to each position seen.
type seen map[key]uint16

// maxLength is the longest line that it can count.
const maxLength = 1<<16 - 1

// bytes estimates the memory in use: an entry takes 25 bytes, and the map is from
// 44 to 88 % full.
func (t seen) bytes() int { return 44 * len(t) }

// lower notes a length and reports whether it is the shortest so far.
func (t seen) lower(k *key, length int) bool {
	if old, ok := t[*k]; ok && int(old) <= length {
		return false
	}
	t[*k] = uint16(length)
	return true
}
