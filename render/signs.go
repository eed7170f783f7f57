package render

import (
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// The suit signs in the order of the suits. They have no variation selectors, which would
// make them emoji on some devices and misalign the columns.
const suitSigns = "♣♦♥♠"

// suitBytes is the length of one of them in UTF-8.
const suitBytes = len(suitSigns) / game.Suits

// Signs for places without a visible card.
const (
	noCard = "--"
	noRank = "-" // before the suit of an empty foundation
)

// faceDown is the sign of a face-down card. Drawn boards have a quiet one, so that the
// cards that can be read stand out. It is of colons because shades such as ▒▒ take up to
// three cells in fonts that lack them, those of some phones among them; the columns would
// break there.
func faceDown(s Style) string {
	if s == ASCII {
		return "##"
	}
	return "::"
}

// mark stands before the card that was moved last, in the free cell of its column. Every
// font has its characters.
func mark(s Style) string {
	if s == ASCII {
		return ">"
	}
	return "»"
}

// Mark marks a card of a drawn board, for which there must be a free cell: one of a pile
// or a foundation. No card marks nothing.
func Mark(board string, s Style, c game.Card) string {
	at := strings.Index(board, " "+Card(c, s))
	if !c.Valid() || s == Text || at < 0 {
		return board
	}
	return board[:at] + mark(s) + board[at+1:]
}

// Card returns the card as a sign: "TH" in ASCII style, "10♥" in every other one, since
// messages show cards as signs even to players who use a screen reader. No card is "--".
func Card(c game.Card, s Style) string {
	switch {
	case !c.Valid():
		return noCard
	case s == ASCII:
		return c.String()
	case c.Rank() == 10:
		return "10" + suitSign(c.Suit(), s)
	}
	return c.String()[:1] + suitSign(c.Suit(), s)
}

func suitSign(suit game.Suit, s Style) string {
	if s == ASCII {
		return suit.String()
	}
	at := int(suit) * suitBytes
	return suitSigns[at : at+suitBytes]
}

func foundationSign(rank int, suit game.Suit, style Style) string {
	if rank == 0 {
		return noRank + suitSign(suit, style)
	}
	return Card(game.NewCard(rank, suit), style)
}

// Signs returns the board in one line of signs, as the description of its picture: stock
// and waste, the foundations, then the piles by number, in at most 1,000 characters.
//
//	##×13 w 3♦ 9♠ [10♥] | f 2♣ A♦ -♥ A♠ | 1 K♠ Q♥ | 2 ##×1 10♦ | 3 --
func Signs(v game.View) string {
	var parts []string
	if v.Rules.HasStock() {
		stock, waste := faceDown(ASCII), noCard
		if len(v.Stock) == 0 {
			stock = noCard
		}
		if cards := fan(v); len(cards) > 0 {
			signs := cardSigns(cards)
			signs[len(signs)-1] = "[" + signs[len(signs)-1] + "]"
			waste = strings.Join(signs, " ")
		}
		parts = append(parts, stock+"×"+strconv.Itoa(len(v.Stock))+" w "+waste)
	}
	up := "f"
	for i, rank := range v.Foundations {
		up += " " + foundationSign(rank, game.Suit(i), Unicode)
	}
	parts = append(parts, up)
	for i, p := range v.Piles {
		signs := []string{strconv.Itoa(i + 1)}
		if p.Hidden > 0 {
			signs = append(signs, faceDown(ASCII)+"×"+strconv.Itoa(p.Hidden))
		}
		if p.Empty() {
			signs = append(signs, noCard)
		}
		parts = append(parts, strings.Join(append(signs, cardSigns(p.Up)...), " "))
	}
	return strings.Join(parts, " | ")
}

func cardSigns(cards []game.Card) []string {
	signs := make([]string, len(cards))
	for i, c := range cards {
		signs[i] = Card(c, Unicode)
	}
	return signs
}

// Escape sequences for the colours of cards, for terminals and Discord's code blocks.
// Black cards keep the colour of the surrounding text.
const (
	escRed   = "31"
	escGreen = "32"
	escBlue  = "34"
	escBold  = "1"
	escReset = "\x1b[0m"
)

// Paint colours the cards of a board drawn in [Coloured] or [Unicode] style: the red
// ones, or with four colours also clubs green and diamonds blue. A marked card is bold.
// Nothing is shown by colour alone: the board is the same without it.
func Paint(board string, fourColours bool) string {
	colours := map[string]string{"♦": escRed, "♥": escRed} // by suit
	if fourColours {
		colours = map[string]string{"♣": escGreen, "♦": escBlue, "♥": escRed}
	}
	marked := mark(Unicode)
	var b strings.Builder
	b.Grow(2 * len(board))
	for {
		suit := strings.IndexAny(board, suitSigns)
		if suit < 0 {
			b.WriteString(board)
			return b.String()
		}
		begin, end := strings.LastIndexAny(board[:suit], " \n[")+1, suit+suitBytes
		look := colours[board[suit:end]]
		if at := strings.LastIndex(board[:suit], marked); at >= begin {
			begin = at
			look = strings.TrimSuffix(escBold+";"+look, ";")
		}
		card := board[begin:end]
		if look != "" {
			card = "\x1b[" + look + "m" + card + escReset
		}
		b.WriteString(board[:begin])
		b.WriteString(card)
		board = board[end:]
	}
}
