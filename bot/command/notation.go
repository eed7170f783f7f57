package command

import (
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// An Order is one move as typed: FROM [TO] [COUNT], or d (draw, or turn over if the stock
// is empty), or r (turn over). FROM and TO are a pile 1…7, w (waste), f (foundation; fh
// or f♥ for one suit) or a card (9h, 10♠, ts). A space, >, -, → or "to" may separate
// them; : or x may also precede the count. Commas or semicolons separate several orders,
// and so does a full stop with a space, into which phones turn two spaces.
type Order struct {
	text     string // as written, folded
	kind     orderKind
	from, to spot
	count    int // 0: not said
}

// Text returns the order as it was typed, folded.
func (o Order) Text() string { return o.text }

// Readable reports whether the order follows the notation.
func (o Order) Readable() bool { return o.kind != unreadableOrder }

type orderKind uint8

const (
	unreadableOrder orderKind = iota
	moveOrder
	drawOrder
	turnOverOrder
)

// A spot is the place or the card that a word of an order names. The zero spot names nothing.
type spot struct {
	pile game.Pile
	card game.Card
}

func (s spot) named() bool { return s != spot{} }

// ParseOrders parses a list of orders. It ignores empty ones between commas.
func ParseOrders(text string) []Order {
	var orders []Order
	text = strings.ReplaceAll(text+" ", ". ", ", ")
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		if part = strings.TrimSpace(part); part != "" {
			orders = append(orders, parseOrder(part))
		}
	}
	return orders
}

func parseOrder(text string) Order {
	words := orderWords(strings.TrimLeft(text, "/"))
	if len(words) > 1 && (words[0] == "move" || words[0] == "m") {
		words = words[1:]
	}
	if len(words) == 1 {
		switch words[0] {
		case "d", "draw":
			return Order{text: text, kind: drawOrder}
		case "r", "turn-over", "turnover":
			return Order{text: text, kind: turnOverOrder}
		}
	}
	o := Order{text: text, kind: moveOrder}
	var ok bool
	if len(words) > 1 {
		last := words[len(words)-1]
		if o.count, ok = parseCount(last); ok && (len(words) == 3 || strings.ContainsRune(last, 'x')) {
			words = words[:len(words)-1]
		} else {
			o.count = 0
		}
	}
	if len(words) < 1 || len(words) > 2 {
		return Order{text: text}
	}
	if o.from, ok = parseSpot(words[0]); ok && len(words) == 2 {
		o.to, ok = parseSpot(words[1])
	}
	if !ok {
		return Order{text: text}
	}
	return o
}

// orderWords splits an order into words, without the words that only connect others.
func orderWords(text string) []string {
	if text == "turn-over" {
		return []string{text}
	}
	var words []string
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" >→-:=", r) }) {
		switch w {
		case "to", "from", "on", "onto", "pile", "column", "the":
		default:
			words = append(words, w)
		}
	}
	return words
}

func parseSpot(word string) (spot, bool) {
	switch word {
	case "w", "waste":
		return spot{pile: game.Waste}, true
	case "f", "foundation", "foundations":
		return spot{pile: game.Foundation}, true
	}
	if len(word) == 1 && word[0] >= '1' && word[0] <= '0'+game.MaxPiles {
		return spot{pile: game.Pile(word[0] - '0')}, true
	}
	if suit, ok := parseSuit(strings.TrimPrefix(word, "f")); ok && word[0] == 'f' {
		return spot{pile: game.FoundationOf(suit)}, true
	}
	card, ok := parseCard(word)
	return spot{card: card}, ok
}

// parseCard parses a card such as 9h, 10♠ or ts.
func parseCard(word string) (game.Card, bool) {
	runes := []rune(word)
	if len(runes) < 2 {
		return 0, false
	}
	rank := string(runes[:len(runes)-1])
	suit, ok := parseSuit(string(runes[len(runes)-1:]))
	if !ok {
		return 0, false
	}
	switch rank {
	case "10":
		rank = "t"
	case "1":
		rank = "a"
	}
	return game.ParseCard(strings.ToUpper(rank) + suit.String())
}

func parseSuit(s string) (game.Suit, bool) {
	switch s {
	case "c", "♣", "♧":
		return game.Clubs, true
	case "d", "♦", "♢":
		return game.Diamonds, true
	case "h", "♥", "♡", "❤": // the last is what phones offer for a heart
		return game.Hearts, true
	case "s", "♠", "♤":
		return game.Spades, true
	}
	return 0, false
}

// parseCount parses 2, x2 or 2x, up to 52.
func parseCount(word string) (int, bool) {
	n, err := strconv.Atoi(strings.Trim(word, "x"))
	return n, err == nil && n >= 1 && n <= 52
}

// looksLikeMove reports whether a text without a command's name is probably meant as
// moves: its first order is readable, or begins like one.
func looksLikeMove(text string) bool {
	orders := ParseOrders(text)
	if len(orders) == 0 {
		return false
	}
	words := orderWords(orders[0].text)
	if orders[0].Readable() || len(words) == 0 {
		return orders[0].Readable()
	}
	_, place := parseSpot(words[0])
	_, number := parseCount(words[0])
	return place || number
}
