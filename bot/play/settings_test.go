package play_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
)

// The setting holds for all replies.
func TestShowSetsTheStyleOfOneReply(t *testing.T) {
	w := painting(t)
	ann := w.Member("ann")
	ann.Say("settings style picture")
	r := ann.Say("new deal 5")
	if r.Style != bot.Picture || !bottest.Offers(r, "show text") {
		t.Errorf("style %q, buttons %v", r.Style, r.Actions)
	}
	if r = ann.Say("show text"); r.Style != "text" || bottest.Offers(r, "show text") {
		t.Errorf("in words: style %q, buttons %v", r.Style, r.Actions)
	}
	if r = ann.Say("d"); r.Style != bot.Picture {
		t.Errorf("afterwards: style %q", r.Style)
	}
	if r = ann.Say("show free ascii"); r.Style != "ascii" || r.Board == nil {
		t.Errorf("a game and a style: %q", r.Style)
	}
	ann.Say("settings pictures off")
	if r = ann.Say("show"); r.Style != "" || bottest.Offers(r, "show text") {
		t.Errorf("without pictures: style %q", r.Style)
	}
	w.Bot.Pictures = false
	ann.Say("settings pictures on")
	if r = ann.Say("show picture"); r.Style != "" {
		t.Errorf("switched off by the operator: style %q", r.Style)
	}
	ann.Has(ann.Say("settings style picture"), "settings.line")
}

func TestSettingsAreShownAndChanged(t *testing.T) {
	p := bottest.NewPerson(t)
	if r := p.Say("settings style ascii"); r.Style != "ascii" {
		t.Errorf("style %q", r.Style)
	}
	if r := p.Expect("settings style pink", "/solitaire settings style unicode|ascii|coloured|text"); !bottest.Offers(r, "settings style text") {
		t.Errorf("no buttons for the styles: %v", r.Actions)
	}
	p.Expect("settings colour red", "no setting “colour”")
	if r := p.Expect("settings", "Board style: Letters (ASCII)"); r.Style != "ascii" || !bottest.Offers(r, "settings style") {
		t.Errorf("style %q, actions %v", r.Style, r.Actions)
	}
}

func TestColoursAndScoreFollowTheSettings(t *testing.T) {
	p := bottest.NewPerson(t)
	if r := p.Say("new deal 1"); r.FourColour || len(r.Status) != 3 {
		t.Errorf("before: four colours %v, status %v", r.FourColour, r.Status)
	}
	if r := p.Say("settings four-colour on"); !r.FourColour {
		t.Error("no four colours")
	}
	if r := p.Say("settings score hide"); len(r.Status) != 2 || strings.Contains(p.Speaker.Join(r.Status), "score") {
		t.Errorf("the score is not hidden: %v", r.Status)
	}
	if r := p.Say("settings score show"); len(r.Status) != 3 {
		t.Errorf("the score is not shown: %v", r.Status)
	}
}

// The text fits names in the singular and in the plural.
func TestAChangedSettingReadsWell(t *testing.T) {
	p := bottest.NewPerson(t)
	for command, want := range map[string]string{
		"settings four-colour on":    "Suit colours – now: Four colours.",
		"settings visibility public": "New games – now: Everybody may watch.",
		"settings style ascii":       "Board style – now: Letters (ASCII).",
	} {
		if got := p.Text(p.Say(command)); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}

// The help lists these settings, so they are not called unknown.
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
