package locale_test

import (
	"slices"
	"strings"
	"testing"
)

// No word may mean two things in a game. Each row has a word that once did, and the only
// messages that may still use it.
func TestOneWordMeansOneThing(t *testing.T) {
	loses := []string{"new.ask", "restart.ask", "resign.ask-free"}
	for _, tt := range []struct {
		lang, word string
		means      string
		only       []string
	}{
		{"bg", " купа ", "hearts, not the stock", []string{"suit.h"}},
		{"mt", " attentat", "an attempt on a life, not at a deal", nil},
		{"sn", "kundwa", "losing, not being won", loses},
		{"sn", "kundika", "failing, not being winnable", nil},
		{"sn", " vakundi", "winners, not all that are ranked", nil},
		{"vi", " lượt | ", "an attempt, not a pass", nil},
		{"vi", " số lượt", "attempts, not passes", nil},
		{"vi", " giới hạn lượt", "attempts, not passes", nil},
	} {
		for key, text := range spacedTexts(t, tt.lang) {
			if strings.Contains(text, tt.word) && !slices.Contains(tt.only, key) {
				t.Errorf("%s: %s says %q, which means %s: %s", tt.lang, key, tt.word, tt.means, text)
			}
		}
	}
}

// If a colour describes a rank, it agrees with a noun in the text, since in most of these
// languages jacks and kings have another gender than tens.
func TestColoursAgreeWithANounThatIsSaid(t *testing.T) {
	for lang, card := range map[string]string{"sq": " letër e ", "bg": "на карта ", "mt": " karta ", "sn": " kadhi d", "vi": " lá "} {
		texts := spacedTexts(t, lang)
		for _, key := range []string{"refused.takes-red", "refused.takes-black"} {
			if !strings.Contains(texts[key], card) {
				t.Errorf("%s: %s doesn't say %q: %s", lang, key, card, texts[key])
			}
		}
	}
}
