package discord_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
)

// The custom_ids of existing messages stay readable for ever.
func TestCustomIDs(t *testing.T) {
	ref := bot.BoardRef{Game: "AB", Version: 36}
	for id, text := range map[string]string{
		"1|AB|10|move 3>5:2":          "move 3>5:2",
		"1|AB|10|":                    "",
		"1|AB|10|a|b":                 "a|b",
		"2|AB|10|A C E 3 N 7 confirm": "new klondike draw 3 deal 7 confirm",
		"2|AB|10|A B C D E F G H I J K L M N O P Q R": "new game klondike yukon draw passes unlimited return yes no scoring standard vegas deal public confirm winnable settings",
		"2|AB|10|Z a": "Z a",
	} {
		if got, said, ok := discord.ParseCustomID(id); !ok || got != ref || said != text {
			t.Errorf("%s is read as %v %q, %v", id, got, said, ok)
		}
	}
	for _, id := range []string{"", "1", "1|AB|10", "1|AB|-1|x", "1|AB|zzzzzzzzzzzzzzzz|x", "0|AB|1|x", "3|AB|1|x", "draw"} {
		if _, text, ok := discord.ParseCustomID(id); ok {
			t.Errorf("%q is read as %q", id, text)
		}
	}
}

// The longest possible commands of buttons fit.
func TestLongestButtonsFit(t *testing.T) {
	ref := bot.BoardRef{Game: strings.Repeat("G", 26), Version: 1 << 40}
	for _, text := range []string{
		"new game klondike draw 3 passes unlimited return yes scoring standard deal 999999999 public confirm",
		"new klondike draw 3 passes unlimited deal 999999999 return yes",
		"forget-me " + strings.Repeat("g", 26) + " confirm",
		"move 7>6:45",
	} {
		id, ok := discord.CustomID(ref, text)
		if !ok || utf8.RuneCountInString(id) > 100 {
			t.Errorf("%q becomes %q, %v", text, id, ok)
		}
	}
	for _, text := range []string{strings.Repeat("x", 101), "A B C " + strings.Repeat("public ", 20)} {
		if id, ok := discord.CustomID(ref, text); ok {
			t.Errorf("%q becomes %q", text, id)
		}
	}
	if id, ok := discord.CustomID(bot.BoardRef{Game: "a|b"}, "draw"); ok {
		t.Errorf("a game with the sign between the parts becomes %q", id)
	}
}

func TestTexts(t *testing.T) {
	for text, want := range map[string]string{
		"plain text.":                            "plain text.",
		"*bold* _x_ `c`":                         "\\*bold\\* \\_x\\_ \\`c\\`",
		"<@7> ||s|| #1":                          `\<@7\> \|\|s\|\| \#1`,
		"[a](b) \\":                              `\[a\](b) \\`,
		"10♥ on J♠\uFE0E":                        "10♥\uFE0E on J♠\uFE0E",
		"at <t:1800000000:f> in <#123>.":         "at <t:1800000000:f> in <#123>.",
		"<t:1:R> <t::f> <#> <#x> <@1> <#1 > <#1": `\<t:1:R\> \<t::f\> \<\#\> \<\#x\> \<@1\> \<\#1 \> \<\#1`,
		"\xff<#1>":                               "\xff<#1>",
	} {
		if got := discord.Prose(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"*a*", 3, "*a*"}, {"♥♥", 4, "♥\uFE0E♥\uFE0E"}, {"♥♥", 3, "♥\uFE0E…"}, {"abc", 2, "a…"}, {"abc", 1, "…"}, {"abc", 0, ""}, {"abc", -1, ""},
	} {
		if got := discord.Label(tt.text, tt.most); got != tt.want {
			t.Errorf("%q in %d becomes %q, want %q", tt.text, tt.most, got, tt.want)
		}
	}
}

// Any valid custom_id stays the same when it is parsed and written again, and is short
// enough.
func FuzzCustomID(f *testing.F) {
	f.Add("1|AB|10|move 3>5:2")
	f.Add("2|AB|10|A C E 3 N 7")
	f.Fuzz(func(t *testing.T, id string) {
		ref, text, ok := discord.ParseCustomID(id)
		if !ok {
			return
		}
		again, ok := discord.CustomID(ref, text)
		if !ok {
			return // too long for a button, or ambiguous
		}
		if gotRef, got, ok := discord.ParseCustomID(again); !ok || gotRef != ref || got != text || utf8.RuneCountInString(again) > 100 {
			t.Errorf("%q is %v %q, but written again %q", id, ref, text, again)
		}
	})
}
