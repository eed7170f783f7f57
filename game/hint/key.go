package hint

import "github.com/solitaire-chat/solitaire/game"

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

// placeKey tells apart what lies differently before the player. With unlimited
// passes the number of the pass is no part of it.
func placeKey(v *game.View) uint64 {
	d := digestStart
	for i := range v.Piles {
		d.add(v.Piles[i].Hidden)
		d.addCards(v.Piles[i].Up)
	}
	d.addCards(v.Waste)
	d.addCards(v.Stock)
	return uint64(d.rest(v))
}

// progressKey tells apart what is different for the rest of the game. In
// Klondike it doesn't matter which of two cards a run lies on: see package
// solve. With unlimited passes and all cards known neither does where in the
// stock the game is, as a draw can be had again.
func progressKey(v *game.View) uint64 {
	if !v.Rules.HasStock() {
		return placeKey(v)
	}
	d := digestStart
	for i := range v.Piles {
		d.add(fixed(&v.Piles[i], v.Rules.Ranks))
	}
	d.addCards(v.Waste[:cut(v)])
	d.addCards(append(append([]game.Card(nil), v.Waste[cut(v):]...), v.Stock...))
	return uint64(d.rest(v))
}

// cut returns how much of the waste to keep apart from what follows: all of it,
// unless drawing on leads back here, and then only what comes first.
func cut(v *game.View) int {
	if free(v) && pure(v) {
		return 0
	}
	return len(v.Waste)
}

// fixed counts the cards of a pile that lie where the deal put them: the
// face-down ones and the one on them. A king with nothing under it may as well
// have been moved there.
func fixed(p *game.ViewPile, ranks int) int {
	if len(p.Up) == 0 || p.Hidden == 0 && p.Up[0].Rank() == ranks {
		return 0
	}
	return p.Hidden + 1
}

func (d digest) rest(v *game.View) digest {
	for _, up := range v.Foundations {
		d.add(up)
	}
	if v.Rules.Passes > 0 {
		d.add(v.Pass)
	}
	return d
}

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
