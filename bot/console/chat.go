package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// maxLine is how much of a line is kept; the bot reads less, and says so.
const maxLine = 64 << 10

// A chat reads lines and writes text: on a terminal with line editing and
// history, else as it comes.
type chat struct {
	io.Writer
	person  bool // somebody sits at a terminal
	colours bool
	width   func() int // cells a line; 0: lines are not wrapped
	read    chan line
}

type line struct {
	text string
	err  error
}

// open starts reading. restore gives a terminal back as it was.
func open(in io.Reader, out io.Writer, plain bool) (c *chat, restore func(), err error) {
	keyboard, screen := terminalOf(in), terminalOf(out)
	if keyboard == nil || screen == nil {
		return newChat(out, lineReader(in)), func() {}, nil
	}
	before, err := term.MakeRaw(int(keyboard.Fd()))
	if err != nil {
		return nil, nil, fmt.Errorf("terminal: %w", err)
	}
	terminal := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{keyboard, screen}, "> ")
	terminal.SetBracketedPasteMode(true)
	c = newChat(terminal, func() (string, error) { return editLine(terminal, screen) })
	c.person, c.colours, c.width = true, !plain, func() int { return width(screen) }
	return c, func() {
		terminal.SetBracketedPasteMode(false)
		_ = term.Restore(int(keyboard.Fd()), before) // nothing more can be done
		_, _ = fmt.Fprintln(screen)
	}, nil
}

func terminalOf(stream any) *os.File {
	file, ok := stream.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return nil
	}
	return file
}

// editLine reads one line. The window may have another size for each.
func editLine(terminal *term.Terminal, screen *os.File) (string, error) {
	if w, h, err := term.GetSize(int(screen.Fd())); err == nil && w > 0 {
		_ = terminal.SetSize(w, h) // a line that looks wrong is still read
	}
	text, err := terminal.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	const most = 4096 // x/term drops what comes behind without a word
	if utf8.RuneCountInString(text) >= most {
		return strings.Repeat(text, 3), err // long enough for the bot to refuse it
	}
	return text, err
}

func width(screen *os.File) int {
	w, _, err := term.GetSize(int(screen.Fd()))
	if err != nil {
		return 0
	}
	return w
}

// newChat reads lines in a goroutine of its own, so that a context can end the
// chat while nobody types.
func newChat(out io.Writer, next func() (string, error)) *chat {
	c := &chat{Writer: out, read: make(chan line), width: func() int { return 0 }}
	go func() {
		defer close(c.read)
		for {
			text, err := next()
			c.read <- line{text, err}
			if err != nil {
				return
			}
		}
	}()
	return c
}

func (c *chat) readLine(ctx context.Context) (string, error) {
	select {
	case l, ok := <-c.read:
		if !ok {
			return "", io.EOF
		}
		return l.text, l.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// lineReader reads lines of any length and keeps the beginning of each.
func lineReader(in io.Reader) func() (string, error) {
	r := bufio.NewReader(in)
	return func() (string, error) {
		var text []byte
		for {
			part, more, err := r.ReadLine()
			if len(text) < maxLine {
				text = append(text, part...)
			}
			if err != nil || !more {
				if err == io.EOF && len(text) > 0 {
					err = nil
				}
				return string(text), err
			}
		}
	}
}
