package locale

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// A book is the catalogue of one language.
type book struct {
	code     string
	Language header
	Words    map[string][]string // what people type, by the English word with the same meaning
	Texts    map[string]entry
	messages map[string]forms
}

// A header has the name of a language and its formats for numbers and dates.
type header struct {
	Name   string   // in itself
	Draft  string   // the language's word for draft; empty once a speaker has read the catalogue
	Group  string   // stands between groups of three digits
	From   int      `toml:"group-from"` // the smallest number that is grouped
	Date   string   // layout of a date, as in package time
	Short  string   `toml:"short-date"` // the same without the year
	Months []string // short names, in place of Jan in the layout
}

// An entry is a message in its file: a form for each plural category.
type entry struct {
	One, Two, Few, Many, Other string
	Draft                      bool // the author wasn't sure
}

// forms are the texts of a message by plural category.
type forms map[category]template

func readBook(code string, data []byte) (*book, error) {
	b := &book{code: code, Texts: map[string]entry{}, messages: map[string]forms{}}
	var parts map[string]toml.Primitive
	meta, err := toml.Decode(string(data), &parts)
	if err != nil {
		return nil, err
	}
	for key, part := range parts {
		switch key {
		case "language":
			err = meta.PrimitiveDecode(part, &b.Language)
		case "words":
			err = meta.PrimitiveDecode(part, &b.Words)
		default:
			var e entry
			if err = meta.PrimitiveDecode(part, &e); err == nil {
				b.Texts[key] = e
				b.messages[key], err = e.forms()
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	if left := meta.Undecoded(); len(left) > 0 {
		return nil, fmt.Errorf("unknown key %s", left[0])
	}
	return b, nil
}

func (e entry) forms() (forms, error) {
	f := forms{}
	for c, text := range map[category]string{one: e.One, two: e.Two, few: e.Few, many: e.Many, other: e.Other} {
		if text == "" {
			continue
		}
		t, err := parseTemplate(strings.TrimSuffix(text, "\n"))
		if err != nil {
			return nil, err
		}
		f[c] = t
	}
	return f, nil
}

// find returns the text of a message for a count, if there is one. A text with only one
// form is for any count. A message that lacks the form for this count has no text.
func (b *book) find(key string, count any) (template, bool) {
	f := b.messages[key]
	n, counted := count.(int)
	if !counted || len(f) == 1 {
		t, ok := f[other]
		return t, ok
	}
	t, ok := f[pluralOf(b.code, n)]
	return t, ok
}

// A template is a text with places for arguments: words alternate with names of
// arguments, beginning and ending with words.
type template []string

// parseTemplate parses a text in which {{.Name}} stands for an argument.
func parseTemplate(text string) (template, error) {
	var t template
	for {
		words, rest, more := strings.Cut(text, "{{")
		if strings.Contains(words, "}}") {
			return nil, fmt.Errorf("an argument is written {{.Name}}: %q", words)
		}
		t = append(t, words)
		if !more {
			return t, nil
		}
		name, rest, ends := strings.Cut(rest, "}}")
		name, named := strings.CutPrefix(name, ".")
		if !ends || !named || !isArgument(name) {
			return nil, fmt.Errorf("an argument is written {{.Name}}: %q", "{{"+name)
		}
		t, text = append(t, name), rest
	}
}

// isArgument reports whether a name has ASCII letters only, and begins with a capital.
func isArgument(name string) bool {
	letter := func(r rune) bool { return 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' }
	return name != "" && name[0] <= 'Z' && strings.IndexFunc(name, func(r rune) bool { return !letter(r) }) < 0
}

// words returns the text without its arguments.
func (t template) words() (text string) {
	for i := 0; i < len(t); i += 2 {
		text += t[i]
	}
	return text
}

func (t template) fill(value func(name string) string) string {
	if len(t) == 1 {
		return t[0]
	}
	var b strings.Builder
	for i, part := range t {
		if i%2 == 1 {
			part = value(part)
		}
		b.WriteString(part)
	}
	return b.String()
}

// A category is one of CLDR's plural categories.
type category string

const (
	one   category = "one"
	two   category = "two"
	few   category = "few"
	many  category = "many"
	other category = "other"
)

// pluralOf returns the category of a whole number by the cardinal rules of CLDR 48. They
// are written out here because the available libraries are wrong for Maltese or
// Vietnamese.
func pluralOf(lang string, n int) category {
	n = max(n, -n)
	rest, maltese := n%100, lang == "mt"
	switch {
	case lang == "vi":
		return other
	case n == 1:
		return one
	case maltese && n == 2:
		return two
	case maltese && (n == 0 || rest >= 3 && rest <= 10):
		return few
	case maltese && rest >= 11 && rest <= 19:
		return many
	}
	return other
}

// categories lists the categories of a language.
func categories(lang string) []category {
	switch lang {
	case "vi":
		return []category{other}
	case "mt":
		return []category{one, two, few, many, other}
	}
	return []category{one, other}
}
