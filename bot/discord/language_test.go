package discord_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
)

// A whole game in every language and style: mostly random moves, then a win. Discord
// refuses nothing, and the win is announced in the player's language.
func TestEveryLanguage(t *testing.T) {
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	st := setup{}.open(t)
	for i, lang := range locale.Codes() {
		for j, style := range render.Styles() {
			person := st.Person(lang+string(style), lang, "en-US")
			r := randomPlayer{t: t, Person: person, random: rand.New(rand.NewPCG(uint64(i), uint64(j)))}
			r.slash("solitaire settings", "name:language", "value:"+lang)
			r.slash("solitaire settings", "name:style", "value:"+string(style))
			r.slash("solitaire settings", "name:four-colour", "value:on")
			r.slash("solitaire new", "deal:1141")
			for _, move := range strings.Split(wonKlondike, ", ")[:8] {
				r.slash("move", "from:"+move)
			}
			for _, text := range []string{"settings", "help", "more", "rules"} {
				r.slash("solitaire " + text)
			}
			r.slash("undo", "steps:8")
			won := person.Slash("move", "from:"+wonKlondike).Message
			speaker := catalogue.In(lang, style == render.ASCII)
			says(t, won, speaker.Text("game.won", nil), speaker.Text("title.klondike", nil))
			if fence := strings.Contains(won.Embeds[0].Description, "```ansi\n"); fence != (style == render.Coloured) {
				t.Errorf("%s, %s: coloured %v", lang, style, fence)
			}
			if t.Failed() {
				t.Fatalf("that was %s, %s, after %v", lang, style, r.log)
			}
			st.ForgetPayloads()
		}
	}
}

// The language is that of the player's Discord. A chosen language takes precedence, also
// in suggestions.
func TestLanguageOfDiscord(t *testing.T) {
	st := setup{}.open(t)
	p := st.Person("9", "bao", "vi")
	says(t, p.Slash("solitaire new", "deal:1141").Message, "ván bài 1141", "Kho chỉ được đi qua một lần")
	if list := p.Autocomplete("move", "from:chuon"); len(list) != 0 {
		t.Errorf("suits are signs, not words: %v", list)
	}
	if list := p.Autocomplete("move", "from:chong 6"); len(list) == 0 || !strings.Contains(list[0].Name, "từ chồng 6") {
		t.Errorf("suggestions %v", list)
	}
	says(t, p.Slash("solitaire settings", "name:language", "value:bg").Message, "Език – сега: български")
	if list := p.Autocomplete("move", "from:купчина 6"); len(list) == 0 {
		t.Error("no suggestions in the language that was chosen")
	}
	says(t, p.Slash("solitaire settings", "name:language", "value:auto").Message, "Ngôn ngữ bây giờ là")
}
