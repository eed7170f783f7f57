package hint

import (
	"encoding/binary"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// A Table is what a player can know of a game: what lies open, and the earlier positions
// of the line. It has no hidden card, so nothing computed from it can give one away.
type Table struct {
	View   game.View
	passed map[string]bool // positions of the current line, by placeKey
	gone   map[string]bool // the same by progressKey
}

// Look returns the table of a game.
func Look(g *game.Game) (t Table) {
	for s := range g.States() {
		t = t.Then(s.View())
	}
	return t
}

// NewTable returns the table at the beginning of a line.
func NewTable(v game.View) Table { return Table{}.Then(v) }

// Then returns the table after another step. It takes over the memory of t, which must
// not be used any more.
func (t Table) Then(v game.View) Table {
	if t.passed == nil {
		t.passed, t.gone = map[string]bool{}, map[string]bool{}
	}
	t.View = v
	t.passed[placeKey(&v)] = true
	t.gone[progressKey(&v)] = true
	return t
}

// at returns the table of the same game with another view.
func (t Table) at(v game.View) Table {
	t.View = v
	return t
}

// placeKey differs if the player sees a difference.
func placeKey(v *game.View) string {
	b := make([]byte, 0, keyBytes)
	for _, p := range v.Piles {
		b = appendCards(append(b, byte(p.Hidden)), p.Up)
	}
	return restKey(appendCards(appendCards(b, v.Waste), v.Stock), v)
}

const keyBytes = 96 // more than most keys need

func appendCards(b []byte, cards []game.Card) []byte {
	b = append(b, byte(len(cards)))
	for _, c := range cards {
		b = append(b, byte(c))
	}
	return b
}

// restKey adds foundations and, where it matters, the number of the pass.
func restKey(b []byte, v *game.View) string {
	for _, up := range v.Foundations {
		b = append(b, byte(up))
	}
	if v.Rules.Passes > 0 {
		b = binary.AppendUvarint(b, uint64(v.Pass))
	}
	return string(b)
}

// progressKey differs if there is a difference for the rest of the game. Where only runs
// move, it doesn't matter which of two cards a run lies on; see package solve. With
// unlimited passes and all cards known, the place in the stock doesn't matter either,
// since any draw can be repeated.
func progressKey(v *game.View) string {
	if !shifts(v.Rules) {
		return placeKey(v)
	}
	b := make([]byte, 0, keyBytes)
	for _, p := range v.Piles {
		// These are the cards where the deal put them: the face-down ones and the one on
		// them. A king with nothing under it is like one that was moved there.
		if len(p.Up) == 0 || p.Hidden == 0 && p.Up[0].Rank() == v.Rules.Ranks {
			b = append(b, 0)
		} else {
			b = append(b, byte(p.Hidden+1))
		}
	}
	apart := len(v.Waste) // of the waste, unless drawing on leads back here
	if free(v) && pure(v) {
		apart = 0
	}
	b = appendCards(b, v.Waste[:apart])
	b = appendCards(b, append(slices.Clone(v.Waste[apart:]), v.Stock...))
	return restKey(b, v)
}

// shifts reports whether a run that lies on one card can just as well lie on its twin.
func shifts(r game.Rules) bool { return r.Groups == game.Runs && r.Build == game.AlternateColours }

// free reports whether drawing and turning over cost nothing: passes are unlimited, and
// every card of the stock is known.
func free(v *game.View) bool {
	return v.Rules.HasStock() && v.Rules.Passes == 0 && unseenStock(v) == 0
}

// pure reports whether the waste is as after draws from a fresh pass, so that the next
// pass also offers everything that is available now.
func pure(v *game.View) bool {
	return len(v.Stock) == 0 || len(v.Waste)%v.Rules.Draw == 0
}

// unseenStock returns the number of unseen cards in the stock.
func unseenStock(v *game.View) int {
	n := 0
	for _, c := range v.Stock {
		if c == 0 {
			n++
		}
	}
	return n
}
