package lines

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// A Result is what replaying a line came to: the position after the last move,
// or, if one was refused, before that one.
type Result struct {
	ID       json.RawMessage `json:"id"`
	OK       bool            `json:"ok"` // all moves were legal
	Won      bool            `json:"won"`
	At       *int            `json:"at,omitempty"` // the index of the refused move
	Reason   game.Reason     `json:"reason,omitempty"`
	Position Position        `json:"position"`
	Legal    []string        `json:"legal"` // all legal moves, sorted by byte value
}

// Replay makes the moves of a line.
func Replay(l *Line) Result {
	state, at, reason := l.play()
	r := Result{
		ID:       l.ID,
		OK:       reason == "",
		Won:      state.Won(),
		Reason:   reason,
		Position: PositionOf(&state),
		Legal:    LegalMoves(&state),
	}
	if !r.OK {
		r.At = &at
	}
	return r
}

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
		m, err := game.ParseMove(text)
		if err != nil {
			return state, i, game.Unreadable
		}
		next, _, err := state.Apply(m)
		if refused, ok := errors.AsType[*game.MoveError](err); ok {
			return state, i, refused.Reason
		}
		state = next
	}
	return state, 0, ""
}

// LegalMoves returns all legal moves in notation, sorted by byte value.
func LegalMoves(s *game.State) []string {
	legal := []string{}
	for m := range s.Moves() {
		legal = append(legal, m.String())
	}
	slices.Sort(legal)
	return legal
}

// NewEncoder returns an encoder that writes one object a line, with moves as
// they are written: encoding/json alone would make "3\u003e5" of "3>5". Each
// object is one write, so that a program at the other end of a pipe gets an
// answer as soon as there is one.
func NewEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
