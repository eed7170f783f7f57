package locale_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

func TestTranslatedWordsBecomeEnglish(t *testing.T) {
	words := locale.MustMake(t, map[string]string{
		"bg": "[words]\nnew = [\"нова игра\", \"нова\"]\nno = [\"не\"]\n",
		"vi": "[language]\nname = \"Tiếng Việt\"\n[words]\nnew = [\"ván mới\"]\nno = [\"không\"]\nunlimited = [\"không giới hạn\"]\n",
		"mt": "[words]\nresign = [\"ċedi\"]\nhint = [\"ħjiel\"]\n",
	}).Words()
	for typed, want := range map[string]string{
		"":                                "",
		"new draw 3":                      "new draw 3",
		"нова игра юкон":                  "new юкон",
		"нова draw 3":                     "new draw 3",
		"ván mới passes không giới hạn":   "new passes unlimited",
		"VAN MOI passes khong gioi han":   "new passes unlimited",
		"không":                           "no",
		"settings language tiếng việt":    "settings language vi",
		"cedi":                            "resign",
		"HJIEL":                           "hint",
		"v\u00e1n m\u01a1\u0301i không x": "new no x",
	} {
		if got := strings.Join(words.English(strings.Fields(locale.Fold(typed))), " "); got != want {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
	if got := (locale.Words{}).English([]string{"нова"}); len(got) != 1 || got[0] != "нова" {
		t.Errorf("without words: got %q", got)
	}
}

// A word must mean the same in all languages that have it.
func TestAmbiguousWordsAreRefused(t *testing.T) {
	for _, words := range []string{"no = [\"po\"]", "yes = [\"pó\"]\nno = [\"PO\"]"} {
		_, err := locale.Make(map[string]string{"sq": "[words]\nyes = [\"po\"]\n", "vi": "[words]\n" + words})
		if err == nil || !strings.Contains(err.Error(), "means") {
			t.Errorf("%s: %v", words, err)
		}
	}
}

// The error names the file and the problem.
func TestFaultyFilesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"[m]\nother = \"{{.Count\"":     "argument",
		"[m]\nother = \"{{Count}}\"":    "argument",
		"[m]\nother = \"a }} b\"":       "argument",
		"[m]\nother = \"{{.count}}\"":   "argument",
		"[m]\nothre = \"x\"":            "othre",
		"[language]\nnmae = \"x\"":      "nmae",
		"[m]\nother = 3":                "m:",
		"[m]\nother = \"x\"\n[m]\n":     "m",
		"[words]\nnew = \"not a list\"": "words",
	} {
		if _, err := locale.Make(map[string]string{"vi": text}); err == nil || !strings.Contains(err.Error(), "vi.toml") || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", text, err, want)
		}
	}
}
