package locale

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words maps typed words of all languages to English ones, so that nobody has to choose a
// language before typing. The zero value is empty.
type Words struct {
	english map[string]string // by phrase, in the form of Plain
	longest int               // words in a phrase

	labels map[string][]string // of buttons, by key, in all languages
}

// gather collects the words of the languages. It refuses a word with two meanings.
func gather(books map[string]*book) (Words, error) {
	w := Words{english: map[string]string{}}
	for _, code := range Codes() {
		meanings := map[string][]string{code: {books[code].Language.Name}}
		maps.Copy(meanings, books[code].Words)
		for meaning, phrases := range meanings {
			for _, phrase := range phrases {
				plain := Plain(phrase)
				if before, known := w.english[plain]; known && before != meaning {
					return w, fmt.Errorf("catalogue %s.toml: the word %q means %q and %q", code, phrase, before, meaning)
				}
				if plain != "" {
					w.english[plain] = meaning
					w.longest = max(w.longest, len(strings.Fields(plain)))
				}
			}
		}
	}
	w.labels = map[string][]string{}
	for _, code := range Codes() {
		for key := range books[code].messages {
			if f, ok := books[code].find(key, nil); ok && strings.HasPrefix(key, "button.") {
				w.labels[key] = append(w.labels[key], w.Read(f.fill(func(string) string { return "" })))
			}
		}
	}
	return w, nil
}

// Read returns a typed text in the form in which it is compared: folded, with English
// words in place of others.
func (w Words) Read(text string) string {
	return strings.Join(w.English(strings.Fields(Fold(text))), " ")
}

// Means reports whether a text, in the form of [Words.Read], is a button's label in some
// language.
func (w Words) Means(text, key string) bool { return slices.Contains(w.labels[key], text) }

// CommandName returns the name of a command in a list of commands: its first word in a
// language, written without spaces; "" if there is none.
func (c *Catalogue) CommandName(lang, command string) string {
	phrases := c.books[Match(lang)].Words[command]
	if len(phrases) == 0 {
		return ""
	}
	return strings.ReplaceAll(phrases[0], " ", "-")
}

// English replaces words of other languages by English ones, always the longest phrase
// that it knows. Other words stay as they are.
func (w Words) English(typed []string) []string {
	plain := make([]string, len(typed))
	for i, word := range typed {
		plain[i] = Plain(word)
	}
	english := make([]string, 0, len(typed))
	for i := 0; i < len(typed); {
		n, word := 1, typed[i]
		for most := min(w.longest, len(typed)-i); most > 0; most-- {
			if meaning, ok := w.english[strings.Join(plain[i:i+most], " ")]; ok {
				n, word = most, meaning
				break
			}
		}
		english = append(english, word)
		i += n
	}
	return english
}

// All lists the words by meaning.
func (w Words) All() map[string][]string {
	list := map[string][]string{}
	for phrase, meaning := range w.english {
		list[meaning] = append(list[meaning], phrase)
	}
	for meaning := range list {
		slices.Sort(list[meaning])
	}
	return list
}

// Plain folds a text and drops the marks on letters, since people omit them in haste or
// on another language's keyboard.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'đ':
			return 'd'
		case r == 'ħ':
			return 'h'
		}
		return r
	}, norm.NFD.String(Fold(text)))
}

// Fold brings typed text into the form in which commands are compared: lower case,
// full-width letters and digits as plain ones, every kind of space as one space, no
// quotation marks and no invisible characters. Folding folded text changes nothing.
func Fold(text string) string {
	// One round is enough for plain letters. Elsewhere, a lower-case letter may combine
	// with the next character where the upper-case one didn't, and removed characters may
	// have separated others.
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
	if !isASCII(text) { // true for most input, and then nothing else is needed
		text = norm.NFKC.String(text)
	}
	text = strings.Map(foldRune, strings.ToLower(text))
	return strings.Join(strings.Fields(text), " ")
}

// keycap makes a digit before it a key, as phones offer digits among their emojis.
const keycap = '\u20E3'

func foldRune(r rune) rune {
	switch {
	case r == '–' || r == '—' || r == '−' || r == '‐' || r == '‑':
		return '-'
	case unicode.IsSpace(r):
		return ' '
	case strings.ContainsRune("\"'`´‘’‚“”„«»*", r): // quotes, and marks of code and bold text
		return -1
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector), r == keycap:
		return -1
	case r == '➡':
		return '→'
	case r > unicode.MaxASCII && unicode.IsDigit(r):
		return digit(r)
	}
	return r
}

// digit returns the ASCII digit of the same value as a digit of another script, such as
// those on Arabic and Indian keyboards. Unicode has them in runs from 0 to 9.
func digit(r rune) rune {
	for _, run := range unicode.Nd.R16 {
		if lo, hi := rune(run.Lo), rune(run.Hi); lo <= r && r <= hi {
			return '0' + (r-lo)%10
		}
	}
	return r
}
