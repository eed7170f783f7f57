package bot

import (
	"strings"
	"unicode"
)

// mostName is how much of somebody's name is shown, in characters.
const mostName = 32

// blankBraille is a letter that can't be seen, though Unicode takes it for a sign.
const blankBraille = '\u2800'

// SafeName makes somebody's name fit to stand in a line for others: without
// what a platform gives a meaning, without signs that change the direction of
// text or can't be seen, and not too long.
func SafeName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("*_~|<>@#[]()\\`&:,\"", r), unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point),
			r == blankBraille, r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	name = fewMarks(name)
	if runes := []rune(name); len(runes) > mostName {
		name = strings.TrimSpace(string(runes[:mostName-1])) + "…"
	}
	return name
}

// fewMarks leaves at most three accents on a letter, so that a name stays in its
// line.
func fewMarks(name string) string {
	var b strings.Builder
	marks := 0
	for _, r := range name {
		if !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Me, r) {
			marks = 0
		} else if marks++; marks > 3 {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
