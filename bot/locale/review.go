package locale

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// A Review tells how far the catalogue of a language is.
type Review struct {
	Name     string   // of the language, in itself
	Draft    bool     // nobody who speaks it has read the catalogue
	Messages int      // that English has
	Missing  []string // keys that are said in English, for some count at least
	Same     []string // keys whose text is that of English, though there are words in it
	Unsure   []string // keys whose text is marked as a draft
}

// Review compares a language with English.
func (c *Catalogue) Review(lang string) Review {
	b, english := c.books[lang], c.books[English]
	r := Review{Name: b.Language.Name, Draft: b.Language.Draft != "", Messages: len(english.messages)}
	for _, key := range slices.Sorted(maps.Keys(english.messages)) {
		switch {
		case !b.complete(key, english.messages[key]):
			r.Missing = append(r.Missing, key)
		case b.Texts[key].Draft:
			r.Unsure = append(r.Unsure, key)
		case lang != English && b.Texts[key].Other == english.Texts[key].Other && english.messages[key].speaks():
			r.Same = append(r.Same, key)
		}
	}
	return r
}

// complete reports whether a message has all the forms that it needs.
func (b *book) complete(key string, english forms) bool {
	needed := []category{other}
	if len(english) > 1 {
		needed = categories(b.code)
	}
	return !slices.ContainsFunc(needed, func(c category) bool { return b.messages[key][c] == nil })
}

// speaks reports whether there are words in a message beside its arguments.
func (f forms) speaks() bool {
	for i, part := range f[other] {
		if i%2 == 0 && strings.ContainsFunc(part, unicode.IsLetter) {
			return true
		}
	}
	return false
}
