package render

import (
	"strconv"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/game"
)

// The suit signs in the order of the suits. They are the bare characters: a
// variation selector behind one makes it an emoji on some devices, and the
// columns would break.
const suitSigns = "♣♦♥♠"

// suitBytes is the length of one of them in UTF-8.
const suitBytes = len(suitSigns) / game.Suits

// Signs that stand where no card can be seen.
const (
	faceDown = "##"
	noCard   = "--"
	noRank   = "-" // before the suit of an empty foundation
)

// Card returns the card as a sign: "TH" in ASCII style, "10♥" in every other
// one, since in messages cards are signs even for those who listen. No card is
// "--".
func Card(c game.Card, s Style) string {
	switch {
	case !c.Valid():
		return noCard
	case s == ASCII:
		return c.String()
	}
	return rankSign(c) + suitSign(c.Suit(), s)
}

// Cells returns how many cells of a fixed-width font a drawn text takes. All
// characters that boards are drawn with take one.
func Cells(s string) int { return utf8.RuneCountInString(s) }

func rankSign(c game.Card) string {
	const ten = 10
	if c.Rank() == ten {
		return strconv.Itoa(ten)
	}
	return c.String()[:1]
}

func suitSign(suit game.Suit, s Style) string {
	if s == ASCII {
		return suit.String()
	}
	at := int(suit) * suitBytes
	return suitSigns[at : at+suitBytes]
}

// timesSign stands before a count.
func timesSign(s Style) string {
	if s == ASCII {
		return "x"
	}
	return "×"
}

// moreSign stands for cards that found no room.
func moreSign(s Style) string {
	if s == ASCII {
		return ".."
	}
	return "…"
}
