package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
)

// show writes a reply: board, what happened, what can be chosen. With sentences
// for a board, what happened comes first, since it is read aloud.
func (t *talk) show(r bot.Reply) {
	style, ok := render.ParseStyle(r.Style)
	if !ok {
		style = render.Unicode
	}
	speaker := t.Catalogue.In(r.Lang, style == render.ASCII)
	t.lang = r.Lang
	parts := []string{t.board(r, style, speaker), t.lines(r, speaker)}
	if style == render.Text {
		slices.Reverse(parts)
	}
	parts = append(parts, t.files(r), t.status(r, speaker), t.offer(r, speaker))
	t.print(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "") + "\n")
}

func (t *talk) board(r bot.Reply, style render.Style, speaker *locale.Speaker) string {
	title := speaker.Join(r.Title)
	if r.Board == nil {
		return strings.TrimPrefix(title+"\n", "\n")
	}
	if pass := render.Pass(*r.Board, speaker); pass != "" && style != render.Text { // the sentences say it themselves
		title += " · " + pass
	}
	board := render.Board(*r.Board, style, speaker)
	if t.colours && (style == render.Unicode || style == render.Coloured) {
		title, board = bold(title), render.Paint(board, r.FourColour)
	}
	return title + "\n" + board + "\n"
}

func (t *talk) lines(r bot.Reply, speaker *locale.Speaker) string {
	var b strings.Builder
	for _, m := range r.Lines {
		b.WriteString(speaker.Say(m) + "\n")
	}
	return b.String()
}

func (t *talk) status(r bot.Reply, speaker *locale.Speaker) string {
	if len(r.Status) == 0 {
		return ""
	}
	return speaker.Join(r.Status) + "\n"
}

func (t *talk) files(r bot.Reply) string {
	var b strings.Builder
	for _, f := range r.Files {
		fmt.Fprintf(&b, "--- %s\n%s---\n", f.Name, f.Data)
	}
	return b.String()
}

// offer writes the numbered choices and remembers what they stand for. The
// menu is written only where the reply asks to choose from it.
func (t *talk) offer(r bot.Reply, speaker *locale.Speaker) string {
	t.choices, t.yes, t.no, t.ref = nil, "", "", r.Ref
	var b strings.Builder
	if r.Choose {
		for _, c := range r.Menu {
			b.WriteString(t.add(speaker.Say(c.Label()), c.Text()) + "\n")
		}
	}
	for _, row := range r.Actions {
		b.WriteString(t.row(row, speaker) + "\n")
	}
	return b.String()
}

func (t *talk) row(row []bot.Action, speaker *locale.Speaker) string {
	var shown []string
	for _, a := range row {
		shown = append(shown, t.add(speaker.Say(a.Label), a.Text))
		switch a.Answer {
		case bot.AnswerYes:
			t.yes = a.Text
		case bot.AnswerNo:
			t.no = a.Text
		}
	}
	return strings.Join(shown, "  ")
}

func (t *talk) add(label, text string) string {
	t.choices = append(t.choices, text)
	return fmt.Sprintf("[%d] %s", len(t.choices), label)
}
