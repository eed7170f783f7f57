package slack

import (
	"cmp"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
)

// words turn a reply into the reader's language.
type words struct {
	*locale.Speaker
	style    render.Style
	commands *strings.Replacer
}

func (a *Adapter) words(r bot.Reply) words {
	style, ok := render.ParseStyle(r.Style)
	if !ok {
		style = render.Unicode
	}
	lang := cmp.Or(r.Lang, locale.English)
	speaker := a.Catalogue.In(lang, style == render.ASCII).WithPeople(literal, markMention)
	if style == render.Text {
		speaker = speaker.InWords()
	}
	return words{speaker, style, a.spoken}
}

// say returns a message as Slack's readers see it.
func (w words) say(m locale.Message) string { return w.commands.Replace(w.Say(m)) }

func (w words) text(key string) string { return w.commands.Replace(w.Text(key, nil)) }

// replacer replaces slash commands in texts by those that exist on Slack, where only /move
// is a command of its own.
func (c Commands) replacer(specs []command.Spec) *strings.Replacer {
	pairs := []string{"/solitaire", c.Solitaire, "/move", c.Move}
	for _, spec := range specs {
		if spec.Own && spec.Name != "move" {
			pairs = append(pairs, "/"+spec.Name, c.Solitaire+" "+spec.Name)
		}
	}
	return strings.NewReplacer(pairs...)
}
