package locale

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// A Review counts the translated messages of a language.
type Review struct {
	Name     string   // of the language, in that language
	Draft    bool     // no speaker has read the catalogue
	Messages int      // that English has
	Missing  []string // keys that are shown in English, at least for some counts
	Same     []string // keys whose text equals the English one, though it contains words
	Unsure   []string // keys whose text is marked as a draft
}

// Review compares a language with English.
func (c *Catalogue) Review(lang string) Review {
	b, english := c.books[lang], c.books[English]
	r := Review{Name: b.Language.Name, Draft: b.Language.Draft != "", Messages: len(english.messages)}
	for _, key := range slices.Sorted(maps.Keys(english.messages)) {
		needed := []category{other}
		if len(english.messages[key]) > 1 {
			needed = categories(lang)
		}
		missing := func(c category) bool { return b.messages[key][c] == nil }
		words := english.messages[key][other].words()
		switch {
		case slices.ContainsFunc(needed, missing):
			r.Missing = append(r.Missing, key)
		case b.Texts[key].Draft:
			r.Unsure = append(r.Unsure, key)
		case lang != English && b.Texts[key].Other == english.Texts[key].Other && strings.ContainsFunc(words, unicode.IsLetter):
			r.Same = append(r.Same, key)
		}
	}
	return r
}
