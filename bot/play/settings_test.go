package play_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

func TestSettingsAreShownAndChanged(t *testing.T) {
	p := bottest.NewPerson(t)
	if r := p.Say("settings style ascii"); r.Style != "ascii" {
		t.Errorf("got the style %q, want ascii", r.Style)
	}
	p.Expect("settings style", "/solitaire settings style unicode|ascii|coloured|text")
	if r := p.Expect("settings style pink", "Board style can't be “pink”. Choose one of: unicode, ascii, coloured, text."); !bottest.Offers(r, "settings style text") {
		t.Errorf("got %v, want buttons for the styles", r.Actions)
	}
	p.Expect("settings colour red", "no setting “colour”")
	if r := p.Expect("settings", "Board style: Letters (ASCII)"); r.Style != "ascii" || !bottest.Offers(r, "settings style") {
		t.Errorf("got the style %q and the buttons %v, want ascii and one for the style", r.Style, r.Actions)
	}
}

// Values may be typed as the buttons show them, in every language and whichever the player reads.
func TestLabelsAreValuesInEveryLanguage(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Bot.Cards = func(string) bool { return true }
	tried := 0
	for _, s := range bot.Settings() {
		if s.Server || s.Name == bot.SettingPictures || s.Name == bot.SettingReminder { // of the last two there are none in a terminal
			continue
		}
		for _, row := range s.Buttons() {
			for _, act := range row {
				value := strings.TrimPrefix(act.Text, "settings "+s.Name+" ")
				if value == bot.Picture {
					continue
				}
				for _, lang := range locale.Codes() {
					label := bottest.Catalogue(t).In(lang, false).Say(act.Label)
					p.Say("settings " + s.Name + " nonsense")
					want := act.Label
					if r := p.Say("settings " + s.Name + " " + label); !bottest.Said(r, "settings.done") {
						t.Errorf("settings %s %s: got %q, want %s (%s)", s.Name, label, p.Text(r), value, want.Key)
					}
					rec, err := p.Bot.Store.Load(t.Context(), p.Player)
					if err != nil || rec.Settings[s.Name] != value {
						t.Errorf("settings %s %s: got %q, want %q (%v)", s.Name, label, rec.Settings[s.Name], value, err)
					}
					tried++
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d labels were tried", tried)
	}
}

func TestColoursAndScoreFollowTheSettings(t *testing.T) {
	p := bottest.NewPerson(t)
	if r := p.Say("new deal 1"); r.FourColour || len(r.Status) != 3 {
		t.Errorf("by default: got four colours: %v, the status %v, want two and a score", r.FourColour, r.Status)
	}
	if r := p.Say("settings four-colour on"); !r.FourColour {
		t.Error("got two colours, want four")
	}
	if r := p.Say("settings score hide"); len(r.Status) != 2 || strings.Contains(p.Speaker.Join(r.Status), "score") {
		t.Errorf("got the status %v, want no score", r.Status)
	}
	if r := p.Say("settings score show"); len(r.Status) != 3 {
		t.Errorf("got the status %v, want a score", r.Status)
	}
}

// The text fits names in the singular and in the plural.
func TestAChangedSettingReadsWell(t *testing.T) {
	p := bottest.NewPerson(t)
	for command, want := range map[string]string{
		"settings four-colour on":    "Suit colours: Four colours, from now on.",
		"settings visibility public": "New games: Anyone can watch, from now on.",
		"settings style ascii":       "Board style: Letters (ASCII), from now on.",
	} {
		if got := p.Text(p.Say(command)); !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %q, want %q", command, got, want)
		}
	}
}

// The setting holds for all replies.
func TestShowSetsTheStyleOfOneReply(t *testing.T) {
	w := painting(t)
	ann := w.Member("ann")
	ann.Say("settings style picture")
	r := ann.Say("new deal 5")
	if r.Style != bot.Picture || !bottest.Offers(r, "show text") {
		t.Errorf("got the style %q and the buttons %v, want a picture and a way to a text", r.Style, r.Actions)
	}
	if r = ann.Say("show text"); r.Style != "text" || bottest.Offers(r, "show text") {
		t.Errorf("show text: got the style %q and the buttons %v, want text", r.Style, r.Actions)
	}
	if r = ann.Say("d"); r.Style != bot.Picture {
		t.Errorf("afterwards: got the style %q, want a picture", r.Style)
	}
	if r = ann.Say("show free ascii"); r.Style != "ascii" || r.Board == nil {
		t.Errorf("a game and a style: got the style %q, want ascii", r.Style)
	}
	ann.Say("settings pictures off")
	if r = ann.Say("show"); r.Style != "" || bottest.Offers(r, "show text") {
		t.Errorf("without pictures: got the style %q, want none", r.Style)
	}
	w.Bot.Pictures = false
	ann.Say("settings pictures on")
	if r = ann.Say("show picture"); r.Style != "" {
		t.Errorf("without pictures on the platform: got the style %q, want none", r.Style)
	}
	ann.Has(ann.Say("settings style picture"), "settings.value")
}

// The help lists these settings, so they aren't called unknown.
func TestPictureSettingsAreOffWithoutPictures(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Has(p.Say("settings pictures off"), "film.off")
}

func TestASettingMayBeTypedAsDiscordShowsIt(t *testing.T) {
	for _, text := range []string{"settings style:ascii", "settings Style: ascii", "settings style=ascii"} {
		p := bottest.NewPerson(t)
		p.Has(p.Say(text), "settings.done")
	}
	p := bottest.NewPerson(t)
	p.Has(p.Say("settings reminder 18:30"), "settings.no-reminder")
}
