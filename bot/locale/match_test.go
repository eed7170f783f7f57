package locale_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

func TestTheFirstKnownLanguageIsMatched(t *testing.T) {
	for tags, want := range map[string]string{
		"":            "en",
		"vi":          "vi",
		"vi-VN":       "vi",
		"vi_VN":       "vi",
		"bg BG":       "bg",
		"en-GB":       "en",
		"en-US vi":    "en",
		"fr":          "en",
		"fr-CA bg":    "bg",
		"auto vi":     "vi",
		"sq-AL":       "sq",
		"mt-MT":       "mt",
		"SN-zw":       "sn",
		"zh-TW":       "en",
		"und-VN":      "en",
		"no":          "en",
		"C":           "en",
		"../../etc":   "en",
		"vi;q=1":      "en",
		"xx-xx mt sn": "mt",
	} {
		if got := locale.Match(strings.Split(tags, " ")...); got != want {
			t.Errorf("%q: got %s, want %s", tags, got, want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("vi-VN")
	f.Add("\xff-")
	c := mustLoad(f)
	f.Fuzz(func(t *testing.T, tag string) {
		if text := c.In(locale.Match(tag), false).Text("button.yes", nil); text == "" || text == "button.yes" {
			t.Errorf("%q: got the text %q", tag, text)
		}
	})
}
