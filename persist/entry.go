package persist

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// An Entry is one thing that a store keeps.
type Entry struct {
	Player Player // whose it is; nobody's is a doc
	Body   Body
}

// A Body is what an [Entry] holds: a *Record, *Result or *Doc.
type Body interface {
	kind() Kind
	// check reports whether a player's entry of this kind can be stored.
	check(p Player) error
	// label is what tells the entry from others of its kind, for people.
	label() string
	// appendKey appends what the entry is found by among those of its kind, and
	// readKey reads it.
	appendKey(key []byte, p Player) []byte
	readKey(key []byte) (Player, error)
	// encode and decode are about all the rest. decode refuses what doesn't fit
	// what readKey has read.
	encode() ([]byte, error)
	decode(stored []byte) error
}

// A Kind says what an entry is.
type Kind string

// The kinds of entries.
const (
	KindRecord Kind = "record"
	KindResult Kind = "result"
	KindDoc    Kind = "doc"
)

// KindBoard is what an [UnreadableError] about a ranking has. Rankings are made of
// results, so they are no entries.
const KindBoard Kind = "board"

// Kinds returns the kinds of entries, in the order of a dump.
func Kinds() []Kind { return []Kind{KindRecord, KindResult, KindDoc} }

// NewBody returns an empty body of a kind. A kind that this program doesn't know
// was written by a newer one: the error is ErrNewer.
func NewBody(k Kind) (Body, error) {
	switch k {
	case KindRecord:
		return new(Record), nil
	case KindResult:
		return new(Result), nil
	case KindDoc:
		return new(Doc), nil
	}
	return nil, fmt.Errorf("%w: kind %q", ErrNewer, k)
}

// Schema returns the highest version of bodies that this program knows.
func Schema() int { return schema }

// Check reports whether the entry can be stored.
func (e Entry) Check() error {
	if e.Body == nil {
		return errors.New("an entry without a body")
	}
	return e.Body.check(e.Player)
}

// Kind returns the kind of the entry, "" of the zero Entry.
func (e Entry) Kind() Kind {
	if e.Body == nil {
		return ""
	}
	return e.Body.kind()
}

// Key returns what the entry is found by among those of its kind.
func (e Entry) Key() []byte { return e.Body.appendKey(nil, e.Player) }

// Encode returns the stored form of the entry's body.
func (e Entry) Encode() ([]byte, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	return e.Body.encode()
}

// String names the entry for an operator.
func (e Entry) String() string {
	if e.Body == nil {
		return "an entry"
	}
	return nameEntry(e.Kind(), e.Player, e.Body.label())
}

func nameEntry(k Kind, p Player, label string) string {
	words := []string{string(k)}
	if p != (Player{}) {
		words = append(words, "of", p.Platform, p.Space, p.User)
	}
	var shown []string
	for _, w := range append(words, label) {
		if q := strconv.Quote(w); q != `"`+w+`"` || strings.Contains(w, " ") {
			w = q
		}
		if w != "" {
			shown = append(shown, w)
		}
	}
	return strings.Join(shown, " ")
}

// DecodeEntry reads an entry from its key and the stored form of its body. The
// error is, by errors.Is, ErrDamaged or ErrNewer; the entry then has what the
// key tells.
func DecodeEntry(k Kind, key, stored []byte) (Entry, error) {
	body, err := NewBody(k)
	if err != nil {
		return Entry{}, err
	}
	p, err := body.readKey(key)
	if err != nil {
		return Entry{}, err
	}
	return Entry{p, body}, body.decode(stored)
}

// CutPlayer takes the player off the beginning of a key. The error is ErrDamaged.
func CutPlayer(key []byte) (p Player, rest []byte, err error) {
	rest = key
	for _, part := range []*string{&p.Platform, &p.Space, &p.User} {
		if *part, rest, err = cutPart(rest); err != nil {
			return Player{}, nil, err
		}
	}
	if p.Check() != nil {
		return Player{}, nil, errKey()
	}
	return p, rest, nil
}

// cutPart takes a string with its length before it off the beginning of a key.
func cutPart(key []byte) (part string, rest []byte, err error) {
	size, n := binary.Uvarint(key)
	if n <= 0 || n > 1 && key[n-1] == 0 || size > uint64(len(key)-n) {
		return "", nil, errKey()
	}
	end := n + int(size)
	return string(key[n:end]), key[end:], nil
}

func errKey() error { return fmt.Errorf("%w: a key", ErrDamaged) }

func (r *Record) kind() Kind              { return KindRecord }
func (r *Record) check(p Player) error    { return p.Check() }
func (r *Record) label() string           { return "" }
func (r *Record) encode() ([]byte, error) { return EncodeRecord(*r) }

func (r *Record) appendKey(key []byte, p Player) []byte { return p.AppendKey(key) }

func (r *Record) readKey(key []byte) (Player, error) {
	p, rest, err := CutPlayer(key)
	if err == nil && len(rest) > 0 {
		err = errKey()
	}
	return p, err
}

func (r *Record) decode(stored []byte) (err error) {
	*r, err = DecodeRecord(stored)
	return err
}

func (r *Result) kind() Kind              { return KindResult }
func (r *Result) check(p Player) error    { return Change{Player: p, Results: []Result{*r}}.Check() }
func (r *Result) label() string           { return r.ID }
func (r *Result) encode() ([]byte, error) { return EncodeResult(*r) }

func (r *Result) appendKey(key []byte, p Player) []byte { return append(p.AppendKey(key), r.ID...) }

func (r *Result) readKey(key []byte) (Player, error) {
	p, id, err := CutPlayer(key)
	if err == nil && (len(id) == 0 || len(id) > maxPart) {
		err = errKey()
	}
	r.ID = string(id)
	return p, err
}

func (r *Result) decode(stored []byte) error {
	read, err := DecodeResult(stored)
	if err != nil {
		return err
	}
	if read.ID != r.ID {
		return fmt.Errorf("%w: a result under another one's key", ErrDamaged)
	}
	*r = read
	return nil
}

func (d *Doc) kind() Kind              { return KindDoc }
func (d *Doc) label() string           { return d.Kind + " " + d.Key }
func (d *Doc) encode() ([]byte, error) { return EncodeDoc(*d) }

func (d *Doc) check(p Player) error {
	if p != (Player{}) || d.Data == nil {
		return errors.New("a doc needs data, and belongs to no player")
	}
	return d.Check()
}

func (d *Doc) appendKey(key []byte, _ Player) []byte {
	key = append(key, byte(len(d.Kind)))
	key = append(key, d.Kind...)
	return append(key, d.Key...)
}

func (d *Doc) readKey(key []byte) (Player, error) {
	if len(key) == 0 || len(key) <= 1+int(key[0]) {
		return Player{}, errKey()
	}
	n := 1 + int(key[0])
	d.Kind, d.Key = string(key[1:n]), string(key[n:])
	if d.Check() != nil {
		return Player{}, errKey()
	}
	return Player{}, nil
}

func (d *Doc) decode(stored []byte) (err error) {
	*d, err = DecodeDoc(d.Kind, d.Key, stored)
	return err
}
