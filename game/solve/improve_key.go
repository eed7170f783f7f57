package solve

// An impKey tells positions apart whatever the order of their piles. It is the
// sum of random words over "card c lies on card b", "c is face down", "c is up"
// and the border of the talon; the cards of the talon follow from the rest.
//
// It is a hash: two positions may share one. The table keeps 112 bits of it, so
// that among 10⁸ positions the chance of any such pair is below 10⁻¹⁷.
type impKey struct{ hi, lo uint64 }

func (k *impKey) add(o *impKey) { k.hi += o.hi; k.lo += o.lo }
func (k *impKey) sub(o *impKey) { k.hi -= o.hi; k.lo -= o.lo }

// impKeys are the random words. They are the same in each run.
type impKeys struct {
	on     [impCards][impCards]impKey
	hidden [impCards]impKey
	up     [impCards]impKey
	talon  [64][64]impKey // cards drawn, turn-overs left
}

func newImpKeys() *impKeys {
	k, r := new(impKeys), impSplitmix(1)
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
func (g *impGame) key(p *impPos) impKey {
	k := p.sum
	k.add(&g.keys.talon[p.drawn][min(int(p.turns), p.talonLeft())])
	return k
}

// impSplitmix is the SplitMix64 generator of Steele, Lea and Flood (2014).
type impSplitmix uint64

func (r *impSplitmix) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *impSplitmix) key() impKey { return impKey{r.next(), r.next()} }
