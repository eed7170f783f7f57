package locale_test

import (
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

func TestReviewListsMissingEqualAndDraftMessages(t *testing.T) {
	c := locale.MustMake(t, map[string]string{
		"en": `
[a]
other = "one"
[b]
one = "{{.Count}} b"
other = "{{.Count}} bs"
[c]
other = "name"
[d]
other = "{{.Name}} · {{.Name}}"
[e]
other = "unsure"
`,
		"mt": `
[language]
name = "Malti"
draft = "abbozz"
[b]
one = "b"
two = "żewġ b"
other = "{{.Count}} b"
[c]
other = "name"
[d]
other = "{{.Name}} · {{.Name}}"
[e]
other = "ċert"
draft = true
`,
	})
	got := c.Review("mt")
	if got.Name != "Malti" || !got.Draft || got.Messages != 5 {
		t.Errorf("got %+v", got)
	}
	for i, list := range [][2][]string{{got.Missing, {"a", "b"}}, {got.Same, {"c"}}, {got.Unsure, {"e"}}} {
		if !slices.Equal(list[0], list[1]) {
			t.Errorf("list %d: got %v, want %v", i, list[0], list[1])
		}
	}
	if english := c.Review("en"); english.Missing != nil || english.Same != nil {
		t.Errorf("English: got %+v, want nothing missing", english)
	}
}
