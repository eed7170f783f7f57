package hint

import "github.com/solitaire-chat/solitaire/game"

// A Table is what a player can know of a game: what lies open, and where the
// line that stands has been. There is no hidden card in it, so that nothing
// worked out from it can give one away.
type Table struct {
	View   game.View
	passed map[uint64]bool // positions of the line that stands, by placeKey
	gone   map[uint64]bool // the same by progressKey
}

// Look returns the table of a game.
func Look(g *game.Game) Table {
	t := Table{passed: map[uint64]bool{}, gone: map[uint64]bool{}}
	for s := range g.States() {
		t = t.Then(s.View())
	}
	return t
}

// NewTable returns the table at the beginning of a line.
func NewTable(v game.View) Table {
	t := Table{passed: map[uint64]bool{}, gone: map[uint64]bool{}}
	return t.Then(v)
}

// Then returns the table after another step. It takes over what t remembers, so
// that t must not be used any more.
func (t Table) Then(v game.View) Table {
	t.View = v
	t.passed[placeKey(&v)] = true
	t.gone[progressKey(&v)] = true
	return t
}

// at returns the table with another view, in the same game so far.
func (t Table) at(v game.View) Table {
	t.View = v
	return t
}

// A digest is a 64-bit FNV-1a sum. Two positions with one digest are taken for
// the same; an accident could cost a hint its best move, nothing else.
type digest uint64

const (
	digestStart digest = 0xcbf2_9ce4_8422_2325
	digestPrime digest = 0x0000_0100_0000_01b3
)

func (d *digest) add(b int) { *d = (*d ^ digest(b)) * digestPrime }

func (d *digest) addCards(cards []game.Card) {
	d.add(len(cards))
	for _, c := range cards {
		d.add(int(c))
	}
}

// rest adds foundations and, where it matters, the number of the pass.
func (d digest) rest(v *game.View) uint64 {
	for _, up := range v.Foundations {
		d.add(up)
	}
	if v.Rules.Passes > 0 {
		d.add(v.Pass)
	}
	return uint64(d)
}

// placeKey differs where the player sees a difference.
func placeKey(v *game.View) uint64 {
	d := digestStart
	for i := range v.Piles {
		d.add(v.Piles[i].Hidden)
		d.addCards(v.Piles[i].Up)
	}
	d.addCards(v.Waste)
	d.addCards(v.Stock)
	return d.rest(v)
}

// progressKey differs where there is a difference for the rest of the game. Where only
// runs move, it doesn't matter which of two cards a run lies on: see package
// solve. With unlimited passes and all cards known neither does where in the
// stock the game is, as a draw can be had again.
func progressKey(v *game.View) uint64 {
	if !shifts(v.Rules) {
		return placeKey(v)
	}
	d := digestStart
	for i := range v.Piles {
		// The cards that lie where the deal put them: the face-down ones and the
		// one on them. A king with nothing under it may as well have been moved
		// there.
		p := &v.Piles[i]
		if len(p.Up) == 0 || p.Hidden == 0 && p.Up[0].Rank() == v.Rules.Ranks {
			d.add(0)
		} else {
			d.add(p.Hidden + 1)
		}
	}
	apart := len(v.Waste) // of the waste, unless drawing on leads back here
	if free(v) && pure(v) {
		apart = 0
	}
	d.addCards(v.Waste[:apart])
	d.addCards(append(append([]game.Card(nil), v.Waste[apart:]...), v.Stock...))
	return d.rest(v)
}

// shifts reports whether a run that lies on one card may as well lie on its twin.
func shifts(r game.Rules) bool { return r.Groups == game.Runs && r.Build == game.AlternateColours }

// free reports whether drawing and turning over cost nothing: there is no limit
// on passes, and no card of the stock is still unknown.
func free(v *game.View) bool {
	return v.Rules.HasStock() && v.Rules.Passes == 0 && unseenStock(v) == 0
}

// pure reports whether the waste is as after draws from a fresh pass, so that
// whatever can be had now can be had in the next pass too.
func pure(v *game.View) bool {
	return len(v.Stock) == 0 || len(v.Waste)%v.Rules.Draw == 0
}

// unseenStock counts the cards of the stock that were not yet shown.
func unseenStock(v *game.View) int {
	n := 0
	for _, c := range v.Stock {
		if c == 0 {
			n++
		}
	}
	return n
}
