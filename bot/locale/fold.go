package locale

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold brings typed text into the form in which commands are compared: lower
// case, full-width letters and digits as plain ones, every kind of space as
// one space, quotation marks and what can't be seen left out.
func Fold(text string) string {
	text = strings.ToLower(norm.NFKC.String(text))
	text = strings.Map(foldRune, text)
	return strings.Join(strings.Fields(text), " ")
}

func foldRune(r rune) rune {
	switch {
	case r == '–' || r == '—' || r == '−' || r == '‐' || r == '‑':
		return '-'
	case unicode.IsSpace(r):
		return ' '
	case strings.ContainsRune("\"'`´‘’‚“”„«»", r):
		return -1
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector):
		return -1
	}
	return r
}
