package slack_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/render"
)

// A whole game in every language and style: some random moves, then a win. Slack refuses
// nothing, and the win is announced in the player's language.
func TestEveryLanguage(t *testing.T) {
	t.Parallel()
	for i, lang := range locale.Codes() {
		t.Run(lang, func(t *testing.T) {
			s := newStage(t, transport(i%2 == 1), memory(), slackfake.Options{Uses: 2})
			for j, style := range render.Styles() {
				id := "U" + strings.ToUpper(lang) + string(rune('A'+j))
				p := s.Person(id, strings.ToLower(id), "en-US", "Etc/UTC")
				g := &gambler{stage: s, number: 2, random: rand.New(rand.NewPCG(uint64(i), uint64(j))), person: p, place: 2}
				p.Slash("/solitaire", "settings language "+lang)
				p.Slash("/solitaire", "settings style "+string(style))
				p.Slash("/solitaire", "new deal 1141")
				for range 10 {
					g.act()
				}
				for _, text := range []string{"settings language " + lang, "settings", "help", "rules", "more"} {
					p.Slash("/solitaire", text)
				}
				p.Slash("/solitaire", "new deal 1141")
				p.Slash("/solitaire", "new deal 1141 confirm")
				p.Slash("/move", lineKlondike)
				await(p, s.catalogue.In(lang, false).Text("game.won", nil))
			}
		})
	}
}

// The language is that of the player's Slack. A chosen language takes precedence.
func TestLanguageOfSlack(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	p := s.Person("UBAO", "bao", "vi-VN", "Asia/Ho_Chi_Minh")
	p.Slash("/solitaire", "help")
	has(t, p.Slash("/solitaire", "new deal 1141"), "ván bài 1141", "Kho chỉ được đi qua một lần")
	p.Slash("/solitaire", "settings language sq")
	has(t, p.Slash("/move", "d"), "U tërhoq: A♦.")
}
