package solve

import "math/bits"

// impMaxMoves is more than any position has: from the tableau at most 52 cards
// with two places each, and as many from the talon with one more.
const impMaxMoves = 52 * 7

// An impMoves collects the moves of one position.
type impMoves struct {
	list [impMaxMoves]impMove
	n    int
}

func (l *impMoves) add(m impMove) {
	l.list[l.n] = m
	l.n++
}

// moves lists what can be done in a position.
func (g *impGame) moves(p *impPos, l *impMoves) {
	l.n = 0
	if g.prune&pruneImpSafe != 0 && g.safeMove(p, l) {
		return
	}
	wanted := g.wanted(p)
	for i := range uint8(g.rules.Piles) {
		g.pileMoves(p, i, wanted, l)
	}
	if p.left != 0 {
		g.talonMoves(p, wanted, l)
	}
	if g.back {
		g.backMoves(p, wanted, l)
	}
}

// wanted has bit c set if some pile takes card c.
func (g *impGame) wanted(p *impPos) (w uint64) {
	for _, t := range p.top[:g.rules.Piles] {
		switch {
		case t == 0:
			w |= 0xf << (g.king << 2)
		case impRed(t):
			w |= 0b1001 << (impRank(t)<<2 - 4)
		default:
			w |= 0b0110 << (impRank(t)<<2 - 4)
		}
	}
	return w
}

// pileMoves lists the moves of a pile's face-up cards.
//
// pruneImpKing: piles are equal but for their cards, so moving a pile as a
// whole to an empty place changes nothing.
func (g *impGame) pileMoves(p *impPos, src uint8, wanted uint64, l *impMoves) {
	c := p.top[src]
	if c == 0 {
		return
	}
	if p.fitsUp(c) {
		l.add(impMove{card: c, onto: impUp, src: src})
	}
	for c != 0 && p.isFaceUp(c) {
		under := p.below[c]
		whole := under == 0 && g.prune&pruneImpKing != 0
		if wanted>>c&1 != 0 && !g.skipsPart(p, c, under) {
			g.putMoves(p, impMove{card: c, src: src}, whole, l)
		}
		if !g.groups && !(under != 0 && impBuilds(c, under)) {
			return
		}
		c = under
	}
}

// skipsPart is pruneImpPartial, for Klondike without return: a run's lower part
// moves from its card p to the twin q of p only if p then goes up.
//
// Proof, after the partial-run theorem of Blake and Gent (JAIR 85:21, appendix
// B), with an eye on the length. Only p and q take the part's first card c or
// its twin c'. Leave the move out, and put c' on q where the line puts it on p:
// then all goes on as before, with what hangs on p and q swapped, whatever runs
// they are moved in. When the line puts p up, c' has gone up or never came, so
// q is free: make the move now. When it puts q up, c has gone up from p: if c'
// hangs on q, move it to p now, else nothing is left to do. So the move was put
// off until just before p (or q) goes up, or saved, and nothing was added.
func (g *impGame) skipsPart(p *impPos, c, under uint8) bool {
	return g.prune&pruneImpPartial != 0 && !g.groups && !g.back &&
		under != 0 && p.isFaceUp(under) && impBuilds(c, under) && !p.fitsUp(under)
}

// putMoves lists the places of the tableau for a card.
//
// pruneImpEmpty: piles are equal but for their cards, so one empty pile is as
// good as another.
func (g *impGame) putMoves(p *impPos, m impMove, whole bool, l *impMoves) {
	king, empties := impRank(m.card) == g.king, 0
	for i := range uint8(g.rules.Piles) {
		t := p.top[i]
		if i == m.src || t == 0 && (!king || whole) || t != 0 && !impBuilds(m.card, t) {
			continue
		}
		if t == 0 {
			empties++
			if empties > 1 && g.prune&pruneImpEmpty != 0 {
				continue
			}
		}
		m.onto, m.dst = t, i
		l.add(m)
	}
}

// talonMoves lists the plays of each card that drawing can bring to the top of
// the waste: in the pass under way, then in the next one. Cards that this pass
// reaches are not listed again; they would cost more.
func (g *impGame) talonMoves(p *impPos, wanted uint64, l *impMoves) {
	var cards [64]uint8
	n := 0
	for left := p.left; left != 0; left &= left - 1 {
		cards[n] = g.talon[bits.TrailingZeros64(left)]
		n++
	}
	var seen uint64
	m := impMove{src: impTalon}
	at := int(p.drawn)
	for {
		if at > 0 && seen>>at&1 == 0 {
			seen |= 1 << at
			m.card = cards[at-1]
			g.playMoves(p, m, wanted, l)
		}
		switch {
		case at < n:
			at = min(at+g.rules.Draw, n)
			m.draws++
		case m.turned == 0 && p.turns > 0:
			m.turned = 1
			at = min(g.rules.Draw, n)
			m.draws++
		default:
			return
		}
	}
}

// playMoves lists the plays of the top of the waste.
func (g *impGame) playMoves(p *impPos, m impMove, wanted uint64, l *impMoves) {
	if p.fitsUp(m.card) {
		m.onto = impUp
		l.add(m)
	}
	if wanted>>m.card&1 != 0 {
		g.putMoves(p, m, false, l)
	}
}

// backMoves lists the moves of the foundations' top cards.
func (g *impGame) backMoves(p *impPos, wanted uint64, l *impMoves) {
	for suit, up := range p.up {
		if c := up<<2 | uint8(suit); up > 0 && wanted>>c&1 != 0 {
			g.putMoves(p, impMove{card: c, src: impUpPile}, false, l)
		}
	}
}
