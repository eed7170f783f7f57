package locale

import "testing"

// PluralOf returns the plural category of a number.
func PluralOf(lang string, n int) string { return string(pluralOf(lang, n)) }

// MustMake makes a catalogue from the texts of files, by language. Languages without a
// file get an empty one.
func MustMake(t testing.TB, texts map[string]string) *Catalogue {
	t.Helper()
	c, err := Make(texts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Make is MustMake with the error.
func Make(texts map[string]string) (*Catalogue, error) {
	return load(func(name string) ([]byte, error) { return []byte(texts[name[:len("xx")]]), nil })
}

// Show returns an argument in the format of a language.
func Show(c *Catalogue, lang string, value any) string { return c.In(lang, false).show(value) }

// Texts returns the texts of a language by key and plural category.
func Texts(t testing.TB, lang string) map[string]map[string]string {
	t.Helper()
	c, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]map[string]string{}
	for key, e := range c.books[lang].Texts {
		texts[key] = map[string]string{}
		for form, text := range map[string]string{"one": e.One, "two": e.Two, "few": e.Few, "many": e.Many, "other": e.Other} {
			if text != "" {
				texts[key][form] = text
			}
		}
	}
	return texts
}

// Categories lists the plural categories of a language.
func Categories(lang string) []string {
	var list []string
	for _, c := range categories(lang) {
		list = append(list, string(c))
	}
	return list
}
