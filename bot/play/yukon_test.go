package play_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// In a game without a stock no text speaks of one, nor of a waste or of drawing, but
// the answer to somebody who asks for them.
func TestYukonsTextsSpeakOfNoStock(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Bot.Advisor = bottest.Hint(func(bot.Question) bot.Advice { return bot.Advice{} })
	check := func(text string, r bot.Reply) {
		t.Helper()
		said := strings.ToLower(p.Text(r) + p.Speaker.Join(r.Title) + p.Speaker.Join(r.Status))
		for _, word := range []string{"stock", "waste", "draw", "pass "} {
			if strings.Contains(said, word) {
				t.Errorf("%q: got %q", text, said)
			}
		}
	}
	r := p.Say("new yukon deal 1")
	check("new", r)
	for _, text := range []string{"move xyz", "3 f", "ks 3", "2c 3", "8 1", "undo", "redo", "finish", "hint", "restart", "resign", "show", "9h", "1 1"} {
		check(text, p.Say(text))
	}
	for range 300 { // to an end of whatever kind
		if len(r.Menu) == 0 {
			break
		}
		i := len(r.Menu) - 1
		if m := r.Menu[0].Move; m.To == 0 {
			i = 0
		}
		r = p.Say(r.Menu[i].Text())
		check("a move", r)
	}
	for _, key := range []string{"game.stuck-piles", "game.stuck-daily-piles", "game.dead-piles"} {
		check(key, bot.Reply{Lines: []locale.Message{{Key: key}}})
	}
	for _, text := range []string{"d", "3 w"} {
		p.Has(p.Say(text), "refused.no-stock")
	}
}
