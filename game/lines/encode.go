package lines

import (
	"encoding/json"
	"io"
)

// NewEncoder returns an encoder that writes one object a line, with moves as
// they are written: encoding/json alone would make "3\u003e5" of "3>5". Each
// object is one write, so that a program at the other end of a pipe gets an
// answer as soon as there is one.
func NewEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
