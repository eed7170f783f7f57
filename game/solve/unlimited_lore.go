package solve

// A lore is what searches of one game have found out about its positions. It
// holds for all positions of that game, whichever search asks.
type lore struct{ dead, alive table }

// reset forgets everything and sets the most bytes to use.
func (l *lore) reset(memory int64, stop func() bool) {
	l.dead.reset(memory/3*2, stop)
	l.dead.spread = secondSpread
	l.alive.reset(memory/3, stop)
}

// learn keeps what the search that just ended has shown. When it ended without
// a win, all that it saw is lost. When it found one, the positions on the way to
// it are won.
func (l *lore) learn(e *hunt, verdict Verdict, b *budget) {
	switch verdict {
	case Unwinnable:
		for i, word := range e.seen.slots {
			if i%(1<<16) == 1<<16-1 && b.ctx.Err() != nil {
				break
			}
			if word != 0 {
				l.dead.add(word) // if it is full, that much is forgotten
			}
		}
	case Winnable:
		for i := range e.stack {
			l.alive.add(word(&e.stack[i].position))
		}
	}
}

// lookup returns what is known of a position.
func (l *lore) lookup(p *position) Verdict {
	w := word(p)
	switch {
	case l.dead.has(w):
		return Unwinnable
	case l.alive.has(w):
		return Winnable
	}
	return Unknown
}
