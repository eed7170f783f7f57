package shorten

import "math/bits"

// moves appends the moves of a position.
func (g *model) moves(p *position, l []move) []move {
	if g.prune&pruneSafe != 0 {
		if m, ok := g.safeMove(p); ok {
			return append(l, m)
		}
	}
	wanted := g.wanted(p)
	for i := range uint8(g.rules.Piles) {
		l = g.pileMoves(p, i, wanted, l)
	}
	if p.left != 0 {
		l = g.talonMoves(p, wanted, l)
	}
	if g.back {
		for suit, up := range p.up {
			if c := up<<2 | uint8(suit); up > 0 && wanted>>c&1 != 0 {
				l = g.putMoves(p, move{card: c, src: fromFoundation}, false, l)
			}
		}
	}
	return l
}

// wanted has bit c set if some pile takes card c.
func (g *model) wanted(p *position) (w uint64) {
	for _, t := range p.top[:g.rules.Piles] {
		switch {
		case t == 0:
			w |= 0xf << (g.king << 2)
		case isRed(t):
			w |= 0b1001 << (rankOf(t)<<2 - 4)
		default:
			w |= 0b0110 << (rankOf(t)<<2 - 4)
		}
	}
	return w
}

// pileMoves lists the moves of a pile's face-up cards.
//
// pruneKing: piles differ only in their cards, so moving a whole pile to an empty place
// changes nothing.
func (g *model) pileMoves(p *position, src uint8, wanted uint64, l []move) []move {
	c := p.top[src]
	if c != 0 && p.fitsUp(c) {
		l = append(l, move{card: c, onto: toFoundation, src: src})
	}
	for c != 0 && p.isFaceUp(c) {
		under := p.below[c]
		whole := under == 0 && g.prune&pruneKing != 0
		if wanted>>c&1 != 0 && !g.skipsPart(p, c, under) {
			l = g.putMoves(p, move{card: c, src: src}, whole, l)
		}
		if !g.groups && !(under != 0 && fits(c, under)) {
			break
		}
		c = under
	}
	return l
}

// skipsPart is prunePartial, for Klondike without return: the lower part of a run moves
// from its card p to the twin q of p only if p then goes up.
//
// Proof, after the partial-run theorem of Blake and Gent (JAIR 85:21, appendix B), taking
// the length into account. Only p and q take the part's first card c or its twin c'. Omit
// the move, and put c' on q where the line puts it on p: then everything continues as
// before, with the cards on p and q exchanged, whatever runs they move in. When the line
// puts p up, c' has gone up or never came, so q is free: make the move now. When it puts
// q up, c has gone up from p: if c' lies on q, move it to p now; otherwise nothing is
// left to do. So the move was put off until just before p (or q) goes up, or saved, and
// nothing was added.
func (g *model) skipsPart(p *position, c, under uint8) bool {
	return g.prune&prunePartial != 0 && !g.groups && !g.back &&
		under != 0 && p.isFaceUp(under) && fits(c, under) && !p.fitsUp(under)
}

// putMoves lists the places in the tableau for a card.
//
// pruneEmpty: piles differ only in their cards, so one empty pile is as good as another.
func (g *model) putMoves(p *position, m move, whole bool, l []move) []move {
	king, empties := rankOf(m.card) == g.king, 0
	for i := range uint8(g.rules.Piles) {
		t := p.top[i]
		if i == m.src || t == 0 && (!king || whole) || t != 0 && !fits(m.card, t) {
			continue
		}
		if t == 0 {
			empties++
			if empties > 1 && g.prune&pruneEmpty != 0 {
				continue
			}
		}
		m.onto, m.dst = t, i
		l = append(l, m)
	}
	return l
}

// talonMoves lists the plays of each card that drawing can bring to the top of the waste:
// in the current pass, then in the next one. It doesn't list cards again that the current
// pass reaches, since they would cost more.
func (g *model) talonMoves(p *position, wanted uint64, l []move) []move {
	var cards [64]uint8
	n := 0
	for left := p.left; left != 0; left &= left - 1 {
		cards[n] = g.talon[bits.TrailingZeros64(left)]
		n++
	}
	var seen uint64
	m := move{src: fromTalon}
	at := int(p.drawn)
	for {
		if at > 0 && seen>>at&1 == 0 {
			seen |= 1 << at
			m.card = cards[at-1]
			if p.fitsUp(m.card) {
				m.onto = toFoundation
				l = append(l, m)
			}
			if wanted>>m.card&1 != 0 {
				l = g.putMoves(p, m, false, l)
			}
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
			return l
		}
	}
}

// safeMove returns a move that puts up a safe card, if there is one. A shortest win can
// begin with it, so no other move needs to be tried (pruneSafe).
func (g *model) safeMove(p *position) (move, bool) {
	for i := range uint8(g.rules.Piles) {
		if c := p.top[i]; c != 0 && p.fitsUp(c) && g.safe(p, c) {
			return move{card: c, onto: toFoundation, src: i}, true
		}
	}
	if g.rules.Draw != 1 || p.drawn == 0 {
		return move{}, false
	}
	left := p.left
	for range p.drawn - 1 {
		left &= left - 1
	}
	top := g.talon[bits.TrailingZeros64(left)]
	return move{card: top, onto: toFoundation, src: fromTalon}, p.fitsUp(top) && g.safe(p, top)
}

// safe reports whether a card c of rank r that can go up may do so at once without making
// the shortest win longer. Suppose a line puts c up later. Put it up now, and omit all
// later moves of c alone; where c would move along with others, they go without it. The
// remaining line is legal as long as nothing is put on c, and it is no longer.
//
//   - Nothing ever goes on an ace.
//   - Without return, nothing can be put on c if both foundations of the other
//     colour hold r−1 cards. This holds for Yukon too.
//   - In Klondike without return it is enough that they hold r−2 and that of
//     c's twin r−3 (Blake and Gent, JAIR 85:21, appendix B): a card x that the
//     line puts on c goes up instead, after the twin's card y of rank r−2, the
//     only one that may lie on x. Each of them goes up once in either line, so
//     the move onto c or x is saved.
//   - In Klondike with return a two is safe: only aces could be put on it, and
//     they go up instead.
//
// On the waste this holds only at draw 1, where taking a card doesn't bring another card
// later to the top; at higher draw counts it shifts the draws.
func (g *model) safe(p *position, c uint8) bool {
	r, suit := rankOf(c), suitOf(c)
	if r == 1 {
		return true
	}
	if g.back {
		return r == 2 && !g.groups
	}
	other := min(p.up[suit^1], p.up[suit^2])
	twin := p.up[suit^3]
	return other+1 >= r || !g.groups && other+2 >= r && twin+3 >= r
}
