package locale

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// A Date is shown as the day of a time.
type Date time.Time

// A ShortDate is shown as the day of a time without its year, where space is short.
type ShortDate time.Time

// A Moment is shown as a time of day and, if the platform can, in the reader's own zone.
type Moment time.Time

// A List is shown as its messages with a middle dot between them.
type List []Message

// A Card is a card's two letters, such as "TH". It is shown as a sign.
type Card string

// Cards are shown as signs in a row.
type Cards []Card

// A Language is a code such as "vi". It is shown by its own name, with a note if its
// catalogue is a draft.
type Language string

// A Name is a person's name. A right-to-left name is isolated from the sentence around
// it, so that neither changes the order of the other.
type Name string

// Names are shown in a row.
type Names []string

// A Mention names a person whom the text is for: where a platform can, the person is
// notified. Elsewhere the name is shown.
type Mention struct {
	ID   string // the account's on the platform
	Name string
}

// Mentions are shown in a row.
type Mentions []Mention

// Mentioned returns all mentions in messages.
func Mentioned(messages ...Message) (all []Mention) {
	for _, m := range messages {
		for _, a := range m.Args {
			switch v := a.Value.(type) {
			case Mention:
				all = append(all, v)
			case Mentions:
				all = append(all, v...)
			case Message:
				all = append(all, Mentioned(v)...)
			case List:
				all = append(all, Mentioned(v...)...)
			}
		}
	}
	return all
}

// show writes an argument in the reader's way.
func (s *Speaker) show(value any) string {
	switch v := value.(type) {
	case string:
		return s.withoutSigns(v)
	case int:
		return s.book.number(v)
	case Date:
		return s.book.date(time.Time(v), s.book.Language.Date)
	case ShortDate:
		return s.book.date(time.Time(v), s.book.Language.Short)
	case Moment:
		return s.moment(time.Time(v))
	case Message:
		return s.Say(v)
	case List:
		return s.Join(v)
	case Name:
		return s.name(string(v))
	case Names:
		return row(v, s.name)
	case Mention:
		return s.mention(v)
	case Mentions:
		return row(v, s.mention)
	case Language:
		return s.catalogue.named(v)
	case Card:
		return s.card(v)
	case Cards:
		cards := make([]string, len(v))
		for i, c := range v {
			cards[i] = s.card(c)
		}
		if s.inWords {
			return strings.Join(cards, s.Text("board.list-separator", nil))
		}
		return strings.Join(cards, " ")
	}
	return fmt.Sprint(value)
}

func (c *Catalogue) named(l Language) string {
	b, ok := c.books[string(l)]
	if !ok {
		return string(l)
	}
	if b.Language.Draft != "" {
		return b.Language.Name + " (" + b.Language.Draft + ", draft)"
	}
	return b.Language.Name
}

// card shows a card: as a sign, or by its name if the speaker says cards in words.
func (s *Speaker) card(c Card) string {
	ranks := []string{"", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"}
	if !s.inWords || len(c) != 2 {
		return c.sign(s.letters)
	}
	rank := slices.Index(ranks, string(c[:1]))
	return s.Text("card", Args{"Rank": s.Text("rank."+strconv.Itoa(rank), nil), "Suit": s.Text("suit."+strings.ToLower(string(c[1:])), nil)})
}

// withoutArrows replaces the arrow of a move by the word for it, if the speaker shows cards
// as words.
func (s *Speaker) withoutArrows(text string) string {
	if !s.inWords || !strings.Contains(text, " → ") {
		return text
	}
	to := "to"
	if words := s.book.Words[to]; len(words) > 0 {
		to = words[0]
	}
	return strings.ReplaceAll(text, " → ", " "+to+" ")
}

// withoutSigns replaces the suit signs in a text, such as typed input, by their names if
// the speaker shows cards as words. The bars of a shared result are the same for everybody,
// whatever the player's own style.
func (s *Speaker) withoutSigns(text string) string {
	if !s.inWords || !strings.ContainsAny(text, "♣♦♥♠") || strings.ContainsAny(text, "▮▯") {
		return text
	}
	for sign, suit := range map[string]string{"♣": "c", "♦": "d", "♥": "h", "♠": "s"} {
		text = strings.ReplaceAll(text, sign, " "+s.Text("suit."+suit, nil)+" ")
	}
	return strings.Join(strings.Fields(text), " ")
}

// sign returns the card as TH if letters is set, otherwise as 10♥.
func (c Card) sign(letters bool) string {
	if letters || len(c) != 2 {
		return string(c)
	}
	return cardSigns.Replace(string(c))
}

var cardSigns = strings.NewReplacer("T", "10", "C", "♣", "D", "♦", "H", "♥", "S", "♠")

// number writes a whole number with its digits in groups.
func (b *book) number(n int) string {
	digits := strconv.Itoa(max(n, -n))
	if max(n, -n) >= b.Language.From {
		for at := len(digits) - 3; at > 0; at -= 3 {
			digits = digits[:at] + b.Language.Group + digits[at:]
		}
	}
	if n < 0 {
		return "−" + digits
	}
	return digits
}

// date returns the day of a time in a layout, with the language's own name of the month.
func (b *book) date(t time.Time, layout string) string {
	written := t.Format(layout)
	if len(b.Language.Months) == 0 {
		return written
	}
	return strings.Replace(written, t.Format("Jan"), b.Language.Months[t.Month()-1], 1)
}

// utc shows a moment when the reader's zone is unknown.
func utc(t time.Time) string { return t.UTC().Format("15:04") + " UTC" }

// The characters that isolate a text of any direction.
const (
	firstStrongIsolate = "\u2068"
	popIsolate         = "\u2069"
)

func isolated(name string) string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) { // a name must not affect the text around it
			return -1
		}
		return r
	}, name)
	if strings.ContainsFunc(plain, rightToLeft) {
		return firstStrongIsolate + plain + popIsolate
	}
	return plain
}

// row shows values with a comma between them.
func row[T any](values []T, show func(T) string) string {
	shown := make([]string, len(values))
	for i, v := range values {
		shown[i] = show(v)
	}
	return strings.Join(shown, ", ")
}

func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL || p.Class() == bidi.AN
}
