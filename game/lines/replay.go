package lines

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
)

// A Result is the outcome of replaying a line: the position after the last move, or the
// one before the first refused move.
type Result struct {
	ID       json.RawMessage `json:"id"`
	OK       bool            `json:"ok"` // whether all moves were legal
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

// Played returns the state after all moves. The error is an [*Error] with code [BadMove]
// that names the first illegal move.
func (l *Line) Played() (game.State, error) {
	state, at, reason := l.play()
	if reason != "" {
		text := fmt.Sprintf("moves[%d], %s, is illegal: %s", at, quote(l.Moves[at]), reason)
		return game.State{}, &Error{l.ID, l.Number, Fault{BadMove, text}}
	}
	return state, nil
}

// play makes the moves up to the first refused one. It returns the state there, and the
// index and reason of that move; both are empty if all moves were legal.
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

// NewEncoder returns an encoder that writes one object per line. Moves keep their
// notation, whereas encoding/json alone would turn "3>5" into "3\u003e5". Each object is
// one write, so that a program at the other end of a pipe gets every answer at once.
func NewEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
