package bot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// keys are those of a reply's lines.
func keys(r bot.Reply) string {
	var list []string
	for _, m := range r.Lines {
		list = append(list, m.Key)
	}
	return strings.Join(list, " ")
}

// A command in any language does what it does in English, whatever language the
// player reads.
func TestCommandsInEveryLanguage(t *testing.T) {
	words := mustLoad(t).Words()
	native := func() *person {
		p := newPerson(t)
		p.bot.Number = func() int { return 1 }
		p.say("new draw 3 deal 1")
		p.say("d, 5 4")
		return p
	}
	for _, spec := range bot.Specs() {
		want := keys(native().say(spec.Name))
		for _, phrase := range words.All()[spec.Name] {
			if got := keys(native().say("/solitaire " + phrase)); got != want {
				t.Errorf("%q is answered with %s, want %s", phrase, got, want)
			}
		}
	}
	for text, want := range map[string]string{
		"нова игра Юкон":                     "new.ask",
		"hoan tac 2":                         "undo.done",
		"settings ngôn ngữ tiếng việt":       "settings.done",
		"lojë e re yukon":                    "new.ask",
		"logħba ġdida passes bla limitu":     "new.ask",
		"mutambo mutsva passes":              "choice.value",
		"settings language shqip":            "settings.done",
		"daily вчера упражнение":             "daily.no-such",
		"new klondike passes không giới hạn": "new.ask",
	} {
		if got := keys(native().say(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"3 на 5", "3 sang 5", "3 te 5", "3 għal 5", "3 pa 5"} {
		if got, want := keys(native().say(text)), keys(native().say("3 5")); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// No word of another language hides what English words and moves mean.
func TestWordsHideNothing(t *testing.T) {
	words := mustLoad(t).Words()
	english := strings.Fields("confirm game over turn up data me new-game my-data forget-me solitaire d r w f fh fd fc fs draw waste foundation to from on onto pile column the yes no y n u m h start board commands quit exit")
	for _, spec := range bot.Specs() {
		english = append(english, spec.Name)
		for _, o := range spec.Options {
			english = append(english, o.Name)
			english = append(english, o.Values...)
		}
	}
	for _, word := range english {
		if got := words.English([]string{word}); len(got) != 1 || got[0] != word {
			t.Errorf("%q is taken for %q", word, got)
		}
	}
	known := append(slices.Clone(english), locale.Codes()...)
	for meaning, phrases := range words.All() {
		for _, phrase := range phrases {
			if bot.LooksLikeMove(phrase) {
				t.Errorf("%q, which means %s, looks like a move", phrase, meaning)
			}
		}
		if !slices.Contains(known, meaning) && !slices.Contains(strings.Fields("unlimited today yesterday week month all here everywhere language practice"), meaning) {
			t.Errorf("%v mean %q, which means nothing", phrases, meaning)
		}
	}
}
