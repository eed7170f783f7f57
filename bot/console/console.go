// Package console is the terminal's adapter. It needs no account and works with piped
// input too.
//
// A terminal or a pipe, and a bot, come in; boards and texts go out. On a terminal the
// player sits at a table that fills the window (package table; table.go wires it). In
// a pipe, and for players who want sentences or plain lines, every line is a command
// and no escape sequence is ever written (console.go, show.go; chat.go reads lines).
package console

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/console/table"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// Platform is the platform of players in a terminal.
const Platform = "terminal"

// A Console lets one person play in a terminal: at a table that fills the window, or
// line by line.
type Console struct {
	Bot       *bot.Bot
	Catalogue *locale.Catalogue
	Name      string          // the player's
	Place     string          // where the games are kept; mentioned once
	Errors    func(err error) // called with errors that the player didn't cause; may be nil
	Lines     bool            // line by line, also on a terminal
	ASCII     bool            // the terminal shows nothing but ASCII
	Motion    bool            // cards fall after a win
	History   string          // the file of the lines typed at the table; empty: they aren't kept
	Locale    string          // of the system, such as "en_GB"; empty if not known

	// Pressed is called for each key and each use of the mouse at a table. It may be nil.
	Pressed func()

	// Beside runs while a person sits at a terminal, from the first board on. Its
	// context ends when the player leaves, and Run waits for it. It may be nil.
	Beside func(ctx context.Context)
}

// Run lets the player play until the input ends, the player quits, or the context is done.
// The error is that of reading or writing. The end of the input is no error.
func (c *Console) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	s := sitAt(in, out)
	ctx, cancel := context.WithCancel(ctx)
	var work sync.WaitGroup
	defer work.Wait()
	defer cancel()
	begin := sync.OnceFunc(func() { // once the first board is shown: it mustn't wait for this
		if s.person && c.Beside != nil {
			work.Go(func() { c.Beside(ctx) })
		}
	})
	if s.person && !c.Lines {
		sentences, err := c.atTable(ctx, in, out, begin)
		if !sentences || err != nil {
			return err
		}
	}
	return c.byLine(ctx, s, begin)
}

// byLine plays line by line. It calls shown after the first board.
func (c *Console) byLine(ctx context.Context, s seat, shown func()) error {
	t := &talk{Console: c, lang: c.Locale, typed: commandsTyped(c.Bot.Specs()), out: s.out, width: s.width, ascii: c.ASCII && s.person}
	lines := readLines(s.in)
	t.begin(ctx)
	shown()
	for t.err == nil {
		if s.person {
			t.print("> ")
		}
		line, err := readLine(ctx, lines)
		if err == io.EOF || ctx.Err() != nil {
			return t.err
		}
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		switch line = strings.TrimSpace(line); strings.TrimLeft(locale.Fold(line), "/") {
		case "quit", "exit":
			return t.err
		}
		t.answer(ctx, line)
	}
	return t.err
}

// A talk is the state of one run: the choices on offer and the output.
type talk struct {
	*Console
	lang    string // of the last reply
	typed   *strings.Replacer
	out     io.Writer
	width   func() int        // cells a line; 0: lines are not wrapped
	ascii   bool              // write nothing else
	choices []string          // the commands that #1, #2, … stand for
	letters map[string]string // the commands that letters stand for
	asked   bot.Reply         // asks the open question; zero: none is open
	ref     bot.BoardRef
	err     error // the first error of writing
}

func (t *talk) begin(ctx context.Context) {
	speaker := t.Catalogue.In(t.lang, false)
	t.print(speaker.Text("console.place", locale.Args{"Place": t.Place}) + "\n")
	t.print(speaker.Text("console.how", nil) + "\n\n")
	t.handle(ctx, "show", bot.BoardRef{})
}

func (t *talk) answer(ctx context.Context, line string) {
	text, ref, ok := t.meaning(line)
	t.asked = bot.Reply{} // any line closes an open question
	switch speaker := t.Catalogue.In(t.lang, false); {
	case line == "": // there is nothing to confirm
	case ok:
		t.handle(ctx, text, ref)
	case len(t.choices) == 0:
		t.print(speaker.Text("console.nothing", nil) + "\n")
	default:
		t.print(speaker.Text("console.no-choice", locale.Args{"Count": len(t.choices)}) + "\n")
	}
}

// meaning returns the command that a line stands for: a choice by its letter or number,
// an answer to the open question, or the line itself. A choice carries the board it was
// shown with.
func (t *talk) meaning(line string) (text string, ref bot.BoardRef, ok bool) {
	number, chosen := choice(line)
	if !chosen {
		number = line
	}
	if text, ok = t.letters[locale.Fold(number)]; ok {
		return text, t.ref, true
	}
	if chosen {
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n < 1 || n > len(t.choices) {
			return "", ref, false
		}
		return t.choices[n-1], t.ref, true
	}
	english := t.Catalogue.Words().English(strings.Fields(locale.Fold(line)))
	if answer, ok := t.asked.Answer(english); ok {
		return answer, t.ref, true
	}
	return line, ref, true
}

// choice returns the letter or number of a choice from a line such as #1, or [1] as it is
// shown.
func choice(line string) (number string, chosen bool) {
	if number, chosen = strings.CutPrefix(line, "#"); chosen {
		return number, true
	}
	if number, chosen = strings.CutPrefix(line, "["); chosen {
		return strings.CutSuffix(number, "]")
	}
	return "", false
}

func (t *talk) handle(ctx context.Context, text string, ref bot.BoardRef) {
	reply, err := t.Bot.Handle(ctx, t.request(text, ref))
	if err != nil && t.Errors != nil {
		t.Errors(err)
	}
	t.show(reply)
}

// request returns the request for a text that the player typed.
func (c *Console) request(text string, ref bot.BoardRef) bot.Request {
	return bot.Request{
		Player: persist.Player{Platform: Platform, User: c.Name}, Name: c.Name, Locale: c.Locale, Text: text, Board: ref,
	}
}

func (t *talk) print(text string) {
	if t.ascii {
		text = table.ASCII(text)
	}
	if t.err == nil {
		_, t.err = io.WriteString(t.out, wrap(text, t.width()))
	}
}
