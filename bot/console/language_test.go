package console_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/render"
)

// lineKlondike wins Klondike's deal 1141.
const lineKlondike = "6>3, 6>f, d, w>f, 3>f, d, d, w>1, d, d, w>f, d, w>5, 2>5, d, d, w>2, d, w>5, d, d, d, w>f, d, w>1, d, w>f, d, w>f, 3>f, 3>2, d, w>f, d, d, w>6, d, w>f, d, d, w>1, 6>1:2, 6>f, 3>f, w>f, 2>f, 5>3:4, 5>4, 6>4, 6>f, 4>f, 2>f, 7>f, 1>f, 7>5, 7>1, 7>f, 7>f, 5>7:2, 4>5:2, 4>f, 4>2, d, w>f, w>f, 4>f, 3>f, w>4, w>3, d, w>6, 7>6:3, 7>f, d, w>4, w>4, w>f, 5>f, w>f, 2>f, 2>f, 5>f, 5>f, 1>f, 5>f, 6>f, 4>f, 1>f, 1>f, 6>f, 3>f, 1>f, 3>f, 4>f, 6>f, 3>f, 3>f, 1>f, 1>f, 6>f, 4>f"

// The key screens of each language, in sentences: a new game, a move, a refusal,
// help, rules, settings, and a win.
func TestLanguageTranscripts(t *testing.T) {
	for _, lang := range locale.Codes() {
		t.Run(lang, func(t *testing.T) {
			bottest.Golden(t, *update, "language-"+lang+".txt", talk(t, newConsole(t, persisttest.NewMemory()),
				"settings language "+lang, "new deal 1141", "d", "5 1", "help", "help all", "rules", "rules yukon", "settings", "settings style text", "undo", lineKlondike))
		})
	}
}

// A whole game, step by step, in every language and style. Nothing is said in
// English where the language has another text, and what stands for a text is
// never shown.
func TestGamesInEveryLanguage(t *testing.T) {
	for _, lang := range locale.Codes() {
		for _, style := range render.Styles() {
			t.Run(lang+"/"+string(style), func(t *testing.T) {
				c := newConsole(t, persisttest.NewMemory())
				c.Bot.Words = c.Catalogue.Words()
				lines := append([]string{"settings language " + lang, "settings style " + string(style), "new deal 1141"}, strings.Split(lineKlondike, ", ")...)
				speaker := c.Catalogue.In(lang, style == render.ASCII)
				said := talk(t, c, append(lines, "again", "more", speaker.Text("button.undo", nil))...)
				if !strings.Contains(said, speaker.Text("game.won", nil)) {
					t.Error("the game was not won")
				}
				if strings.Contains(said, "<no value>") || !utf8.ValidString(said) {
					t.Error("a text is not whole")
				}
				if _, after, _ := strings.Cut(said, speaker.Text("new.one-pass", nil)); lang != locale.English {
					for _, key := range []string{"move.draw", "game.won", "button.draw", "button.more", "did.turned", "board.foundations-empty", "board.waste-empty", "title.klondike"} {
						if english := c.Catalogue.In(locale.English, false).Text(key, locale.Args{"Card": locale.Card("AS"), "From": 1}); english != speaker.Text(key, locale.Args{"Card": locale.Card("AS"), "From": 1}) && strings.Contains(after, english) {
							t.Errorf("it says %q", english)
						}
					}
				}
			})
		}
	}
}

// A question is answered in any language, and the system's language is that of
// the first lines.
func TestAnswersInOtherLanguages(t *testing.T) {
	for locale, want := range map[string][3]string{
		"bg_BG": {"да", "Игрите Ви се пазят", "беше изтрито"},
		"vi_VN": {"CO", "Các ván của bạn được lưu", "đã bị xóa"},
		"C":     {"po", "Your games are kept", "was deleted"},
	} {
		c := newConsole(t, persisttest.NewMemory())
		c.Locale = locale
		got := talk(t, c, "new", "d", "forget-me", want[0])
		if !strings.HasPrefix(got, want[1]) || !strings.Contains(got, want[2]) {
			t.Errorf("%s:\n%s", locale, got)
		}
	}
}
