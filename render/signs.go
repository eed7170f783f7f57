package render

import (
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// MaxSigns is more than [Signs] ever writes, in characters.
const MaxSigns = 1000

// Signs returns the board in one line of signs, for those who can't see its
// picture: stock and waste, the foundations, then the piles by number.
//
//	##×13 w 3♦ 9♠ [10♥] | f 2♣ A♦ -♥ A♠ | 1 K♠ Q♥ | 2 ##×1 10♦ | 3 --
func Signs(v game.View) string {
	var parts []string
	if v.Rules.HasStock() {
		parts = append(parts, upperSigns(v))
	}
	up := []string{"f"}
	for i, rank := range v.Foundations {
		up = append(up, foundationSign(rank, game.Suit(i), Unicode))
	}
	parts = append(parts, strings.Join(up, " "))
	for i, p := range v.Piles {
		parts = append(parts, strconv.Itoa(i+1)+" "+pileSigns(p))
	}
	return strings.Join(parts, " | ")
}

func upperSigns(v game.View) string {
	stock := faceDown
	if len(v.Stock) == 0 {
		stock = noCard
	}
	signs := []string{stock + timesSign(Unicode) + strconv.Itoa(len(v.Stock)), "w"}
	cards := fan(v)
	for i, c := range cards {
		sign := Card(c, Unicode)
		if i == len(cards)-1 {
			sign = "[" + sign + "]"
		}
		signs = append(signs, sign)
	}
	if len(cards) == 0 {
		signs = append(signs, noCard)
	}
	return strings.Join(signs, " ")
}

func pileSigns(p game.ViewPile) string {
	var signs []string
	if p.Hidden > 0 {
		signs = append(signs, faceDown+timesSign(Unicode)+strconv.Itoa(p.Hidden))
	}
	for _, c := range p.Up {
		signs = append(signs, Card(c, Unicode))
	}
	if len(signs) == 0 {
		return noCard
	}
	return strings.Join(signs, " ")
}
