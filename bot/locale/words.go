package locale

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Words are the words of all languages together that mean an English one in
// what people type: nobody has to say first which language they type in. The
// zero value has none.
type Words struct {
	english map[string]string // by phrase, in the form of Plain
	longest int               // words in a phrase
}

// gather puts the words of the languages together. One that would mean two
// things is refused.
func gather(books map[string]*book) (Words, error) {
	w := Words{english: map[string]string{}}
	for _, code := range Codes() {
		b := books[code]
		if err := w.add(b.Language.Name, code); err != nil {
			return w, fmt.Errorf("catalogue %s.toml: %w", code, err)
		}
		for meaning, phrases := range b.Words {
			for _, phrase := range phrases {
				if err := w.add(phrase, meaning); err != nil {
					return w, fmt.Errorf("catalogue %s.toml: %w", code, err)
				}
			}
		}
	}
	return w, nil
}

// CommandName returns what a command is called in a list of commands: its first
// word in a language, in one piece; "" if there is none.
func (c *Catalogue) CommandName(lang, command string) string {
	phrases := c.books[Match(lang)].Words[command]
	if len(phrases) == 0 {
		return ""
	}
	return strings.ReplaceAll(phrases[0], " ", "-")
}

func (w *Words) add(phrase, meaning string) error {
	plain := Plain(phrase)
	if plain == "" {
		return nil
	}
	if before, known := w.english[plain]; known && before != meaning {
		return fmt.Errorf("the word %q means %q and %q", phrase, before, meaning)
	}
	w.english[plain] = meaning
	w.longest = max(w.longest, len(strings.Fields(plain)))
	return nil
}

// English puts the English words for those of other languages, of which it
// takes as many together as mean something. Other words stay as they are.
func (w Words) English(typed []string) []string {
	plain := make([]string, len(typed))
	for i, word := range typed {
		plain[i] = Plain(word)
	}
	english := make([]string, 0, len(typed))
	for i := 0; i < len(typed); {
		n, word := w.first(plain[i:])
		if n == 0 {
			n, word = 1, typed[i]
		}
		english = append(english, word)
		i += n
	}
	return english
}

// first returns what the first words mean, and how many of them that takes; 0 if
// they mean nothing.
func (w Words) first(plain []string) (n int, word string) {
	for n := min(w.longest, len(plain)); n > 0; n-- {
		if meaning, ok := w.english[strings.Join(plain[:n], " ")]; ok {
			return n, meaning
		}
	}
	return 0, ""
}

// All lists the words, those of one meaning under it.
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

// Plain folds a text and leaves out the marks on letters, as people do who type
// in haste or on another language's keyboard.
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
