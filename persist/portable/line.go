package portable

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/persist"
)

const (
	format = 1 // the version of everything except the entries

	// The kinds of lines that aren't entries.
	headerKind = "header"
	endKind    = "end"
)

// A header is the first line.
type header struct {
	Kind    string `json:"kind"`
	Format  int    `json:"format"`
	Program string `json:"program"`
}

// A head is the beginning of an entry's line. It shows whether this program understands
// the rest.
type head struct {
	Kind   persist.Kind `json:"kind"`
	Schema int          `json:"schema"`
}

// A line is an entry.
type line struct {
	head
	Player owner           `json:"player,omitzero"`
	Body   json.RawMessage `json:"body"`
}

// An end is the last line.
type end struct {
	Kind    string `json:"kind"`
	Entries int    `json:"entries"`
	SHA256  string `json:"sha256"` // of all lines before this one
}

// An owner is a player.
type owner struct {
	Platform text `json:"platform"`
	Space    text `json:"space,omitempty"`
	User     text `json:"user"`
}

// A text is a string. JSON can't represent one that isn't UTF-8, so that becomes an
// object with the bytes in base64.
type text string

type rawText struct {
	Base64 []byte `json:"base64"`
}

// MarshalJSON implements [json.Marshaler].
func (t text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return encode(string(t))
	}
	return encode(rawText{[]byte(t)})
}

// UnmarshalJSON implements [json.Unmarshaler].
func (t *text) UnmarshalJSON(b []byte) error {
	if !bytes.HasPrefix(b, []byte("{")) {
		return decode(b, (*string)(t))
	}
	var raw rawText
	if err := decode(b, &raw); err != nil {
		return err
	}
	*t = text(raw.Base64)
	return nil
}

// encode returns a value as JSON in one line, without escaping characters such as <.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// decode parses one value. It refuses unknown keys, which would otherwise be lost
// silently.
func decode(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("%w: %v", persist.ErrDamaged, err) // never io.EOF, which means success
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: more than one value", persist.ErrDamaged)
	}
	return nil
}

// formerKind is a kind of entries that earlier programs stored: older deliveries.
const formerKind = "block"

// A formerRecord may refer to entries of that kind.
type formerRecord struct {
	*persist.Record
	Blocks json.RawMessage `json:"blocks"`
}

// entryOf parses an entry from its line. An entry of the former kind has no body.
func entryOf(h head, b []byte) (e persist.Entry, err error) {
	if h.Kind == formerKind {
		return persist.Entry{}, nil
	}
	if e.Body, err = persist.NewBody(h.Kind); err != nil {
		return persist.Entry{}, err
	}
	if h.Schema > persist.Schema() {
		return persist.Entry{}, fmt.Errorf("%w: schema %d, this program knows %d", persist.ErrNewer, h.Schema, persist.Schema())
	}
	var l line
	if err := decode(b, &l); err != nil {
		return persist.Entry{}, err
	}
	into := any(e.Body)
	if r, ok := e.Body.(*persist.Record); ok {
		into = &formerRecord{Record: r}
	}
	if err := decode(l.Body, into); err != nil {
		return persist.Entry{}, err
	}
	e.Player = persist.Player{Platform: string(l.Player.Platform), Space: string(l.Player.Space), User: string(l.Player.User)}
	if err := e.Check(); err != nil {
		return persist.Entry{}, fmt.Errorf("%w: %v", persist.ErrDamaged, err)
	}
	return e, nil
}
