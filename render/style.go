package render

import "slices"

// A Style is a way to show the board. Its value is the word by which a player
// chooses it.
type Style string

// The styles.
const (
	Unicode  Style = "unicode"  // drawn, a card as rank and suit sign: 10♥
	ASCII    Style = "ascii"    // drawn, a card as two letters: TH
	Coloured Style = "coloured" // drawn as Unicode, for who can paint it, see Paint
	Text     Style = "text"     // told, a sentence a line, for screen readers
)

// Styles lists the styles; the first is the default.
func Styles() []Style { return []Style{Unicode, ASCII, Coloured, Text} }

// ParseStyle returns the style of a word, and false if there is none.
func ParseStyle(word string) (Style, bool) {
	s := Style(word)
	return s, slices.Contains(Styles(), s)
}
