package locale_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// Every catalogue has all the messages of the English one, with all forms.
func TestCataloguesAreComplete(t *testing.T) {
	c := mustLoad(t)
	for _, lang := range locale.Codes() {
		if r := c.Review(lang); len(r.Missing) > 0 {
			t.Errorf("%s lacks %v", lang, r.Missing)
		}
	}
}

// No catalogue has unused messages or forms, and each message has the arguments of the
// English one. A form for a single number may omit the number.
func TestCataloguesAreAlike(t *testing.T) {
	english := locale.Texts(t, "en")
	for _, lang := range locale.Codes() {
		texts := locale.Texts(t, lang)
		for key, forms := range texts {
			if english[key] == nil {
				t.Errorf("%s: English has no %q", lang, key)
				continue
			}
			want := arguments(english[key]["other"])
			for form, text := range forms {
				if !slices.Contains(locale.Categories(lang), form) || len(english[key]) == 1 && form != "other" {
					t.Errorf("%s, %s: the form %q is never used", lang, key, form)
				}
				got := arguments(text)
				if form == "one" || form == "two" {
					got, want := without(got, "Count"), without(want, "Count")
					if !slices.Equal(got, want) {
						t.Errorf("%s, %s, %s: arguments %v, want %v", lang, key, form, got, want)
					}
				} else if !slices.Equal(got, want) {
					t.Errorf("%s, %s, %s: arguments %v, want %v", lang, key, form, got, want)
				}
			}
		}
	}
}

func arguments(text string) []string {
	found := regexp.MustCompile(`\{\{\.[A-Za-z]+\}\}`).FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func without(list []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "{{."+name+"}}" })
}

func TestOnlyNamesAreTheSameInEnglish(t *testing.T) {
	c := mustLoad(t)
	may := []string{
		"title.klondike", "title.yukon", "title.vegas", "button.daily-yukon", "share.game-yukon", "settings.line",
		"rank.1", "rank.11", "suit.c", "suit.s", // Shona and Maltese use English words for some cards
		"status.par", // par is par in Maltese
	}
	for _, lang := range locale.Codes() {
		for _, key := range c.Review(lang).Same {
			if !slices.Contains(may, key) {
				t.Errorf("%s: %s has the English text", lang, key)
			}
		}
	}
}

// Texts are in Unicode's composed form, don't begin or end with a space, and have no
// character that would end a code block.
func TestTextsAreClean(t *testing.T) {
	for _, lang := range locale.Codes() {
		for key, forms := range locale.Texts(t, lang) {
			for form, text := range forms {
				switch {
				case !norm.NFC.IsNormalString(text):
					t.Errorf("%s, %s, %s: not composed: %q", lang, key, form, text)
				case key != "board.list-separator" && strings.TrimSpace(text) != text:
					t.Errorf("%s, %s, %s: a space at an end: %q", lang, key, form, text)
				case strings.ContainsAny(text, "`\t\ufe0e\ufe0f"):
					t.Errorf("%s, %s, %s: a forbidden character: %q", lang, key, form, text)
				}
			}
		}
	}
}

func TestEachLanguageHasItsOwnQuotes(t *testing.T) {
	for lang, quotes := range map[string]string{"en": "“”", "sq": "“”", "bg": "„“", "mt": "“”", "sn": "””", "vi": "“”"} {
		for key, forms := range locale.Texts(t, lang) {
			for _, text := range forms {
				found := strings.Map(func(r rune) rune {
					if strings.ContainsRune("“”„«»\"", r) {
						return r
					}
					return -1
				}, text)
				if strings.ReplaceAll(found, quotes, "") != "" {
					t.Errorf("%s, %s: quotes %s in %q", lang, key, found, text)
				}
			}
		}
	}
}
