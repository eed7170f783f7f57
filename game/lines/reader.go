// Package lines reads and writes deals, moves and positions as JSON Lines, one object per
// line. The replay and solve commands share its formats.
//
// An input line looks like this:
//
//	{"id":…,"game":"klondike"|"yukon","cards":[52 cards in dealing order],
//	  "rules":{"draw":1,"passes":1,"return":false},"moves":["3>f","d",…]}
//
// A game that has begun has "position" instead of "cards". Keys are case-sensitive,
// unknown keys are ignored, and null counts as missing. Without "rules" the game's
// default rules apply; a single missing rule has its default from [game.Options].
//
// [Reader] yields the lines one by one, [Replay] answers one, and an [Error] explains why
// a line can't be used.
package lines

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/game"
)

// MaxLine is the longest line that a Reader accepts, in bytes.
const MaxLine = 1 << 20

// A Reader reads lines from a stream. Its memory doesn't grow with the stream,
// only with the longest line, up to [MaxLine].
type Reader struct {
	in       *bufio.Reader
	buf      []byte
	number   int
	override game.Options
}

// NewReader returns a Reader of r. The nonempty words of override replace the rules of
// every line; see [Reader.Next]. Scoring is ignored.
func NewReader(r io.Reader, override game.Options) *Reader {
	return &Reader{in: bufio.NewReader(r), override: override}
}

// Next returns the next line that isn't blank. At the end, the error is [io.EOF]. If the
// line can't be used, it is an [*Error], and the next call reads the following line. Any
// other error comes from the underlying reader, and no further line follows.
//
// A word of the override replaces only that rule of the line. If it names another game
// than the line does, the line's draw and passes are ignored, since they were meant for
// the other game.
func (r *Reader) Next() (*Line, error) {
	for {
		text, tooLong, err := r.readLine()
		switch {
		case err != nil:
			return nil, err
		case tooLong:
			return nil, &Error{nil, r.number, Fault{BadJSON, "the line is longer than 1 MiB: give one deal per line"}}
		case len(text) == 0:
			continue
		}
		l := &Line{Number: r.number}
		if err := l.parse(text, r.override); err != nil {
			return nil, &Error{l.ID, l.Number, *err.(*Fault)}
		}
		return l, nil
	}
}

// readLine returns the next line without surrounding space, and without the byte order
// mark that some editors put before the first one. It is valid until the next call.
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
		text := r.buf
		if r.number == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
		}
		return bytes.Trim(text, " \t\r\n"), tooLong, nil
	}
}

// A Line is a deal or a position, with the moves that follow.
type Line struct {
	ID     json.RawMessage // as received: any JSON scalar; nil if there is none
	Number int             // from 1, including blank lines
	Deck   game.Deck       // nil if the line has a position
	Start  game.State      // before the first move
	Moves  []string        // as received; they may not be moves at all
}

// Rules returns the rules of the line, after the override.
func (l *Line) Rules() game.Rules { return l.Start.Rules() }

// parse sets the fields, beginning with the id, so that an error about the rest can name
// it. The error is a [*Fault].
func (l *Line) parse(text []byte, override game.Options) error {
	if !utf8.Valid(text) {
		return faultf(BadJSON, "the line is not in UTF-8: save the file as UTF-8")
	}
	var o object
	err := json.Unmarshal(text, &o)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return faultf(BadJSON, "not JSON, see byte %d of the line: %v", syntax.Offset, syntax)
	}
	if err != nil || o == nil {
		return faultf(BadJSON, `give one object per line, such as {"id":1,"game":"klondike","cards":[…]}`)
	}
	id := o["id"]
	if len(id) > 0 && (id[0] == '[' || id[0] == '{') {
		return faultf(BadJSON, "id must be a text or a number, not a list or an object")
	}
	l.ID = id
	rules, err := parseRules(o, override)
	if err != nil {
		return err
	}
	switch {
	case o.has("cards") && o.has("position"):
		return faultf(BadPosition, "give cards or position, not both")
	case o.has("position"):
		l.Start, err = parsePosition(o, rules)
	default:
		l.Deck, l.Start, err = parseDeal(o, rules)
	}
	if err != nil {
		return err
	}
	var ok bool
	if l.Moves, ok = o.texts("moves"); !ok {
		return faultf(BadMove, `moves must be a list of texts such as "3>5:2"`)
	}
	return nil
}

// An object is a JSON object whose keys are compared exactly. Into a struct,
// encoding/json would accept "Cards" for "cards".
type object map[string]json.RawMessage

// has reports whether the key exists and isn't null.
func (o object) has(key string) bool {
	raw, ok := o[key]
	return ok && string(raw) != "null"
}

// read stores the value of a key in a pointer's target, unless the key is missing. It
// reports false if the value has another type.
func (o object) read(key string, into any) bool {
	return !o.has(key) || json.Unmarshal(o[key], into) == nil
}

// texts returns the list of strings at a key, or nil if the key is missing. It reports
// false for any other value.
func (o object) texts(key string) (list []string, ok bool) {
	if !o.has(key) {
		return nil, true
	}
	return textList(o[key])
}

// textList parses a list of strings. A null in it is an error.
func textList(raw json.RawMessage) ([]string, bool) {
	var found []*string
	if json.Unmarshal(raw, &found) != nil {
		return nil, false
	}
	list := make([]string, len(found))
	for i, s := range found {
		if s == nil {
			return nil, false
		}
		list[i] = *s
	}
	return list, true
}
