// Package locale turns messages, which are keys with arguments, into sentences
// of a language. The sentences live in one file a language, such as en.toml.
package locale

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed *.toml
var files embed.FS

// English is the language that every other falls back to.
const English = "en"

// A Message is one sentence, not yet in any language.
type Message struct {
	Key  string
	Args []Arg
}

// An Arg is an argument of a message. Its value is an int, a string, a [Card],
// [Cards], a [Name], [Names], a [Moment], a [Message] or a [List]. The argument "Count" chooses the plural form.
type Arg struct {
	Name  string
	Value any
}

// Args are the arguments of a text by name.
type Args = map[string]any

// A Card is a card's two letters, such as "TH". It is shown as a sign.
type Card string

// Cards are shown as signs in a row.
type Cards []Card

// A Catalogue holds the messages of all languages. It is safe for concurrent
// use.
type Catalogue struct{ bundle *i18n.Bundle }

// Load reads the catalogues that are built in.
func Load() (*Catalogue, error) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	names, err := fs.Glob(files, "*.toml")
	if err != nil {
		return nil, fmt.Errorf("catalogues: %w", err)
	}
	for _, name := range names {
		if _, err := bundle.LoadMessageFileFS(files, name); err != nil {
			return nil, fmt.Errorf("catalogue %s: %w", name, err)
		}
	}
	return &Catalogue{bundle}, nil
}

// Languages lists the languages that there is a catalogue for, English first.
func (c *Catalogue) Languages() []string {
	var list []string
	for _, tag := range c.bundle.LanguageTags() {
		list = append(list, tag.String())
	}
	return list
}

// In returns a speaker of a language; English, if there is no catalogue for
// it. With letters, cards are shown as TH instead of 10♥.
func (c *Catalogue) In(lang string, letters bool) *Speaker {
	return &Speaker{localizer: i18n.NewLocalizer(c.bundle, lang), letters: letters, moment: utc}
}

// A Speaker says messages in one language.
type Speaker struct {
	localizer *i18n.Localizer
	letters   bool
	moment    func(time.Time) string
}

// WithMoments returns the speaker with another way to show moments.
func (s *Speaker) WithMoments(show func(time.Time) string) *Speaker {
	other := *s
	other.moment = show
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

// Join says messages with a middle dot between them: facts in a row.
func (s *Speaker) Join(messages []Message) string {
	said := make([]string, len(messages))
	for i, m := range messages {
		said[i] = s.Say(m)
	}
	return strings.Join(said, " · ")
}

// Text returns the sentence of a key. A key that no catalogue has is returned
// as it is; a test holds that this never happens.
func (s *Speaker) Text(key string, args Args) string {
	data := make(Args, len(args))
	for name, value := range args {
		data[name] = s.sign(value)
	}
	config := &i18n.LocalizeConfig{MessageID: key, TemplateData: data}
	if count, ok := args["Count"]; ok {
		config.PluralCount = count
	}
	text, err := s.localizer.Localize(config)
	if text == "" && err != nil {
		return key
	}
	return text
}

// sign shows cards as signs and leaves other arguments alone.
func (s *Speaker) sign(value any) any {
	switch v := value.(type) {
	case Message:
		return s.Say(v)
	case List:
		return s.Join(v)
	case Name:
		return v.isolated()
	case Names:
		return v.isolated()
	case Moment:
		return s.moment(time.Time(v))
	case Card:
		return v.sign(s.letters)
	case Cards:
		signs := make([]string, len(v))
		for i, c := range v {
			signs[i] = c.sign(s.letters)
		}
		return strings.Join(signs, " ")
	}
	return value
}

func (c Card) sign(letters bool) string {
	if letters || len(c) != 2 {
		return string(c)
	}
	rank, suit := string(c[:1]), string(c[1:])
	if rank == "T" {
		rank = "10"
	}
	switch suit {
	case "C":
		return rank + "♣"
	case "D":
		return rank + "♦"
	case "H":
		return rank + "♥"
	}
	return rank + "♠"
}
