package solve

// A limLore is what searches of one game with limited passes have found out
// about its positions, whichever search asks.
type limLore struct {
	dead  *limTable // a position is lost if one as good is here
	alive *limTable // exact positions that can be won
}

func newLimLore(d *limDeal, s *limState, memory int64) limLore {
	l := limLore{
		dead:  sizedLimTable(d, s, memory/3*2, loreSlots),
		alive: sizedLimTable(d, s, memory/3, loreSlots),
	}
	l.alive.exact = true
	return l
}

// loreSlots is where a lore begins: most games that are asked about are soon put
// away.
const loreSlots = 64

// lookup returns what is known of a position.
func (l *limLore) lookup(s *limState) Verdict {
	switch {
	case l.dead.has(s):
		return Unwinnable
	case l.alive.has(s):
		return Winnable
	}
	return Unknown
}

// learn keeps what a search that has ended has shown: when it tried everything,
// all that it saw is lost; when it won, the positions on the way are won. What
// finds no room is forgotten.
func (l *limLore) learn(e *limSearch, end limEnd, b *budget) {
	switch end {
	case limDone:
		for _, entry := range e.table.slots {
			if entry != 0 && l.dead.room(b) {
				l.dead.insert(entry)
			}
		}
	case limWon:
		for i := range e.stack {
			if s := &e.stack[i].s; !e.stack[i].waits && l.alive.room(b) {
				l.alive.visit(s)
			}
		}
	}
}
