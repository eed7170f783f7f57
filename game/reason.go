package game

import "errors"

// A Reason says why a move is refused. Its text is a stable word that other
// programs may rely on.
type Reason string

// The reasons.
const (
	GameWon         Reason = "game-won"         // all cards are up: the game is over
	NoStock         Reason = "no-stock"         // the game has no stock and no waste
	EmptyStock      Reason = "empty-stock"      // nothing left to draw
	StockNotEmpty   Reason = "stock-not-empty"  // turning over waits for the end of the stock
	EmptyWaste      Reason = "empty-waste"      // nothing on the waste
	NoPassLeft      Reason = "no-pass-left"     // this was the last pass
	EmptyPile       Reason = "empty-pile"       // nothing lies on the column
	EmptyFoundation Reason = "empty-foundation" // nothing lies on the foundation
	SamePile        Reason = "same-pile"        // a pile on to itself, or a foundation on to one
	TooMany         Reason = "too-many"         // fewer cards lie there
	FaceDown        Reason = "face-down"        // the cards are not all face up
	NotARun         Reason = "not-a-run"        // the cards don't descend in alternating colours
	Covered         Reason = "covered"          // only a card with nothing on it goes up
	NeedsKing       Reason = "needs-king"       // an empty column takes only a king
	WrongRank       Reason = "wrong-rank"       // not the next lower rank
	WrongColour     Reason = "wrong-colour"     // the same colour
	OnAce           Reason = "on-ace"           // nothing goes on an ace
	FoundationOrder Reason = "foundation-order" // not the next card of its suit
	NoReturn        Reason = "no-return"        // cards on a foundation stay there
	Unreadable      Reason = "unreadable"       // no move at all
)

// ErrIllegal is what every [MoveError] unwraps to.
var ErrIllegal = errors.New("illegal move")

// A MoveError says why a move was refused. It names only cards that the player
// sees.
type MoveError struct {
	Move   Move
	Reason Reason
	Card   Card // the lowest card of those to be moved, if it is face up
	On     Card // the card it was to be put on, if there is one
}

func (e *MoveError) Error() string { return e.Move.String() + ": " + string(e.Reason) }

// Unwrap returns [ErrIllegal].
func (e *MoveError) Unwrap() error { return ErrIllegal }
