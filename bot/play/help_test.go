package play_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// Every command and option has a description, and platforms have room for it.
func TestEveryCommandAndOptionIsDescribed(t *testing.T) {
	p := bottest.NewPerson(t)
	check := func(what string, m locale.Message) {
		text := p.Speaker.Say(m)
		if n := utf8.RuneCountInString(text); text == m.Key || n == 0 || n > 100 {
			t.Errorf("%s: got a description of %d characters, want 1 to 100: %q", what, n, text)
		}
	}
	check("solitaire", locale.Message{Key: "about.solitaire"})
	for _, spec := range play.Commands() {
		check(spec.Name, spec.About())
		for _, o := range spec.Options {
			check(spec.Name+" "+o.Name, o.About())
		}
	}
}

func TestEveryExampleIsUnderstood(t *testing.T) {
	for _, spec := range play.Commands() {
		p := bottest.NewPerson(t)
		p.Say("new deal 1")
		p.Say("d")
		if r := p.Say(spec.Example); len(r.Lines) > 0 && strings.HasPrefix(r.Lines[0].Key, "unknown") {
			t.Errorf("%s: the bot doesn't understand the example: %s", spec.Name, p.Text(r))
		}
	}
}

func TestHelpFitsOnAScreen(t *testing.T) {
	p := bottest.NewPerson(t)
	if lines := strings.Split(p.Text(p.Say("help")), "\n"); len(lines) > 10 {
		t.Errorf("got %d lines, want 10 at most:\n%s", len(lines), strings.Join(lines, "\n"))
	}
}
