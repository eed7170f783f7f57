package persist

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// An Entry is one thing in a store.
type Entry struct {
	Player Player // the owner; a doc has none
	Body   Body
}

// A Body is the content of an [Entry]: a *Record, *Result or *Doc.
type Body interface{ kind() Kind }

// A Kind is the kind of an entry.
type Kind string

// The kinds of entries.
const (
	KindRecord Kind = "record"
	KindResult Kind = "result"
	KindDoc    Kind = "doc"
)

// KindBoard is the kind in an [UnreadableError] about a ranking. Rankings follow from
// results, so they aren't entries.
const KindBoard Kind = "board"

// Kinds returns the kinds of entries, in the order of a dump.
func Kinds() []Kind { return []Kind{KindRecord, KindResult, KindDoc} }

func (*Record) kind() Kind { return KindRecord }
func (*Result) kind() Kind { return KindResult }
func (*Doc) kind() Kind    { return KindDoc }

// NewBody returns an empty body of a kind. A kind that this program doesn't know comes
// from a newer one: the error is ErrNewer.
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

// Schema returns the newest version of bodies that this program knows.
func Schema() int { return schema }

// Kind returns the kind of the entry, or "" for the zero Entry.
func (e Entry) Kind() Kind {
	if e.Body == nil {
		return ""
	}
	return e.Body.kind()
}

// Check reports whether the entry can be stored.
func (e Entry) Check() error {
	switch b := e.Body.(type) {
	case *Record:
		return e.Player.Check()
	case *Result:
		return Change{Player: e.Player, Results: []Result{*b}}.Check()
	case *Doc:
		if e.Player != (Player{}) || b.Data == nil {
			return errors.New("a doc needs data, and belongs to no player")
		}
		return b.Check()
	}
	return errors.New("an entry without a body")
}

// Key returns the key of the entry within its kind.
func (e Entry) Key() []byte {
	switch b := e.Body.(type) {
	case *Result:
		return append(e.Player.AppendKey(nil), b.ID...)
	case *Doc:
		return append(append([]byte{byte(len(b.Kind))}, b.Kind...), b.Key...)
	}
	return e.Player.AppendKey(nil)
}

// Encode returns the stored form of the entry's body.
func (e Entry) Encode() ([]byte, error) {
	if err := e.Check(); err != nil {
		return nil, err
	}
	switch b := e.Body.(type) {
	case *Result:
		return EncodeResult(*b)
	case *Doc:
		return EncodeDoc(*b)
	}
	return EncodeRecord(*e.Body.(*Record))
}

// DecodeEntry parses an entry from its key and the stored form of its body. The error
// wraps ErrDamaged or ErrNewer; the entry then has what the key says.
func DecodeEntry(k Kind, key, stored []byte) (Entry, error) {
	if k == KindDoc {
		if len(key) == 0 || len(key) <= 1+int(key[0]) {
			return Entry{}, errKey()
		}
		n := 1 + int(key[0])
		named := Doc{Kind: string(key[1:n]), Key: string(key[n:])}
		if named.Check() != nil {
			return Entry{}, errKey()
		}
		d, err := DecodeDoc(named.Kind, named.Key, stored)
		if err != nil {
			d = named
		}
		return Entry{Body: &d}, err
	}
	p, id, err := CutPlayer(key)
	if err != nil || (k == KindRecord) != (len(id) == 0) || len(id) > maxPart {
		return Entry{}, errKey()
	}
	if k == KindRecord {
		r, err := DecodeRecord(stored)
		return Entry{p, &r}, err
	}
	r, err := DecodeResult(stored)
	if err == nil && r.ID != string(id) {
		err = fmt.Errorf("%w: a result under another one's key", ErrDamaged)
	}
	if err != nil {
		r = Result{ID: string(id)}
	}
	return Entry{p, &r}, err
}

// CutPlayer removes the player from the front of a key. The error is ErrDamaged.
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

// cutPart removes a length-prefixed string from the front of a key.
func cutPart(key []byte) (part string, rest []byte, err error) {
	size, n := binary.Uvarint(key)
	if n <= 0 || n > 1 && key[n-1] == 0 || size > uint64(len(key)-n) {
		return "", nil, errKey()
	}
	end := n + int(size)
	return string(key[n:end]), key[end:], nil
}

func errKey() error { return fmt.Errorf("%w: a key", ErrDamaged) }

// String names the entry for an operator.
func (e Entry) String() string {
	switch b := e.Body.(type) {
	case nil:
		return "an entry"
	case *Result:
		return nameEntry(KindResult, e.Player, b.ID)
	case *Doc:
		return nameEntry(KindDoc, e.Player, b.Kind+" "+b.Key)
	}
	return nameEntry(e.Kind(), e.Player, "")
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
