package lines

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/game"
)

// A Line is a deal or a position, with the moves made from it.
type Line struct {
	ID     json.RawMessage // as it came: any JSON scalar; nil if there is none
	Number int             // from 1, blank lines counted
	Deck   game.Deck       // nil if a position was given
	Start  game.State      // before the first move
	Moves  []string        // as they came; whether they are moves at all is open
}

// Rules returns the rules of the line, overridden ones included.
func (l *Line) Rules() game.Rules { return l.Start.Rules() }

// Played returns the state after all the moves. The error is an [*Error] with
// code [BadMove] that names the first move that can't have been made.
func (l *Line) Played() (game.State, error) {
	state, at, reason := l.play()
	if reason != "" {
		text := fmt.Sprintf("moves[%d], %s, can't be made: %s", at, quote(l.Moves[at]), reason)
		return game.State{}, &Error{l.ID, l.Number, Fault{BadMove, text}}
	}
	return state, nil
}

// play makes the moves up to the first one that is refused. It returns the
// state there, and the index of that move with the reason; an empty one if all
// were legal.
func (l *Line) play() (state game.State, at int, reason game.Reason) {
	state = l.Start
	for i, text := range l.Moves {
		next, err := step(&state, text)
		if err != nil {
			return state, i, reasonOf(err)
		}
		state = next
	}
	return state, 0, ""
}

func step(s *game.State, text string) (game.State, error) {
	m, err := game.ParseMove(text)
	if err != nil {
		return game.State{}, err
	}
	next, _, err := s.Apply(m)
	return next, err
}

func reasonOf(err error) game.Reason {
	if refused, ok := errors.AsType[*game.MoveError](err); ok {
		return refused.Reason
	}
	return game.Unreadable
}

// parse reads one line. The error is an [*Error].
func parse(text []byte, number int, override game.Options) (*Line, error) {
	l := &Line{Number: number}
	if err := l.fill(text, override); err != nil {
		return nil, &Error{l.ID, number, *err.(*Fault)}
	}
	return l, nil
}

// fill sets the fields, the id first, so that an error about the rest can name
// it. The error is a [*Fault].
func (l *Line) fill(text []byte, override game.Options) error {
	o, err := parseObject(text)
	if err != nil {
		return err
	}
	if l.ID, err = parseID(o); err != nil {
		return err
	}
	rules, err := parseRules(o, override)
	if err != nil {
		return err
	}
	if err := l.setStart(o, rules); err != nil {
		return err
	}
	moves, ok := o.texts("moves")
	if !ok {
		return faultf(BadMove, `moves must be a list of texts such as "3>5:2"`)
	}
	l.Moves = moves
	return nil
}

func parseObject(text []byte) (object, error) {
	if !utf8.Valid(text) {
		return nil, faultf(BadJSON, "the line is not in UTF-8: save the file as UTF-8")
	}
	var o object
	err := json.Unmarshal(text, &o)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, faultf(BadJSON, "not JSON, see byte %d of the line: %v", syntax.Offset, syntax)
	}
	if err != nil || o == nil {
		return nil, faultf(BadJSON, `give one object a line, such as {"id":1,"game":"klondike","cards":[…]}`)
	}
	return o, nil
}

func parseID(o object) (json.RawMessage, error) {
	id := o["id"]
	if len(id) > 0 && (id[0] == '[' || id[0] == '{') {
		return nil, faultf(BadJSON, "id must be a text or a number, not a list or an object")
	}
	return id, nil
}

// setStart lays out the cards or the position.
func (l *Line) setStart(o object, rules game.Rules) (err error) {
	switch {
	case o.has("cards") && o.has("position"):
		return faultf(BadPosition, "give cards or position, not both")
	case o.has("position"):
		l.Start, err = parsePosition(o, rules)
	default:
		l.Deck, l.Start, err = parseDeal(o, rules)
	}
	return err
}
