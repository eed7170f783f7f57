package console

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
)

// show writes a reply: the board, the lines about the last step, the choices. If the board
// is in sentences, those lines come first, since a screen reader starts at the top.
func (t *talk) show(r bot.Reply) {
	style, ok := render.ParseStyle(r.Style)
	if !ok {
		style = render.Unicode
	}
	if t.ascii && style != render.Text {
		style = render.ASCII
	}
	speaker := t.Catalogue.In(r.Lang, style == render.ASCII)
	if style == render.Text {
		speaker = speaker.InWords()
	}
	t.lang = r.Lang
	var lines strings.Builder
	for _, m := range r.Lines {
		lines.WriteString(t.typed.Replace(speaker.Say(m)) + "\n")
	}
	parts := []string{t.board(r, style, speaker), lines.String()}
	if style == render.Text {
		slices.Reverse(parts)
	}
	for _, f := range r.Files {
		parts = append(parts, fmt.Sprintf("--- %s\n%s---\n", f.Name, f.Data))
	}
	if len(r.Status) > 0 {
		parts = append(parts, speaker.Join(r.Status)+"\n")
	}
	t.print(strings.Join(append(parts, t.offer(r, speaker)), "") + "\n")
}

func (t *talk) board(r bot.Reply, style render.Style, speaker *locale.Speaker) string {
	title := speaker.Join(r.Title)
	if r.Board == nil {
		return strings.TrimPrefix(title+"\n", "\n")
	}
	if pass := render.Pass(*r.Board, speaker); pass != "" && style != render.Text { // the sentences include it
		title += " · " + pass
	}
	return title + "\n" + render.Mark(render.Board(*r.Board, style, speaker), style, r.Moved) + "\n"
}

// offer writes the choices and remembers what they stand for. Buttons have letters, each
// the same on every screen; moves have numbers. The menu is written only where the reply
// asks to choose from it.
func (t *talk) offer(r bot.Reply, speaker *locale.Speaker) string {
	t.choices, t.letters, t.asked, t.ref = nil, map[string]string{}, bot.Reply{Actions: r.Actions}, r.Ref
	number := func(label locale.Message, text string) string {
		t.choices = append(t.choices, text)
		return fmt.Sprintf("[%d] %s", len(t.choices), speaker.Say(label))
	}
	for _, act := range slices.Concat(r.Actions...) {
		if letter := letterOf(act); letter != "" && !needless(act) && t.letters[letter] == "" {
			t.letters[letter] = act.Text
		}
	}
	letter := func(act bot.Action) string {
		t.choices = append(t.choices, act.Text)
		own := letterOf(act)
		if t.letters[own] != act.Text {
			own = t.freeLetter()
			t.letters[own] = act.Text
		}
		return fmt.Sprintf("[%s] %s", own, speaker.Say(act.Label))
	}
	var b strings.Builder
	if r.Choose {
		for _, c := range r.Menu {
			b.WriteString(number(c.Label(), c.Text()) + "\n")
		}
	}
	rows := slices.Clone(r.Actions)
	if last := len(rows) - 1; r.Playing && last > 0 { // a chat has the game's own buttons at the bottom; here they come first
		rows = slices.Concat(rows[last:], rows[:last])
	}
	for _, row := range rows {
		row = slices.DeleteFunc(slices.Clone(row), needless)
		if len(row) == 0 {
			continue
		}
		for i, a := range row {
			if i > 0 {
				b.WriteString("  ")
			}
			b.WriteString(letter(a))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// letterOf returns the letter of a button that has a fixed one; otherwise "". The letters
// w and r are left to moves, in which they name the waste and turning it over.
func letterOf(a bot.Action) string {
	switch a.Answer {
	case bot.AnswerYes:
		return "y"
	case bot.AnswerNo:
		return "n"
	case bot.NoAnswer:
	}
	name, rest, _ := strings.Cut(a.Text, " ")
	switch {
	case name == "new" && rest == "winnable":
		return "p"
	case name == "show" && rest == "film":
		return "z"
	case rest != "" && name != "leaderboard":
		return ""
	}
	return map[string]string{
		"draw": "d", "undo": "u", "hint": "h", "more": "m", "finish": "f", "new": "n", "again": "a", "share": "s", "rewind": "b",
		"redo": "e", "restart": "t", "verdict": "v", "resign": "g", "daily": "j", "leaderboard": "l", "stats": "i", "rules": "k",
		"settings": "o", "help": "x",
	}[name]
}

// freeLetter returns the first letter, or pair of letters, without a meaning.
func (t *talk) freeLetter() string {
	const free = "cabegiklopstvxzmu"
	for _, c := range free {
		if t.letters[string(c)] == "" {
			return string(c)
		}
	}
	for _, c := range free {
		if two := string(c) + string(c); t.letters[two] == "" {
			return two
		}
	}
	return ""
}

// needless reports whether a button has no use in a terminal: the earlier lines stay in
// view, so there is no screen to return to, and no finger rests on a button's place.
func needless(a bot.Action) bool {
	return a.Idle || a.Text == bot.BackText && a.Answer == bot.NoAnswer
}

// commandsTyped removes the slash from commands in texts, since a terminal's player types
// none.
func commandsTyped(specs []command.Spec) *strings.Replacer {
	pairs := []string{"/solitaire ", ""}
	for _, s := range specs {
		if s.Own {
			pairs = append(pairs, s.Slash(), s.Name)
		}
	}
	return strings.NewReplacer(pairs...)
}

// wrap breaks lines between words so that they fit a width; 0 means any width.
// Lines that fit, such as those of a board, stay as they are.
func wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > width {
			lines[i] = fold(line, width)
		}
	}
	return strings.Join(lines, "\n")
}

func fold(line string, width int) string {
	var b strings.Builder
	used := 0
	for word := range strings.FieldsSeq(line) {
		n := utf8.RuneCountInString(word)
		switch {
		case used == 0:
		case used+1+n > width:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}
