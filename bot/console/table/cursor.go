package table

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// A way is a direction of the cursor.
type way uint8

const (
	up way = iota
	down
	left
	right
)

// lane is a column of spots from the top down: the place above a pile, then the pile's
// cards.
type lane struct {
	upper []spot
	cards []spot
	first int // the row of the first card, counted in cards from the pile's beginning
}

// lanes returns the spots of a view, column by column. Without a stock, the
// foundations are a column of their own.
func lanes(v *game.View) []lane {
	list := make([]lane, len(v.Piles), len(v.Piles)+1)
	for i, p := range v.Piles {
		list[i].first = p.Hidden
		for at := range max(len(p.Up), 1) {
			list[i].cards = append(list[i].cards, spot{game.Pile(i + 1), at})
		}
	}
	var founds []spot
	for suit := range game.Suit(game.Suits) {
		founds = append(founds, spot{pile: game.FoundationOf(suit)})
	}
	if !v.Rules.HasStock() {
		return append(list, lane{cards: founds})
	}
	above := func(lane int, s spot) {
		if lane < len(list) {
			list[lane].upper = []spot{s}
		}
	}
	above(0, spot{pile: game.Stock})
	above(1, spot{pile: game.Waste})
	for i, s := range founds {
		above(foundCol+i, s)
	}
	return list
}

// exists reports whether the cursor can stand on a spot.
func exists(v *game.View, s spot) bool {
	return slices.ContainsFunc(lanes(v), func(l lane) bool {
		return slices.Contains(l.upper, s) || slices.Contains(l.cards, s)
	})
}

// last returns the spot of a pile's last card, or of any other place.
func last(v *game.View, p game.Pile) spot {
	if !p.Tableau() || int(p) > len(v.Piles) {
		return spot{pile: p}
	}
	return spot{p, max(len(v.Piles[p-1].Up)-1, 0)}
}

// step returns the spot to which an arrow key moves the cursor. Left and right wrap
// around; up and down stop at the ends.
func step(v *game.View, from spot, to way) spot {
	list := lanes(v)
	for i, l := range list {
		if at := slices.Index(l.upper, from); at >= 0 {
			return fromUpper(list, i, to)
		}
		if at := slices.Index(l.cards, from); at >= 0 {
			return fromCard(list, i, at, to)
		}
	}
	return last(v, 1)
}

func fromUpper(list []lane, i int, to way) spot {
	switch to {
	case up:
		return list[i].upper[0]
	case down:
		return list[i].cards[len(list[i].cards)-1]
	}
	for {
		if i = beside(list, i, to); len(list[i].upper) > 0 {
			return list[i].upper[0]
		}
	}
}

func fromCard(list []lane, i, at int, to way) spot {
	l := list[i]
	switch {
	case to == up && at > 0:
		return l.cards[at-1]
	case to == up:
		for n := i; n >= 0; n-- { // the waste is above pile 3 too
			if len(list[n].upper) > 0 {
				return list[n].upper[0]
			}
		}
		return l.cards[at]
	case to == down:
		return l.cards[min(at+1, len(l.cards)-1)]
	}
	other := list[beside(list, i, to)]
	return other.cards[min(max(l.first+at-other.first, 0), len(other.cards)-1)]
}

func beside(list []lane, i int, to way) int {
	if to == left {
		return (i + len(list) - 1) % len(list)
	}
	return (i + 1) % len(list)
}
