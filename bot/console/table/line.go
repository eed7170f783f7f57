package table

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// A line is a command being typed in the last row.
type line struct {
	input  textinput.Model
	recall int                  // the entry of the history that is shown; its length: none
	found  []command.Suggestion // completions of the text
	next   int                  // index of the one that Tab takes next
}

const mostTyped = 4000 // characters; the bot refuses long before

func newLine(m *model, text string) *line {
	in := textinput.New()
	in.Prompt = ": "
	in.CharLimit = mostTyped
	in.SetVirtualCursor(false)
	styles := in.Styles()
	styles.Focused.Prompt, styles.Focused.Text = m.look.key, m.look.text
	in.SetStyles(styles)
	in.SetWidth(max(m.w-3, 1))
	in.SetValue(text)
	in.CursorEnd()
	in.Focus()
	return &line{input: in, recall: len(m.memory.lines)}
}

// lineInput handles a key while a command is being typed.
func (m *model) lineInput(msg tea.Msg) tea.Cmd {
	l := m.line
	if key, ok := msg.(tea.KeyPressMsg); ok {
		switch key.String() {
		case "esc":
			m.line = nil
			return nil
		case "enter":
			return m.submit()
		case "up":
			l.remember(m.memory, -1)
			return nil
		case "down":
			l.remember(m.memory, 1)
			return nil
		case "tab":
			return m.tab()
		case "backspace":
			if l.input.Value() == "" {
				m.line = nil
				return nil
			}
		}
		l.found = nil
	} else if _, ok := msg.(tea.PasteMsg); !ok {
		return nil // the mouse
	}
	var cmd tea.Cmd
	l.input, cmd = l.input.Update(msg)
	return cmd
}

// submit runs the command.
func (m *model) submit() tea.Cmd {
	text := strings.TrimSpace(m.line.input.Value())
	m.line = nil
	if text == "" {
		return nil
	}
	m.memory.add(text)
	switch strings.TrimLeft(locale.Fold(text), "/") {
	case "quit", "exit":
		return tea.Quit
	}
	return m.request(text, bot.BoardRef{}, false)
}

// remember shows an earlier or a later command of the history.
func (l *line) remember(h *history, by int) {
	l.recall = min(max(l.recall+by, 0), len(h.lines))
	text := ""
	if l.recall < len(h.lines) {
		text = h.lines[l.recall]
	}
	l.input.SetValue(text)
	l.input.CursorEnd()
}

// A completed message has the completions of a text.
type completed struct {
	text  string
	found []command.Suggestion
}

// tab completes the text, or shows the next one of several completions.
func (m *model) tab() tea.Cmd {
	if m.line.found != nil {
		m.line.take()
		return nil
	}
	text := m.line.input.Value()
	return func() tea.Msg { return completed{text, m.Complete(m.ctx, text)} }
}

// complete accepts completions, unless something else has been typed since.
func (l *line) complete(c completed) {
	if l != nil && l.input.Value() == c.text && len(c.found) > 0 {
		l.found, l.next = c.found, 0
		l.take()
	}
}

func (l *line) take() {
	l.input.SetValue(l.found[l.next].Text)
	l.input.CursorEnd()
	l.next = (l.next + 1) % len(l.found)
}

// draw draws the line in the last row, and its completions above it.
func (l *line) draw(f *frame, at *layout, v *tea.View) {
	l.input.SetWidth(max(at.w-3, 1))
	f.put(0, at.keys, f.signs(l.input.View()))
	if c := l.input.Cursor(); c != nil {
		c.Y = at.keys
		v.Cursor = c
	}
	if l.found != nil {
		s := l.found[(l.next+len(l.found)-1)%len(l.found)]
		if s.Label != s.Text {
			f.line(0, at.notes, at.w, f.dim, s.Label)
		}
	}
}

// A history has the commands of this session and of earlier ones.
type history struct {
	path  string // empty: it is not kept
	lines []string
}

const mostRemembered = 500 // lines

// readHistory reads the history of earlier sessions. It ignores an unreadable file, since
// no game depends on it.
func readHistory(path string) *history {
	h := &history{path: path}
	if data, err := os.ReadFile(path); path != "" && err == nil {
		h.lines = strings.FieldsFunc(string(data), func(r rune) bool { return r == '\n' })
	}
	return h
}

func (h *history) add(text string) {
	text = strings.Join(strings.Fields(text), " ")
	h.lines = slices.DeleteFunc(h.lines, func(s string) bool { return s == text })
	h.lines = append(h.lines, text)
	h.lines = h.lines[max(len(h.lines)-mostRemembered, 0):]
}

// keep writes the history for the next session, readable by the player only.
func (h *history) keep() error {
	if h.path == "" || len(h.lines) == 0 {
		return nil
	}
	err := os.WriteFile(h.path, []byte(strings.Join(h.lines, "\n")+"\n"), 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(h.path), 0o700); err == nil {
			err = os.WriteFile(h.path, []byte(strings.Join(h.lines, "\n")+"\n"), 0o600)
		}
	}
	return err
}
