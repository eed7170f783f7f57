package lines_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// kings is a position in which only the four kings are not up.
const kings = `"piles":[["KC"],["KD"],["KH"],["KS"]],"foundations":{"C":12,"D":12,"H":12,"S":12}`

// badLines are lines that can't be used. CARDS stands for a full deck.
var badLines = []struct {
	name, line string
	want       lines.Code
}{
	{"text", `hello`, lines.BadJSON},
	{"cut off", `{"id":1,"game":"klondike"`, lines.BadJSON},
	{"list", `[1,2]`, lines.BadJSON},
	{"null", `null`, lines.BadJSON},
	{"two objects", `{"id":1} {"id":2}`, lines.BadJSON},
	{"not UTF-8", "{\"id\":\"\xff\"}", lines.BadJSON},
	{"id is a list", `{"id":[1],"game":"klondike","cards":CARDS}`, lines.BadJSON},
	{"id is an object", `{"id":{},"game":"klondike","cards":CARDS}`, lines.BadJSON},

	{"no game", `{"cards":CARDS}`, lines.UnknownGame},
	{"other game", `{"game":"freecell","cards":CARDS}`, lines.UnknownGame},
	{"game in capitals", `{"game":"Klondike","cards":CARDS}`, lines.UnknownGame},
	{"game is a number", `{"game":7,"cards":CARDS}`, lines.UnknownGame},
	{"game is null", `{"game":null,"cards":CARDS}`, lines.UnknownGame},
	{"key in capitals", `{"Game":"klondike","cards":CARDS}`, lines.UnknownGame},
	{"game before rules", `{"game":"spider","rules":"4 suits"}`, lines.UnknownGame},

	{"rules are a text", `{"game":"klondike","rules":"draw 3","cards":CARDS}`, lines.BadRules},
	{"draw 0", `{"game":"klondike","rules":{"draw":0},"cards":CARDS}`, lines.BadRules},
	{"draw 25", `{"game":"klondike","rules":{"draw":25},"cards":CARDS}`, lines.BadRules},
	{"draw 1.5", `{"game":"klondike","rules":{"draw":1.5},"cards":CARDS}`, lines.BadRules},
	{"draw is a text", `{"game":"klondike","rules":{"draw":"3"},"cards":CARDS}`, lines.BadRules},
	{"passes -1", `{"game":"klondike","rules":{"passes":-1},"cards":CARDS}`, lines.BadRules},
	{"passes 1e99", `{"game":"klondike","rules":{"passes":1e99},"cards":CARDS}`, lines.BadRules},
	{"passes 2^40", `{"game":"klondike","rules":{"passes":1099511627776},"cards":CARDS}`, lines.BadRules},
	{"return 1", `{"game":"klondike","rules":{"return":1},"cards":CARDS}`, lines.BadRules},
	{"yukon draw", `{"game":"yukon","rules":{"draw":3},"cards":CARDS}`, lines.BadRules},
	{"yukon passes", `{"game":"yukon","rules":{"passes":1},"cards":CARDS}`, lines.BadRules},
	{"rules before cards", `{"game":"yukon","rules":{"passes":1},"cards":["xx"]}`, lines.BadRules},

	{"no card", `{"game":"klondike","cards":["1C"]}`, lines.BadCard},
	{"card in small letters", `{"game":"klondike","cards":["ac"]}`, lines.BadCard},
	{"ten as a number", `{"game":"klondike","cards":["10C"]}`, lines.BadCard},
	{"card face down in a deal", `{"game":"klondike","cards":["#AC"]}`, lines.BadCard},
	{"card is a number", `{"game":"klondike","cards":[1]}`, lines.BadCard},
	{"card is null", `{"game":"klondike","cards":[null]}`, lines.BadCard},
	{"cards are a text", `{"game":"klondike","cards":"AC 2C"}`, lines.BadCard},
	{"no card in a pile", `{"game":"yukon","position":{"piles":[["#XX"]]}}`, lines.BadCard},
	{"card face down in the stock", `{"game":"klondike","position":{"stock":["#AC"]}}`, lines.BadCard},

	{"no cards", `{"game":"klondike"}`, lines.CardCount},
	{"cards are null", `{"game":"klondike","cards":null}`, lines.CardCount},
	{"empty deck", `{"game":"klondike","cards":[]}`, lines.CardCount},
	{"one card", `{"game":"klondike","cards":["AC"]}`, lines.CardCount},
	{"empty position", `{"game":"klondike","position":{}}`, lines.CardCount},
	{"three kings", `{"game":"yukon","position":{"piles":[["KC"],["KD"],["KH"]],"foundations":{"C":12,"D":12,"H":12,"S":12}}}`, lines.CardCount},

	{"twice", `{"game":"klondike","cards":["AC","AC"]}`, lines.CardTwice},
	{"on a pile and up", `{"game":"yukon","position":{"piles":[["AC"]],"foundations":{"C":1}}}`, lines.CardTwice},

	{"cards and position", `{"game":"klondike","cards":CARDS,"position":{` + kings + `}}`, lines.BadPosition},
	{"position is a list", `{"game":"klondike","position":[]}`, lines.BadPosition},
	{"piles are a text", `{"game":"klondike","position":{"piles":"KC"}}`, lines.BadPosition},
	{"a pile is a text", `{"game":"klondike","position":{"piles":["KC"]}}`, lines.BadPosition},
	{"stock is a text", `{"game":"klondike","position":{"stock":"KC"}}`, lines.BadPosition},
	{"waste is an object", `{"game":"klondike","position":{"waste":{}}}`, lines.BadPosition},
	{"face down on top", `{"game":"yukon","position":{"piles":[[],["KC","#KD"]]}}`, lines.BadPosition},
	{"all face down", `{"game":"yukon","position":{"piles":[["KC"],["#KD"],["KH"],["KS"]],"foundations":{"C":12,"D":12,"H":12,"S":12}}}`, lines.BadPosition},
	{"face down on pile 1", `{"game":"yukon","position":{"piles":[["#KC","KD"],["KH"],["KS"]],"foundations":{"C":12,"D":12,"H":12,"S":12}}}`, lines.BadPosition},
	{"eight piles", `{"game":"yukon","position":{"piles":[["KC"],["KD"],["KH"],["KS"],[],[],[],[]],"foundations":{"C":12,"D":12,"H":12,"S":12}}}`, lines.BadPosition},
	{"no such foundation", `{"game":"yukon","position":{"foundations":{"c":1}}}`, lines.BadPosition},
	{"14 up", `{"game":"yukon","position":{"foundations":{"C":14}}}`, lines.BadPosition},
	{"-1 up", `{"game":"yukon","position":{"foundations":{"C":-1}}}`, lines.BadPosition},
	{"foundations are a list", `{"game":"yukon","position":{"foundations":[0,0,0,0]}}`, lines.BadPosition},
	{"pass is a text", `{"game":"klondike","position":{` + kings + `,"passes_used":"1"}}`, lines.BadPosition},
	{"pass 0", `{"game":"klondike","position":{` + kings + `,"passes_used":0}}`, lines.BadPosition},
	{"pass 2 of 1", `{"game":"klondike","position":{` + kings + `,"passes_used":2}}`, lines.BadPosition},
	{"yukon pass", `{"game":"yukon","position":{` + kings + `,"passes_used":1}}`, lines.BadPosition},
	{"yukon stock", `{"game":"yukon","position":{"piles":[["KC"],["KD"],["KH"]],"stock":["KS"],"foundations":{"C":12,"D":12,"H":12,"S":12}}}`, lines.BadPosition},

	{"moves are a text", `{"game":"klondike","cards":CARDS,"moves":"d"}`, lines.BadMove},
	{"a move is a number", `{"game":"klondike","cards":CARDS,"moves":["d",5]}`, lines.BadMove},
	{"a move is null", `{"game":"klondike","cards":CARDS,"moves":[null]}`, lines.BadMove},
	{"moves are an object", `{"game":"klondike","cards":CARDS,"moves":{}}`, lines.BadMove},
}

func TestEachFaultHasItsCode(t *testing.T) {
	for _, test := range badLines {
		t.Run(test.name, func(t *testing.T) {
			text := strings.ReplaceAll(test.line, "CARDS", cards(1))
			good, bad := readAll(t, strings.NewReader(text), game.Options{})
			if len(good) != 0 || len(bad) != 1 {
				t.Fatalf("%d lines and %d errors, want an error", len(good), len(bad))
			}
			if bad[0].Code != test.want {
				t.Errorf("got %s (%s), want %s", bad[0].Code, bad[0].Text, test.want)
			}
			checkText(t, bad[0].Text)
		})
	}
}

// checkText checks that an error text is one short line.
func checkText(t *testing.T, text string) {
	t.Helper()
	if text == "" || strings.ContainsAny(text, "\r\n") || utf8.RuneCountInString(text) > 160 {
		t.Errorf("text %q", text)
	}
}

func TestErrorTextsQuoteLittle(t *testing.T) {
	long := strings.Repeat("ж", 500) + "\u2028\n"
	for _, line := range []string{
		encode(t, map[string]any{"game": long}),
		encode(t, map[string]any{"game": "klondike", "cards": []string{long}}),
		encode(t, map[string]any{"game": "yukon", "position": map[string]any{"piles": [][]string{{"KC", "#" + long}}}}),
		encode(t, map[string]any{"game": "yukon", "position": map[string]any{"foundations": map[string]int{long: 1}}}),
		long,
	} {
		_, bad := readAll(t, strings.NewReader(line), game.Options{})
		if len(bad) == 0 {
			t.Fatalf("no error for %.60s", line)
		}
		checkText(t, bad[0].Text)
		if n := strings.Count(bad[0].Text, "ж"); n > 80 {
			t.Errorf("%d characters of the input in %q", n, bad[0].Text)
		}
	}
}

func TestErrorsAreObjects(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"no id", `{"game":"x"}`, `{"id":null,"line":1,"error":{"code":"unknown-game","text":"game is \"x\": give klondike or yukon"}}`},
		{"not JSON", `x`, `{"id":null,"line":1,"error":{"code":"bad-json","text":"not JSON, see byte 1 of the line: invalid character 'x' looking for beginning of value"}}`},
		{"text", `{"id":"a>b","game":"x"}`, `{"id":"a>b","line":1,"error":{"code":"unknown-game","text":"game is \"x\": give klondike or yukon"}}`},
		{"number", `{"id":1.50e3,"game":"x"}`, `{"id":1.50e3,"line":1,"error":{"code":"unknown-game","text":"game is \"x\": give klondike or yukon"}}`},
		{"true", `{"id":true}`, `{"id":true,"line":1,"error":{"code":"unknown-game","text":"game must be klondike or yukon"}}`},
		{"null", `{"id":null}`, `{"id":null,"line":1,"error":{"code":"unknown-game","text":"game must be klondike or yukon"}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, bad := readAll(t, strings.NewReader(test.line), game.Options{})
			if diff := cmp.Diff(test.want, encode(t, bad[0])); diff != "" {
				t.Error(diff)
			}
		})
	}
}
