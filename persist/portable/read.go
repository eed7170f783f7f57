package portable

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"

	"github.com/solitaire-chat/solitaire/persist"
)

// A LineError is a fault of a line.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error names the line and the fault.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the fault.
func (e *LineError) Unwrap() error { return e.Err }

// Read yields the entries that Write has written. The first error is the last
// thing that is yielded: a [*LineError] that is, by errors.Is,
// persist.ErrDamaged, persist.ErrNewer or [ErrForeign], or the reader's error.
//
// Whether all is as it was written shows at the end: nothing may count before
// the sequence has ended without an error.
func Read(r io.Reader) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		in := reader{r: bufio.NewReaderSize(r, 1<<16), sum: sha256.New()}
		if err := in.header(); err != nil {
			yield(persist.Entry{}, in.fault(err))
			return
		}
		for {
			e, err := in.entry()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(persist.Entry{}, in.fault(err))
				return
			}
			if e.Body == nil { // of a kind that is no longer stored
				continue
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// ErrForeign says that the first line isn't ours.
var ErrForeign = errors.New("not an export of this program")

// maxLine is longer than the line of the longest value that can be stored.
const maxLine = 32 << 20

type reader struct {
	r       *bufio.Reader
	sum     hash.Hash // of all lines before the last one read
	last    []byte
	n       int // lines read
	entries int
}

// fault adds the line to an error that is not the reader's.
func (r *reader) fault(err error) error {
	if broken, ok := errors.AsType[*brokenError](err); ok {
		return broken.err
	}
	return &LineError{r.n, err}
}

// A brokenError is one of the reader under us.
type brokenError struct{ err error }

func (e *brokenError) Error() string { return e.err.Error() }

// next returns the next line without its end. The error is io.EOF when there is
// none.
func (r *reader) next() ([]byte, error) {
	_, _ = r.sum.Write(r.last)
	r.last = r.last[:0]
	r.n++
	for {
		part, err := r.r.ReadSlice('\n')
		r.last = append(r.last, part...)
		switch {
		case err == nil:
			return bytes.TrimSuffix(r.last, []byte("\n")), nil
		case len(r.last) > maxLine:
			return nil, fmt.Errorf("%w: the line is too long", persist.ErrDamaged)
		case errors.Is(err, bufio.ErrBufferFull):
		case !errors.Is(err, io.EOF):
			return nil, &brokenError{err}
		case len(r.last) > 0:
			return nil, errCutOff()
		default:
			return nil, io.EOF
		}
	}
}

func errCutOff() error { return fmt.Errorf("%w: it is cut off here", persist.ErrDamaged) }

func (r *reader) header() error {
	b, err := r.next()
	if _, broken := errors.AsType[*brokenError](err); broken {
		return err
	}
	var h header
	if err != nil || json.Unmarshal(b, &h) != nil || h.Kind != headerKind || h.Format < 1 {
		return ErrForeign
	}
	if h.Format > format {
		return fmt.Errorf("%w: format %d, this program knows %d", persist.ErrNewer, h.Format, format)
	}
	return nil
}

// entry returns the next entry. The error is io.EOF behind the last line, when
// everything was in order.
func (r *reader) entry() (persist.Entry, error) {
	b, err := r.next()
	if errors.Is(err, io.EOF) {
		return persist.Entry{}, errCutOff()
	}
	if err != nil {
		return persist.Entry{}, err
	}
	var h head
	if err := json.Unmarshal(b, &h); err != nil {
		return persist.Entry{}, fmt.Errorf("%w: %v", persist.ErrDamaged, err)
	}
	if h.Kind == endKind {
		return persist.Entry{}, r.end(b)
	}
	r.entries++
	return entryOf(h, b)
}

// end compares the last line with what was read. The error is io.EOF when it is
// right.
func (r *reader) end(b []byte) error {
	want, err := encode(end{endKind, r.entries, hex.EncodeToString(r.sum.Sum(nil))})
	if err != nil {
		return err
	}
	if !bytes.Equal(b, want) {
		return fmt.Errorf("%w: the lines before are not those that were written", persist.ErrDamaged)
	}
	if _, err := r.next(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: something follows the last line", persist.ErrDamaged)
	}
	return io.EOF
}
