package picture

import (
	"strings"

	"golang.org/x/image/font/sfnt"
)

// CardWidth is the width of a card.
const CardWidth = cardWidth

// Missing returns the characters of a text that the font of texts lacks.
func Missing(text string) string {
	f, err := sfnt.Parse(textFont)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	var buf sfnt.Buffer
	for _, r := range text {
		if r == '\n' || r == '\t' {
			continue
		}
		if i, err := f.GlyphIndex(&buf, plain(r)); i == 0 || err != nil {
			b.WriteRune(r)
		}
	}
	return b.String()
}
