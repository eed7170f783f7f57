package locale

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold brings typed text into the form in which commands are compared: lower
// case, full-width letters and digits as plain ones, every kind of space as
// one space, quotation marks and what can't be seen left out. Folded text stays
// as it is.
func Fold(text string) string {
	// One round is enough for plain letters. Elsewhere a small letter may compose
	// with what follows where the capital did not, and so may what was held apart.
	const rounds = 4
	for range rounds {
		folded := foldOnce(text)
		if folded == text || isASCII(folded) {
			return folded
		}
		text = folded
	}
	return text
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}

func foldOnce(text string) string {
	if !isASCII(text) { // which is as it should be, and what most people type
		text = norm.NFKC.String(text)
	}
	text = strings.Map(foldRune, strings.ToLower(text))
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
