package locale_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// Limits of the platforms in characters: the lower of Discord's and Slack's, so that
// neither cuts a text. Escaping for Discord may make a text longer, but embeds have room
// for that.
const (
	roomForAbout   = 100
	roomForButton  = 75
	wantedButton   = 34 // the part of a button that a phone shows
	roomForMove    = 75
	roomForPrompt  = 150
	roomForTitle   = 150
	roomForMessage = 2000
	roomForEmbed   = 4096
)

// longest returns the longest possible arguments.
func longest() locale.Args {
	return locale.Args{
		"Card": locale.Card("TH"), "Cards": locale.Cards{"TH", "TS", "TD"}, "On": locale.Card("JS"), "From": 7, "To": 7, "Count": 13,
		"Number": "999999999", "Draw": 3, "Pass": 1000, "Passes": 3, "Day": "99999", "Language": locale.Language("sn"),
	}
}

// Every button, menu entry, title and description fits in every language.
func TestTextsFitOnEveryPlatform(t *testing.T) {
	p := bottest.NewPerson(t)
	catalogue := bottest.Catalogue(t)
	for _, lang := range locale.Codes() {
		speaker := catalogue.In(lang, false)
		fits := func(most int, key string) {
			t.Helper()
			if text := speaker.Text(key, longest()); utf8.RuneCountInString(text) > most {
				t.Errorf("%s, %s: got %d characters, want %d at most: %q", lang, key, utf8.RuneCountInString(text), most, text)
			}
		}
		for _, key := range catalogueKeys(t) {
			switch space, _, _ := strings.Cut(key, "."); space {
			case "about", "option":
				fits(roomForAbout, key)
			case "button", "setting":
				fits(roomForButton, key)
				if key != "button.language" { // which marks drafts in two languages
					fits(wantedButton, key)
				}
			case "discord", "slack":
				if strings.Contains(key, "moves") || strings.Contains(key, "menu") {
					fits(roomForPrompt, key)
				}
			case "rules":
				fits(roomForMessage, key)
			}
		}
		for _, key := range []string{
			"move.draw", "move.turn-over", "move.waste-up", "move.waste-pile", "move.waste-empty", "move.pile-up", "move.pile-pile",
			"move.pile-empty", "move.group-pile", "move.group-empty", "move.back-pile", "move.back-empty",
		} {
			fits(roomForMove, key)
		}
		p.Speaker = speaker
		titleFits(p, lang)
		helpFits(p, lang)
	}
}

// titleFits checks the longest possible title.
func titleFits(p *bottest.Person, lang string) {
	p.T.Helper()
	var title []string
	for _, key := range []string{"title.klondike", "title.daily", "title.challenge", "title.deal", "title.draw", "title.return", "title.vegas", "board.pass-of"} {
		title = append(title, p.Speaker.Text(key, longest()))
	}
	if text := strings.Join(title, " · "); utf8.RuneCountInString(text) > roomForTitle {
		p.T.Errorf("%s: got a title of %d characters: %s", lang, utf8.RuneCountInString(text), text)
	}
}

// helpFits checks the list of all commands, with a backslash before each character that
// Discord would treat as markup.
func helpFits(p *bottest.Person, lang string) {
	p.T.Helper()
	text := p.Text(p.Say("help all"))
	n := utf8.RuneCountInString(text) + strings.Count(text, "|") + strings.Count(text, "[") + strings.Count(text, "]") + strings.Count(text, "_")
	if n > roomForEmbed {
		p.T.Errorf("%s: got a list of commands of %d characters", lang, n)
	}
}

func TestRepliesAreWellFormedInEveryLanguage(t *testing.T) {
	catalogue := bottest.Catalogue(t)
	for _, lang := range locale.Codes() {
		b := play.New(bottest.NewPerson(t).Bot.Store)
		b.Words, b.Now = catalogue.Words(), func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }
		p := bottest.PersonOn(t, b)
		p.Speaker = catalogue.In(lang, false)
		p.Say("settings language " + lang)
		for _, text := range []string{
			"show", "new deal 1", "d", "d, d", "3 5", "9h 10s", "xyz", "undo 2", "redo", "undo x", "restart", "settings", "settings language", "settings style",
			"help", "help all", "help move", "rules", "rules yukon", "more", "new yukon", "resign", "new draw 3 passes 7", "new yukon draw 3", "new deal 0",
			"stats", "leaderboard", "share", "daily", "reveal", "challenge", "my-data", "forget-me", "mvoe", "yes", "finish", "again", "show daily",
		} {
			if r := p.Say(text); r.Lang != lang {
				t.Errorf("%s: %q: got an answer in %s", lang, text, r.Lang)
			}
		}
	}
}
