package daily_test

import (
	"strings"
	"testing"
)

// What a setting is now reads well whether its name is one thing or several.
func TestSettingsOfManyThings(t *testing.T) {
	p := newPerson(t)
	for command, want := range map[string]string{
		"settings four-colour on":    "Suit colours – now: Four colours.",
		"settings visibility public": "New games – now: Anyone can watch.",
		"settings style ascii":       "Board style – now: Letters (ASCII).",
	} {
		if got := p.text(p.say(command)); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}

// What the help text lists but isn't there without pictures is said to be off, not
// unknown.
func TestSettingsOfPicturesWithoutPictures(t *testing.T) {
	p := newPerson(t)
	p.has(p.say("settings pictures off"), "film.off")
}

// An option may be typed as Discord shows it.
func TestSettingAsDiscordShowsIt(t *testing.T) {
	for _, text := range []string{"settings style:ascii", "settings Style: ascii", "settings style=ascii"} {
		p := newPerson(t)
		p.has(p.say(text), "settings.done")
	}
	p := newPerson(t)
	p.has(p.say("settings reminder 18:30"), "settings.no-reminder")
}
