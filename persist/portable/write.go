package portable

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"iter"

	"github.com/solitaire-chat/solitaire/persist"
)

// Write writes entries, under the name of the program that does. It ends at the
// first error, and what is written then has no last line.
func Write(w io.Writer, program string, entries iter.Seq2[persist.Entry, error]) error {
	out := writer{w: bufio.NewWriterSize(w, 1<<16), sum: sha256.New()}
	if err := out.value(header{headerKind, format, program}); err != nil {
		return err
	}
	n := 0
	for e, err := range entries {
		if err != nil {
			return fmt.Errorf("%v: %w", e, err)
		}
		b, err := lineOf(e)
		if err != nil {
			return fmt.Errorf("%v: %w", e, err)
		}
		if err := out.line(b); err != nil {
			return err
		}
		n++
	}
	if err := out.value(end{endKind, n, hex.EncodeToString(out.sum.Sum(nil))}); err != nil {
		return err
	}
	return out.w.Flush()
}

type writer struct {
	w   *bufio.Writer
	sum hash.Hash // of all lines so far
}

func (w *writer) value(v any) error {
	b, err := encode(v)
	if err != nil {
		return err
	}
	return w.line(b)
}

func (w *writer) line(b []byte) error {
	b = append(b, '\n')
	_, _ = w.sum.Write(b) // it never fails
	_, err := w.w.Write(b)
	return err
}
