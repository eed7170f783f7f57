package locale

import "testing"

// PluralOf returns the plural category of a number.
func PluralOf(lang string, n int) string { return string(pluralOf(lang, n)) }

// MustMake makes a catalogue out of texts of files, by language. Those that are
// not given are empty.
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

// Show returns an argument as it is written in a language.
func Show(c *Catalogue, lang string, value any) string { return c.In(lang, false).show(value) }
