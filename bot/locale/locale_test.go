package locale_test

import (
	"testing"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

func mustLoad(t testing.TB) *locale.Catalogue {
	t.Helper()
	c, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTextsHaveTheirArguments(t *testing.T) {
	c := mustLoad(t)
	for _, tt := range []struct {
		message locale.Message
		letters bool
		want    string
	}{
		{locale.Message{Key: "status.moves", Args: []locale.Arg{{"Count", 1}}}, false, "1 move"},
		{locale.Message{Key: "status.moves", Args: []locale.Arg{{"Count", 0}}}, false, "0 moves"},
		{locale.Message{Key: "did.draw", Args: []locale.Arg{{"Cards", locale.Cards{"TH", "AS", "9C"}}}}, false, "Drawn: 10♥ A♠ 9♣."},
		{locale.Message{Key: "did.draw", Args: []locale.Arg{{"Cards", locale.Cards{"TH", "AS", "9C"}}}}, true, "Drawn: TH AS 9C."},
		{locale.Message{Key: "no.such-key"}, false, "no.such-key"},
	} {
		if got := c.In("en", tt.letters).Say(tt.message); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.message, got, tt.want)
		}
	}
	if got := c.In("xx", false).Text("button.yes", nil); got != "Yes" {
		t.Errorf("an unknown language: got %q, want English", got)
	}
}

func TestFoldNormalizesInput(t *testing.T) {
	for in, want := range map[string]string{
		"  Move  3 5 ":      "move 3 5",
		"ＭＯＶＥ　３　５":          "move 3 5",
		"9♥️ 10♠︎":          "9♥ 10♠",
		"“3 5”":             "3 5",
		"3–5":               "3-5",
		"a\u200bb\u202ec":   "abc",
		"\x1b[31mred":       "[31mred",
		"\t\n\u00a0x\u3000": "x",
		"":                  "",
	} {
		if got := locale.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add("／ｍｏｖｅ ９♥️")
	f.Add("\xff\u0000\u202e")
	f.Fuzz(func(t *testing.T, text string) {
		once := locale.Fold(text)
		if !utf8.ValidString(once) {
			t.Errorf("%q isn't UTF-8", once)
		}
		if twice := locale.Fold(once); twice != once {
			t.Errorf("Fold(%q) = %q, and that again %q", text, once, twice)
		}
	})
}
