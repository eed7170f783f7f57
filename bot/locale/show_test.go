package locale_test

import (
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

func TestNumbersFollowTheLanguage(t *testing.T) {
	c := mustLoad(t)
	for lang, want := range map[string][4]string{
		"en": {"0", "999", "1,234", "−12,345,678"},
		"sq": {"0", "999", "1234", "−12\u00a0345\u00a0678"},
		"bg": {"0", "999", "1234", "−12\u00a0345\u00a0678"},
		"mt": {"0", "999", "1,234", "−12,345,678"},
		"sn": {"0", "999", "1,234", "−12,345,678"},
		"vi": {"0", "999", "1.234", "−12.345.678"},
	} {
		for i, n := range []int{0, 999, 1234, -12345678} {
			if got := locale.Show(c, lang, n); got != want[i] {
				t.Errorf("%s: %d: got %q, want %q", lang, n, got, want[i])
			}
		}
	}
}

func TestDatesFollowTheLanguage(t *testing.T) {
	c := mustLoad(t)
	day := time.Date(2026, 5, 3, 23, 0, 0, 0, time.UTC)
	for lang, want := range map[string][2]string{
		"en": {"May 3, 2026", "May 3"},
		"sq": {"3 maj 2026", "3 maj"},
		"bg": {"3.05.2026 г.", "3.05"},
		"mt": {"03 Mej 2026", "03 Mej"},
		"sn": {"2026 Chv 3", "Chv 3"},
		"vi": {"3 thg\u00a05, 2026", "3 thg\u00a05"},
	} {
		if got := [2]string{locale.Show(c, lang, locale.Date(day)), locale.Show(c, lang, locale.ShortDate(day))}; got != want {
			t.Errorf("%s: got %q, want %q", lang, got, want)
		}
	}
}

// A right-to-left name is isolated, and direction marks are removed.
func TestNamesKeepTheDirectionOfTheText(t *testing.T) {
	c := mustLoad(t)
	for name, want := range map[string]string{
		"Ann":                "Ann",
		"Ελένη":              "Ελένη",
		"משה":                "\u2068משה\u2069",
		"محمد 7":             "\u2068محمد 7\u2069",
		"\u202eAnn\u2066":    "Ann",
		"\u2069משה\u202b":    "\u2068משה\u2069",
		"two\nlines\x1b[31m": "twolines[31m",
	} {
		if got := locale.Show(c, "bg", locale.Name(name)); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

// A draft is marked in its own language and in English.
func TestLanguagesHaveTheirOwnNames(t *testing.T) {
	c := mustLoad(t)
	for _, tt := range []struct{ lang, of, want string }{
		{"bg", "vi", "Tiếng Việt"},
		{"vi", "sq", "shqip"},
		{"en", "mt", "Malti (traduzzjoni mhux riveduta, draft)"},
		{"mt", "sn", "chiShona (shanduro isati yaongororwa, draft)"},
		{"en", "en", "English"},
		{"en", "xx", "xx"},
	} {
		if got := locale.Show(c, tt.lang, locale.Language(tt.of)); got != tt.want {
			t.Errorf("%s in %s: got %q, want %q", tt.of, tt.lang, got, tt.want)
		}
	}
	if got := locale.Show(c, "en", locale.Message{Key: "button.yes"}); got != "Yes" {
		t.Errorf("a message as an argument: got %q, want Yes", got)
	}
}

// For people who listen, cards are words in every message: also those that stand in a
// text that somebody typed.
func TestCardsAreSaidInWords(t *testing.T) {
	c := mustLoad(t)
	for lang, want := range map[string]string{"en": "ten of hearts", "bg": "десетка купа", "vi": "mười cơ"} {
		s := c.In(lang, false).InWords()
		for _, m := range []locale.Message{
			locale.Msg("move.waste-up", "Card", locale.Card("TH")),
			locale.Msg("did.draw", "Cards", locale.Cards{"TH", "AS"}),
			locale.Msg("hint.move", "Move", locale.Msg("move.tap-up", "Card", locale.Card("TH"))),
		} {
			if text := s.Say(m); !strings.Contains(text, want) || strings.ContainsAny(text, "♣♦♥♠") {
				t.Errorf("%s: got %q, want %q in it and no sign", lang, text, want)
			}
		}
	}
	if got := c.In("en", false).InWords().Say(locale.Msg("move.unreadable", "Input", "9♥ x♠")); !strings.Contains(got, "“9 hearts x spades”") {
		t.Errorf("typed: got %q", got)
	}
}
