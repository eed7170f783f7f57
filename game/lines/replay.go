package lines

import (
	"encoding/json"
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

// LegalMoves returns all legal moves in notation, sorted by byte value.
func LegalMoves(s *game.State) []string {
	legal := []string{}
	for m := range s.Moves() {
		legal = append(legal, m.String())
	}
	slices.Sort(legal)
	return legal
}
