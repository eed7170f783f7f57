package table

import "github.com/solitaire-chat/solitaire/game/solve/internal/search"

// Proofs is a cache of what searches of one game have proved about its positions. Its
// entries hold for every search of that game.
type Proofs struct{ lost, won Table }

// Reset empties the cache and sets the most bytes to use.
func (p *Proofs) Reset(memory int64, stop func() bool) {
	p.lost.Reset(memory/3*2, stop)
	p.lost.spread = secondSpread
	p.won.Reset(memory/3, stop)
}

// Lost adds every position of a table, until stop returns true. It drops positions for
// which there is no room.
func (p *Proofs) Lost(seen *Table, stop func() bool) {
	for i, word := range seen.slots {
		if i%(1<<16) == 1<<16-1 && stop() {
			break
		}
		if word != 0 {
			p.lost.Add(word)
		}
	}
}

// Won adds a position.
func (p *Proofs) Won(word uint64) { p.won.Add(word) }

// Lookup returns what is known about a position.
func (p *Proofs) Lookup(word uint64) search.Verdict {
	switch {
	case p.lost.Has(word):
		return search.Unwinnable
	case p.won.Has(word):
		return search.Winnable
	}
	return search.Unknown
}
