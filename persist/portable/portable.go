// Package portable writes everything in a store as JSON Lines from which any store can be
// filled: a way to move from one kind of store to another, and a backup that can be read
// without this program.
//
// The first line is a header. The last one has the number of entries and the SHA-256 of
// all lines before it, so that a truncated or changed file is refused. Each line between
// them is an entry:
//
//	{"kind":"header","format":1,"program":"solitaire v1.2.0"}
//	{"kind":"record","schema":1,"player":{"platform":"discord","user":"184"},"body":{"version":3,…}}
//	{"kind":"result","schema":1,"player":{"platform":"discord","user":"184"},"body":{"id":"k7w2",…}}
//	{"kind":"end","entries":2,"sha256":"9f86d0…"}
//
// Times are RFC 3339. Games and deliveries, which are bytes, are in base64. The order is
// that of [persist.Dumper], so equal stores give equal files.
package portable

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/solitaire-chat/solitaire/persist"
)

// Write writes entries, with the name of the writing program. It stops at the first
// error; the output then lacks its last line.
func Write(w io.Writer, program string, entries iter.Seq2[persist.Entry, error]) error {
	out, sum := bufio.NewWriterSize(w, 1<<16), sha256.New()
	write := func(value any) error {
		b, err := encode(value)
		if err != nil {
			return err
		}
		_, err = io.MultiWriter(sum, out).Write(append(b, '\n'))
		return err
	}
	if err := write(header{headerKind, format, program}); err != nil {
		return err
	}
	n := 0
	for e, err := range entries {
		var body []byte
		if err == nil {
			body, err = encode(e.Body)
		}
		if err != nil {
			return fmt.Errorf("%v: %w", e, err)
		}
		p := owner{text(e.Player.Platform), text(e.Player.Space), text(e.Player.User)}
		if err := write(line{head{e.Kind(), persist.Schema()}, p, body}); err != nil {
			return err
		}
		n++
	}
	if err := write(end{endKind, n, hex.EncodeToString(sum.Sum(nil))}); err != nil {
		return err
	}
	return out.Flush()
}

var (
	// ErrForeign means that the first line isn't ours.
	ErrForeign = errors.New("not an export of this program")

	errCutOff = fmt.Errorf("%w: it is cut off here", persist.ErrDamaged)
)

// A LineError reports what is wrong with a line.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error names the line and the cause.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }

// maxLine is longer than the line of the longest value that can be stored.
const maxLine = 32 << 20

// Read yields the entries that Write has written. The first error is the last thing
// yielded: a [*LineError] that wraps persist.ErrDamaged, persist.ErrNewer or
// [ErrForeign], or the reader's error.
//
// Only the end shows whether everything is as written: don't use any entry before the
// sequence has ended without an error.
func Read(r io.Reader) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 1<<16), maxLine)
		lines.Split(splitLine)
		n, entries, ended, sum := 0, 0, false, sha256.New()
		fail := func(err error) { yield(persist.Entry{}, &LineError{n, err}) }
		for lines.Scan() {
			n++
			b := bytes.TrimSuffix(lines.Bytes(), []byte("\n"))
			if n == 1 {
				if err := checkHeader(b); err != nil {
					fail(err)
					return
				}
				sum.Write(lines.Bytes())
				continue
			}
			var h head
			err := json.Unmarshal(b, &h)
			switch {
			case ended:
				fail(fmt.Errorf("%w: there is something after the last line", persist.ErrDamaged))
				return
			case err != nil:
				fail(fmt.Errorf("%w: %v", persist.ErrDamaged, err))
				return
			case h.Kind == endKind:
				ended = true
				want, err := encode(end{endKind, entries, hex.EncodeToString(sum.Sum(nil))})
				if err != nil || !bytes.Equal(b, want) {
					fail(fmt.Errorf("%w: the lines before it have changed", persist.ErrDamaged))
					return
				}
				continue
			}
			e, err := entryOf(h, b)
			if err != nil {
				fail(err)
				return
			}
			if e.Body != nil && !yield(e, nil) { // otherwise it is of a kind that is no longer stored
				return
			}
			entries++
			sum.Write(lines.Bytes())
		}
		n++ // the unreadable line
		switch err := lines.Err(); {
		case err != nil && !errors.Is(err, bufio.ErrTooLong) && !errors.Is(err, errCutOff):
			yield(persist.Entry{}, err)
		case n == 1:
			fail(ErrForeign)
		case errors.Is(err, bufio.ErrTooLong):
			fail(fmt.Errorf("%w: the line is too long", persist.ErrDamaged))
		case err != nil || !ended:
			fail(errCutOff)
		}
	}
}

// splitLine is a [bufio.SplitFunc] for lines including their ends; even the last one must
// have an end.
func splitLine(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return 0, nil, errCutOff
	}
	return 0, nil, nil
}

func checkHeader(b []byte) error {
	var h header
	if json.Unmarshal(b, &h) != nil || h.Kind != headerKind || h.Format < 1 {
		return ErrForeign
	}
	if h.Format > format {
		return fmt.Errorf("%w: format %d, this program knows %d", persist.ErrNewer, h.Format, format)
	}
	return nil
}
