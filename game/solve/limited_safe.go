package solve

import "math/bits"

// limRules are the rules by which the engine leaves moves and positions out,
// one bit each. All are on but in tests.
type limRules uint16

const (
	limSafe      limRules = 1 << iota // safe face-up cards go up at once: see forced
	limSafeTalon                      // and so do safe talon cards
	limSafeBack                       // a safe card doesn't come back
	limClear                          // piles are emptied for kings only: see limGen.king
	limTime                           // earlier is as good: see limTable.asGood
	limSleep                          // see limAsleep
	limEager                          // see eager
	limStuck                          // see stuck
	limLazy                           // see lazy
	limRulesEnd
	limAllRules = limRulesEnd - 1
)

func (d *limDeal) on(rule limRules) bool { return d.rules&rule != 0 }

// safe returns the cards that lose nothing by being on their foundation, given
// that all lower cards of their suit are: no card that could be put on them
// needs it. Either
//
//   - both cards of the rank below and the other colour are up (without return
//     that is all there is to it), or
//   - both such cards of rank - 2 are up, and the twin's suit has rank - 3:
//     then a card that might be put on this one can go up itself, and so can
//     the one that might be put on that.
//
// Solvitaire proves the second (JAIR 85:21, appendix B). The argument
// exchanges moves to a pile for moves to a foundation at the same time, so it
// holds with any number of passes.
func (d *limDeal) safe(s *limState) limSet {
	both := s.up.both()
	safe := (both.flip()<<8 | 0xFF) & (both.flip()<<12 | 0xFFF)
	if !d.ret {
		safe |= both<<4 | limAces
	}
	return safe
}

// forced returns a move that loses nothing, if there is one. A safe card that
// lies free goes up. So does the top of the waste if that moves no later draw:
// in the last pass, or when one card is drawn at a time. And so does a card
// which is then drawn alone, since afterwards the waste is as it was before.
func (d *limDeal) forced(s *limState) (limMove, bool) {
	safe := s.next(d.deck) & d.safe(s)
	if set := safe & s.free(); set != 0 && d.on(limSafe) {
		return limMove{kind: limUp, card: set.first(), clear: limNoCard}, true
	}
	if safe&s.rest != 0 && d.on(limSafeTalon) && (d.draw == 1 || s.pass == d.passes) {
		for set := safe & s.rest; set != 0; set &= set - 1 {
			if card := set.first(); d.handy(s, card) {
				return limMove{kind: limTalUp, card: card, clear: limNoCard, pass: s.pass}, true
			}
		}
	}
	if d.on(limEager) {
		return d.eager(s)
	}
	return limMove{}, false
}

// handy reports whether a talon card is the top of the waste, or is drawn
// alone next. Where cards can be had at any time, each is.
func (d *limDeal) handy(s *limState, card uint8) bool {
	at := d.at[card]
	if d.always {
		return true
	}
	if at < s.edge {
		return s.waste()>>at == 1
	}
	stock := s.talon >> s.edge
	return bits.TrailingZeros32(stock) == int(at-s.edge) && (d.draw == 1 || bits.OnesCount32(stock) == 1)
}

// top returns the top of the waste, which isn't empty.
func (d *limDeal) top(s *limState) uint8 { return d.stock[bits.Len32(s.waste())-1] }
