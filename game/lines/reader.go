package lines

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/solitaire-chat/solitaire/game"
)

// MaxLine is the length of the longest line that is read, in bytes.
const MaxLine = 1 << 20

// A Reader reads lines from a stream. Its memory doesn't grow with the stream,
// only with the longest line, up to [MaxLine].
type Reader struct {
	in       *bufio.Reader
	buf      []byte
	number   int
	override game.Options
}

// NewReader returns a Reader of r. The words of override that are given replace
// those rules of every line: see [Reader.Next]. Scoring plays no part.
func NewReader(r io.Reader, override game.Options) *Reader {
	return &Reader{in: bufio.NewReader(r), override: override}
}

// Next returns the next line that isn't blank. The error is [io.EOF] at the
// end; an [*Error] if the line can't be used, and then the next call goes on
// behind it; or that of the underlying reader, and then nothing more comes.
//
// A word of the override replaces that one rule of the line, and leaves the
// others. If it names another game than the line, then the line's draw and
// passes don't count, since they were meant for that game.
func (r *Reader) Next() (*Line, error) {
	for {
		text, tooLong, err := r.readLine()
		if err != nil {
			return nil, err
		}
		if tooLong {
			return nil, &Error{nil, r.number, Fault{BadJSON, "the line is longer than 1 MiB: give one deal a line"}}
		}
		if len(text) > 0 {
			return parse(text, r.number, r.override)
		}
	}
}

// readLine returns the next line without the space around it. It is valid
// until the next call.
func (r *Reader) readLine() (text []byte, tooLong bool, err error) {
	r.buf = r.buf[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		if end := len(part) == 0 && len(r.buf) == 0 && !tooLong; end && err != nil {
			return nil, false, err
		}
		tooLong = tooLong || len(r.buf)+len(bytes.TrimRight(part, "\r\n")) > MaxLine
		if !tooLong {
			r.buf = append(r.buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && err != io.EOF:
			return nil, false, err
		}
		r.number++
		return r.trimmed(), tooLong, nil
	}
}

// trimmed returns the line without its end, and without the byte order mark
// that some editors put before the first one.
func (r *Reader) trimmed() []byte {
	text := r.buf
	if r.number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	return bytes.Trim(text, " \t\r\n")
}
