package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// stdinName stands for the standard input among file names.
const stdinName = "-"

// A source is the JSON Lines that a command reads: files one after the other,
// or the standard input.
type source struct {
	stdin    io.Reader
	files    []string
	override game.Options
}

// An answerer writes the answer to a line, or to the fault of a line that can't
// be used; one of the two is nil.
type answerer func(*lines.Line, *lines.Error) error

// each answers every line of every file, in order. Neither a line that can't be used
// nor a file that can't be read keeps the others from being answered; the error at the
// end names all of them. An ended context and an answer that can't be written (an
// [*outputError]) are returned at once.
func (s source) each(ctx context.Context, answer answerer) error {
	files := s.files
	if len(files) == 0 {
		files = []string{stdinName}
	}
	var failed []error
	for _, name := range files {
		err := s.eachIn(ctx, name, answer)
		_, output := errors.AsType[*outputError](err)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case output:
			return err
		case err != nil:
			failed = append(failed, fmt.Errorf("%s: %w", shown(name), withoutPath(err)))
		}
	}
	return errors.Join(failed...)
}

// eachIn answers every line of one file.
func (s source) eachIn(ctx context.Context, name string, answer answerer) error {
	in := s.stdin
	if name != stdinName {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	live := interruptible(ctx, in)
	defer live.Close()
	unusable := 0
	for r := lines.NewReader(live, s.override); ; {
		line, err := r.Next()
		fault, isFault := errors.AsType[*lines.Error](err)
		switch {
		case err == io.EOF:
			return unusableError(unusable)
		case err != nil && !isFault:
			return err
		case isFault:
			unusable++
		}
		if err := answer(line, fault); err != nil {
			return &outputError{withoutPath(err)}
		}
	}
}

func unusableError(n int) error {
	switch n {
	case 0:
		return nil
	case 1:
		return errors.New("1 line could not be used, see its error object")
	}
	return fmt.Errorf("%d lines could not be used, see their error objects", n)
}

// shown returns a file's name for a message.
func shown(name string) string {
	if name == stdinName {
		return "standard input"
	}
	return name
}

// withoutPath returns the cause of a file error, for a message that names the
// file itself.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	return err
}

// An outputError says that an answer could not be written, so that more of
// them are of no use.
type outputError struct{ err error }

func (e *outputError) Error() string { return "can't write the answer: " + e.err.Error() }
func (e *outputError) Unwrap() error { return e.err }

// rulesFlags choose rules in the words of the new-game command. For commands that make
// deals a missing flag means the default; for commands that read lines a flag replaces
// that one rule of each line.
type rulesFlags struct {
	Game   string `placeholder:"NAME" help:"${games}."`
	Draw   string `placeholder:"N" help:"Cards turned at once, 1 to 24; default 1. Klondike only."`
	Passes string `placeholder:"N" help:"How often the stock may be gone through in all: a number, or unlimited; default 1 at draw 1, else 3. Klondike only."`
	Return string `placeholder:"yes|no" help:"A card may come back from a foundation; default no."`
}

// rules returns the rules that the flags choose.
func (f rulesFlags) rules() (game.Rules, error) {
	rules, err := f.words().Rules()
	if option, ok := errors.AsType[*game.OptionError](err); ok {
		return game.Rules{}, usagef("--%s %s: %s", option.Option, option.Value, advice(option))
	}
	return rules, err
}

func gameNames() string { return strings.Join(game.FamilyNames(), " or ") }

// advice says which values are allowed.
func advice(e *game.OptionError) string {
	switch {
	case e.Fault == game.NeedsStock:
		return e.Game + " has no stock, leave this out"
	case e.Option == "game":
		return "give " + gameNames()
	case e.Option == "draw":
		return "give a number from 1 to 24"
	case e.Option == "passes":
		return "give a number from 1, or unlimited"
	case e.Option == "return":
		return "give yes or no"
	}
	return e.Error()
}

// override returns the flags as replacements of a line's rules, or an error if no line
// could have such rules.
func (f rulesFlags) override() (game.Options, error) {
	if _, err := f.rules(); err != nil {
		return game.Options{}, err
	}
	return f.words(), nil
}

func (f rulesFlags) words() game.Options {
	return game.Options{Game: f.Game, Draw: f.Draw, Passes: f.Passes, Return: f.Return}
}

// interruptible returns a reader of r that ends with the context, even while a
// read waits for a person or a pipe. Closing it leaves r open.
func interruptible(ctx context.Context, r io.Reader) io.ReadCloser {
	out, in := io.Pipe()
	stop := context.AfterFunc(ctx, func() { in.CloseWithError(ctx.Err()) })
	go func() {
		defer stop()
		_, err := io.Copy(in, r)
		in.CloseWithError(err)
	}()
	return out
}
