package lines

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// A Code says what is wrong with a line. It is a stable word that other programs may rely
// on.
type Code string

// The codes, in the order of the checks.
const (
	BadJSON     Code = "bad-json"     // not a JSON object, not UTF-8, or too long
	UnknownGame Code = "unknown-game" // an unknown game, or none
	BadRules    Code = "bad-rules"    // no game has such rules
	BadCard     Code = "bad-card"     // not a card
	CardCount   Code = "card-count"   // missing cards, or too many
	CardTwice   Code = "card-twice"   // a card occurs twice
	BadPosition Code = "bad-position" // cards lie where they can't
	BadMove     Code = "bad-move"     // moves aren't a list of texts, or one of them was illegal
)

// An Error reports that a line can't be used. It concerns that line only. Its JSON is the
// error object: {"id","line","error":{"code","text"}}.
type Error struct {
	ID    json.RawMessage `json:"id"`   // as received; nil if unknown
	Line  int             `json:"line"` // from 1, including blank lines
	Fault `json:"error"`
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s: %s", e.Line, e.Code, e.Text) }

// A Fault describes what is wrong with a line.
type Fault struct {
	Code Code   `json:"code"`
	Text string `json:"text"` // what to do about it: one line that quotes little of the input
}

func (f *Fault) Error() string { return f.Text }

func faultf(code Code, format string, args ...any) error {
	return &Fault{code, fmt.Sprintf(format, args...)}
}

// quoteLimit is the most characters of the input that an error text quotes.
const quoteLimit = 24

// quote returns input in a form fit for an error text: short, and free of characters that
// could break the line.
func quote(s string) string {
	if start := []rune(s); len(start) > quoteLimit {
		return strconv.Quote(string(start[:quoteLimit])) + "…"
	}
	return strconv.Quote(s)
}
