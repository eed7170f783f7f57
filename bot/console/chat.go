package console

import (
	"bufio"
	"context"
	"io"
	"os"

	"golang.org/x/term"
)

// maxLine is the part of a line that is kept, in bytes. It is longer than the bot accepts, so the bot still says that the line is too long.
const maxLine = 64 << 10

// A seat is a player's terminal or pipe.
type seat struct {
	in     io.Reader
	out    io.Writer
	person bool // input and output are a terminal
}

func sitAt(in io.Reader, out io.Writer) seat {
	return seat{in, out, isTerminal(in) && isTerminal(out)}
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// width returns the number of cells in a line of the terminal; 0 in a pipe, where lines
// aren't wrapped. The size of the window can change at any time.
func (s seat) width() int {
	file, ok := s.out.(*os.File)
	if !s.person || !ok {
		return 0
	}
	w, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return w
}

// A line is an input line, or the error instead of one.
type line struct {
	text string
	err  error
}

// readLines reads lines in a goroutine of its own, so that a context can end the chat
// while nobody types.
func readLines(in io.Reader) <-chan line {
	lines, next := make(chan line), lineReader(in)
	go func() {
		defer close(lines)
		for {
			text, err := next()
			lines <- line{text, err}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

// readLine returns the next line. The error is io.EOF at the end of the input.
func readLine(ctx context.Context, lines <-chan line) (string, error) {
	select {
	case l, ok := <-lines:
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
