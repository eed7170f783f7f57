package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// rulesFlags choose rules in the words of the new-game command. A missing flag means the
// default or, for commands that read lines, the rule in the line.
type rulesFlags struct {
	Game   string `placeholder:"NAME" help:"${games}."`
	Draw   string `placeholder:"N" help:"Cards turned at once, 1 to 24; default 1. Klondike only."`
	Passes string `placeholder:"N" help:"Passes through the stock: a number, or unlimited; default 1 at draw 1, else 3. Klondike only."`
	Return string `placeholder:"yes|no" help:"Whether a card may come back from a foundation; default no."`
}

func gameNames() string { return strings.Join(game.FamilyNames(), " or ") }

// rules returns the rules that the flags choose.
func (f rulesFlags) rules() (game.Rules, error) {
	rules, err := f.options().Rules()
	if bad, ok := errors.AsType[*game.OptionError](err); ok {
		advice := map[string]string{
			"game": "give " + gameNames(), "draw": "give a number from 1 to 24",
			"passes": "give a number from 1, or unlimited", "return": "give yes or no",
		}[bad.Option]
		if bad.Fault == game.NeedsStock {
			advice = bad.Game + " has no stock, leave this out"
		}
		return rules, usagef("--%s %s: %s", bad.Option, bad.Value, advice)
	}
	return rules, err
}

func (f rulesFlags) options() game.Options {
	return game.Options{Game: f.Game, Draw: f.Draw, Passes: f.Passes, Return: f.Return}
}

// randomFlags choose random deals.
type randomFlags struct {
	rulesFlags
	N    int    `name:"n" required:"" placeholder:"N" help:"How many random deals."`
	Seed uint64 `default:"1" help:"Chooses the deals: the same seed gives the same deals."`
}

func (f randomFlags) rules() (game.Rules, error) {
	if f.N < 1 {
		return game.Rules{}, usagef("--n %d: give a number from 1", f.N)
	}
	return f.rulesFlags.rules()
}

// deals returns a job for each random deal from number first on. The purpose, of 16
// bytes, gives each command deals of its own.
func (f randomFlags) deals(purpose string, rules game.Rules, first int, work func(context.Context, int, game.State) func() error) iter.Seq[job] {
	return func(yield func(job) bool) {
		for i := first; i < f.N; i++ {
			var seed [32]byte
			copy(seed[:], purpose)
			binary.BigEndian.PutUint64(seed[16:], f.Seed)
			binary.BigEndian.PutUint64(seed[24:], uint64(i))
			state, err := game.Deal(rules, game.Seeded(seed))
			if err != nil {
				panic(err) // the rules were checked
			}
			if !yield(func(ctx context.Context) func() error { return work(ctx, i, state) }) {
				return
			}
		}
	}
}

// linesFlags are the flags and arguments of commands that read deals as JSON Lines.
type linesFlags struct {
	rulesFlags
	Files []string `arg:"" optional:"" name:"file" help:"JSON Lines of deals; - or none for the standard input."`
}

const stdinName = "-"

// announce writes that the command waits for lines, if it waits for a person.
func (f linesFlags) announce(s streams) {
	if len(f.Files) == 0 || slices.Contains(f.Files, stdinName) {
		announceInput(s, "deals as JSON Lines, such as solitaire deal --json writes")
	}
}

// announceInput writes what the command reads from the standard input, if that is a
// terminal: otherwise a person can't know why nothing happens.
func announceInput(s streams, what string) {
	if isTerminal(s.in) {
		fmt.Fprintf(s.err, "solitaire: reading %s, from the terminal; Ctrl-D ends them\n", what)
	}
}

// each calls answer for each line of each file, in order, with either the line or its
// error. At the end it returns an error that names all unusable lines and unreadable
// files; these don't stop it. It stops when the context ends, and returns that error, or
// when answer fails, and returns an [*outputError].
func (f linesFlags) each(ctx context.Context, stdin io.Reader, answer func(*lines.Line, *lines.Error) error) error {
	if _, err := f.rules(); err != nil {
		return err
	}
	files := f.Files
	if len(files) == 0 {
		files = []string{stdinName}
	}
	var failed []error
	for _, name := range files {
		err := eachIn(ctx, stdin, name, f.options(), answer)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, output := errors.AsType[*outputError](err); output {
			return err
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", shown(name), withoutPath(err)))
		}
	}
	return errors.Join(failed...)
}

func eachIn(ctx context.Context, stdin io.Reader, name string, override game.Options, answer func(*lines.Line, *lines.Error) error) error {
	in, err := openInput(ctx, stdin, name)
	if err != nil {
		return err
	}
	defer in.Close()
	unusable := 0
	for r := lines.NewReader(in, override); ; {
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

// shown returns a file's name for a message.
func shown(name string) string {
	if name == stdinName || name == "" {
		return "standard input"
	}
	return name
}

func unusableError(n int) error {
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s could not be used: see the error objects", plural(n, "line"))
}

// withoutPath returns the cause of a file error, for a message that names the file.
func withoutPath(err error) error {
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return path.Err
	}
	return err
}

// An outputError means that an answer couldn't be written, and so no further one can.
type outputError struct{ err error }

func (e *outputError) Error() string { return "can't write the answer: " + e.err.Error() }
func (e *outputError) Unwrap() error { return e.err }

// openInput opens a file, or the standard input for "-" or "". Reading ends with the
// context, even while it waits for a person or a pipe.
func openInput(ctx context.Context, stdin io.Reader, name string) (io.ReadCloser, error) {
	in := io.NopCloser(stdin)
	if name != "" && name != stdinName {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		in = file
	}
	r, w := io.Pipe()
	stop := context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	go func() {
		defer stop()
		defer in.Close()
		_, err := io.Copy(w, in)
		w.CloseWithError(err)
	}()
	return r, nil
}
