package solve

// limRules are the rules by which the engine leaves moves and positions out,
// one bit each. All are on but in tests.
type limRules uint16

const (
	limSafeTableau limRules = 1 << iota // see forced
	limSafeTalon                        // see forced
	limSafeBack                         // a safe card doesn't come back
	limClear                            // see kings
	limTime                             // see limTable.asGood
	limHopeless                         // see hopeless
	limSleep                            // see limAsleep
	limEager                            // see eager
	limStuck
	limRulesEnd
	limAllRules = (limRulesEnd - 1)
)

func (d *limDeal) on(rule limRules) bool { return d.rules&rule != 0 }

// safe returns the cards that lose nothing by being on their foundation, given
// that all cards of their suit below them are: no card that could be put on
// them needs it. Either
//
//   - both cards of the rank below and the other colour are up (without return
//     this is all), or
//   - both such cards of rank - 2 are up, and the twin's suit has rank - 3:
//     then a card that might be put on this one can go up itself, and so can
//     the one that might be put on that.
//
// Solvitaire proves the second (JAIR 85:21, appendix B); the argument exchanges
// moves to a pile for moves to a foundation at the same time, so it holds with
// any number of passes.
func (d *limDeal) safe(s *limState) limSet {
	both := s.up.both()
	safe := (both.flip()<<8 | 0xFF) & (both.flip()<<12 | 0xFFF)
	if !d.ret {
		safe |= both<<4 | limAces
	}
	return safe
}

// forced returns a move that loses nothing, if there is one: a safe card that
// lies free goes up. So does the top of the waste if that moves no later draw:
// in the last pass, or when one card is drawn at a time. And so does a card
// which is drawn alone, since afterwards the waste is as it was before.
func (d *limDeal) forced(s *limState) (limMove, bool) {
	next := s.next(d.deck)
	safe := next & d.safe(s)
	if set := safe & s.free(); set != 0 && d.on(limSafeTableau) {
		return limMove{kind: limUp, card: set.first(), clear: noCard}, true
	}
	if d.on(limEager) {
		if m, ok := d.eager(s); ok {
			return m, true
		}
	}
	if d.draw > 1 && s.pass < d.passes || !d.on(limSafeTalon) {
		return limMove{}, false
	}
	n := s.left()
	if s.drawn > 0 {
		if card := d.talonCard(s, s.drawn-1); safe.has(card) {
			return limMove{kind: limTalUp, card: card, clear: noCard, pass: s.pass, drawn: s.drawn}, true
		}
	}
	if s.drawn < n && min(d.draw, n-s.drawn) == 1 {
		if card := d.talonCard(s, s.drawn); safe.has(card) {
			return limMove{kind: limTalUp, card: card, clear: noCard, pass: s.pass, drawn: s.drawn + 1}, true
		}
	}
	return limMove{}, false
}

// talonCard returns the i-th card left in the talon, from 0.
func (d *limDeal) talonCard(s *limState, i uint8) uint8 {
	t := s.talon
	for range i {
		t &= t - 1
	}
	return d.stock[limSet(t).first()]
}
