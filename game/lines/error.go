package lines

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// A Code says what is wrong with a line. Its text is a stable word that other
// programs may rely on.
type Code string

// The codes, in the order in which a line is looked at.
const (
	BadJSON     Code = "bad-json"     // no JSON object, or not in UTF-8, or too long
	UnknownGame Code = "unknown-game" // a game we don't know, or none
	BadRules    Code = "bad-rules"    // rules that the game can't be played by
	BadCard     Code = "bad-card"     // a text that is no card
	CardCount   Code = "card-count"   // not all the cards, or too many
	CardTwice   Code = "card-twice"   // a card is there twice
	BadPosition Code = "bad-position" // cards lie where they can't
	BadMove     Code = "bad-move"     // moves that are no list of texts, or can't have been made
)

// An Error says that a line can't be used. It concerns that line only. Its JSON
// is the error object: {"id","line","error":{"code","text"}}.
type Error struct {
	ID    json.RawMessage `json:"id"`   // as it came; nil where it is unknown
	Line  int             `json:"line"` // from 1, blank lines counted
	Fault `json:"error"`
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s: %s", e.Line, e.Code, e.Text) }

// A Fault is what is wrong with a line.
type Fault struct {
	Code Code   `json:"code"`
	Text string `json:"text"` // what to do about it: one line, quoting little of the input
}

func (f *Fault) Error() string { return f.Text }

func faultf(code Code, format string, args ...any) error {
	return &Fault{code, fmt.Sprintf(format, args...)}
}

// quoteLimit is how many characters of the input an error text repeats.
const quoteLimit = 24

// quote returns a text of the input as an error text may repeat it: short, and
// without anything that could break the line.
func quote(s string) string {
	if start := []rune(s); len(start) > quoteLimit {
		return strconv.Quote(string(start[:quoteLimit])) + "…"
	}
	return strconv.Quote(s)
}
