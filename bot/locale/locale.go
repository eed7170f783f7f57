// Package locale turns messages, which are keys with arguments, into sentences of a
// language. Each language has one file, such as en.toml, with its sentences, its formats
// for numbers and dates, and the words that commands understand.
package locale

import (
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
)

//go:embed *.toml
var files embed.FS

// English is the language that every other one falls back to.
const English = "en"

// Codes lists the languages with a catalogue, English first.
func Codes() []string { return []string{English, "sq", "bg", "mt", "sn", "vi"} }

// A Message is one sentence that isn't in any language yet.
type Message struct {
	Key  string
	Args []Arg
}

// Msg returns a message with its arguments as name, value, name, value.
func Msg(key string, pairs ...any) Message {
	m := Message{Key: key}
	if len(pairs) > 0 {
		m.Args = make([]Arg, 0, len(pairs)/2)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		m.Args = append(m.Args, Arg{Name: pairs[i].(string), Value: pairs[i+1]})
	}
	return m
}

// An Arg is an argument of a message. Its value is a string, which stays as it
// is, or is shown in the reader's way: an int, a [Date], a [ShortDate], a
// [Moment], a [Card], [Cards], a [Name], [Names], a [Mention], [Mentions], a
// [Language], a [Message] or a [List]. The argument "Count" chooses the plural form.
type Arg struct {
	Name  string
	Value any
}

// Args are the arguments of a text by name.
type Args = map[string]any

// A Catalogue holds the messages of all languages. It is safe for concurrent
// use.
type Catalogue struct {
	books map[string]*book
	words Words
}

// Load parses the built-in catalogues.
func Load() (*Catalogue, error) { return load(files.ReadFile) }

func load(file func(name string) ([]byte, error)) (*Catalogue, error) {
	codes := Codes()
	books, errs := make([]*book, len(codes)), make([]error, len(codes))
	var reading sync.WaitGroup // side by side: a program in a terminal waits for them before its first board
	for i, code := range codes {
		reading.Go(func() {
			data, err := file(code + ".toml")
			if err != nil {
				errs[i] = fmt.Errorf("catalogue: %w", err)
			} else if books[i], err = readBook(code, data); err != nil {
				errs[i] = fmt.Errorf("catalogue %s.toml: %w", code, err)
			}
		})
	}
	reading.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	c := &Catalogue{books: make(map[string]*book)}
	for i, code := range codes {
		c.books[code] = books[i]
	}
	var err error
	c.words, err = gather(c.books)
	return c, err
}

// Words returns the words of all languages for typed input.
func (c *Catalogue) Words() Words { return c.words }

// In returns a speaker of a language; see [Match]. With letters, it shows cards as TH
// instead of 10♥.
func (c *Catalogue) In(lang string, letters bool) *Speaker {
	s := &Speaker{catalogue: c, book: c.books[Match(lang)], letters: letters, moment: utc, escape: unchanged}
	s.mention = func(m Mention) string { return s.name(m.Name) }
	return s
}

// A Speaker turns messages into sentences of one language.
type Speaker struct {
	catalogue *Catalogue
	book      *book
	letters   bool
	inWords   bool
	moment    func(time.Time) string
	escape    func(name string) string
	mention   func(Mention) string
}

// InWords returns a speaker that shows cards as words instead of signs, for screen
// readers.
func (s *Speaker) InWords() *Speaker {
	other := *s
	other.inWords = true
	return &other
}

func unchanged(s string) string { return s }

func (s *Speaker) name(name string) string { return isolated(s.escape(name)) }

// WithMoments returns the speaker with another way to show moments.
func (s *Speaker) WithMoments(show func(time.Time) string) *Speaker {
	other := *s
	other.moment = show
	return &other
}

// WithPeople returns the speaker with another way to show people: escape changes what
// a platform would give a meaning in a name, and mention notifies somebody.
func (s *Speaker) WithPeople(escape func(name string) string, mention func(Mention) string) *Speaker {
	other := *s
	other.escape, other.mention = escape, mention
	return &other
}

// Say returns the sentence of a message.
func (s *Speaker) Say(m Message) string {
	args := make(Args, len(m.Args))
	for _, a := range m.Args {
		args[a.Name] = a.Value
	}
	return s.Text(m.Key, args)
}

// Join joins messages with a middle dot between them.
func (s *Speaker) Join(messages []Message) string {
	said := make([]string, len(messages))
	for i, m := range messages {
		said[i] = s.Say(m)
	}
	return strings.Join(said, " · ")
}

// Text returns the sentence of a key. If the language has none it is in English, and if
// English has none it is the key itself, which a test rules out.
func (s *Speaker) Text(key string, args Args) string {
	t, ok := s.book.find(key, args["Count"])
	if !ok {
		t, ok = s.catalogue.books[English].find(key, args["Count"])
	}
	if !ok {
		return key
	}
	return s.withoutArrows(t.fill(func(name string) string {
		value, given := args[name]
		if !given {
			return "<no value>" // a test rules it out
		}
		return s.show(value)
	}))
}

// Match returns the language of the first tag that has a catalogue, or else English. It
// skips invalid tags.
func Match(tags ...string) string {
	for _, tag := range tags {
		if code, ok := Known(tag); ok {
			return code
		}
	}
	return English
}

// Known returns the language of a tag, such as "vi" for "vi-VN" or "vi_VN", if it has a
// catalogue.
func Known(tag string) (code string, ok bool) {
	if slices.Contains(Codes(), tag) { // true for nearly all
		return tag, true
	}
	base, sure := language.Make(tag).Base()
	return base.String(), sure == language.Exact && slices.Contains(Codes(), base.String())
}
