package render

import "strings"

// Escapes for the colours of cards. Terminals and Discord's code blocks know
// them. Black is the colour of the text around, whatever that is.
const (
	escRed   = "\x1b[31m"
	escGreen = "\x1b[32m"
	escBlue  = "\x1b[34m"
	escReset = "\x1b[0m"
)

// Paint colours the cards of a board drawn in [Coloured] or [Unicode] style: red
// ones, or with four colours also clubs green and diamonds blue. Nothing is said
// by colour alone: the board is the same without it.
func Paint(board string, fourColours bool) string {
	var b strings.Builder
	b.Grow(2 * len(board))
	for len(board) > 0 {
		end := strings.IndexAny(board, suitSigns)
		if end < 0 {
			break
		}
		begin := strings.LastIndexAny(board[:end], " \n[") + 1
		end += suitBytes
		b.WriteString(board[:begin])
		paint(&b, board[begin:end], fourColours)
		board = board[end:]
	}
	b.WriteString(board)
	return b.String()
}

// paint writes one card, whose suit is its last sign.
func paint(b *strings.Builder, card string, fourColours bool) {
	colour := ""
	switch sign := card[len(card)-suitBytes:]; {
	case sign == "♥", sign == "♦" && !fourColours:
		colour = escRed
	case sign == "♦":
		colour = escBlue
	case sign == "♣" && fourColours:
		colour = escGreen
	}
	if colour == "" {
		b.WriteString(card)
		return
	}
	b.WriteString(colour + card + escReset)
}
