package locale_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// The numbers cover all categories of CLDR.
func TestPluralFormsFollowCLDR(t *testing.T) {
	numbers := []int{0, 1, 2, 3, 10, 11, 19, 20, 100, 101, 102, 103, 111}
	oneOther := "other one other other other other other other other other other other other"
	for lang, want := range map[string]string{
		"en": oneOther, "sq": oneOther, "bg": oneOther, "sn": oneOther,
		"mt": "few one two few few many many other other other other few many",
		"vi": strings.Repeat("other ", len(numbers)-1) + "other",
	} {
		var got []string
		for _, n := range numbers {
			got = append(got, locale.PluralOf(lang, n))
			if negative := locale.PluralOf(lang, -n); negative != got[len(got)-1] {
				t.Errorf("%s: %d is %s, but %d is %s", lang, n, got[len(got)-1], -n, negative)
			}
		}
		if said := strings.Join(got, " "); said != want {
			t.Errorf("%s:\n%v\n%s, want\n%s", lang, numbers, said, want)
		}
	}
}

// A text with a single form is used for every count.
func TestMissingFormsFallBackToEnglish(t *testing.T) {
	english := "[m]\none = \"{{.Count}} move\"\nother = \"{{.Count}} moves\"\n[only]\nother = \"only\"\n"
	c := locale.MustMake(t, map[string]string{
		"en": english, "mt": "[m]\none = \"mossa waħda\"\ntwo = \"żewġ mossi\"\n", "vi": "[m]\nother = \"{{.Count}} bước\"\n",
	})
	for _, tt := range []struct {
		lang, key string
		count     int
		want      string
	}{
		{"mt", "m", 1, "mossa waħda"},
		{"mt", "m", 2, "żewġ mossi"},
		{"mt", "m", 3, "3 moves"},
		{"mt", "m", 11, "11 moves"},
		{"mt", "only", 3, "only"},
		{"vi", "m", 0, "0 bước"},
		{"vi", "m", 1, "1 bước"},
		{"sq", "m", 1, "1 move"},
		{"sq", "none", 1, "none"},
	} {
		if got := c.In(tt.lang, false).Text(tt.key, locale.Args{"Count": tt.count}); got != tt.want {
			t.Errorf("%s, %s of %d: got %q, want %q", tt.lang, tt.key, tt.count, got, tt.want)
		}
	}
}
