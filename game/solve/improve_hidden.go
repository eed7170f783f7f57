package solve

import "github.com/solitaire-chat/solitaire/game"

// An impHidden holds what is known for good of the cards that were face down at
// the start: nothing under one of them moves until it has left.
type impHidden struct {
	higher [impCards]uint64 // of a card: those of its suit that are higher
	after  [impCards]uint64 // of a face-down card: those that can't go up before it or one under it
	under  [impCards]uint64 // of a face-down card: those that can't go up before one under it
	forced [impCards]uint8  // of a face-down card: forced moves of it and those under it, see pileBound
	rivals [impCards]uint64 // of a face-down card: those that it is in a pair with, see cycleBound
	plain  uint64           // face-down cards that pileBound counts no move of
}

func (h *impHidden) setHigher() {
	for c := uint8(game.Ace << 2); c < impCards; c++ {
		for d := c + game.Suits; d < impCards; d += game.Suits {
			h.higher[c] |= 1 << d
		}
	}
}

// setHidden adds a card that lies face down on another, or on none.
func (h *impHidden) setHidden(c, on uint8) {
	h.under[c] = h.after[on]
	h.after[c] = h.after[on] | h.higher[c]
	h.forced[c] = h.forced[on]
	if h.under[c]>>c&1 != 0 {
		h.forced[c]++
	} else {
		h.plain |= 1 << c
	}
}

func (h *impHidden) setRivals() {
	for c := range h.rivals {
		for d := range h.rivals {
			if h.plain>>c&1 != 0 && h.plain>>d&1 != 0 && h.under[c]>>d&1 != 0 && h.under[d]>>c&1 != 0 {
				h.rivals[c] |= 1 << d
			}
		}
	}
}
