package bot

import (
	"context"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Solver knows all cards. It works for no longer than its budget, which doesn't
// count the time that it stands still to let players go first, nor beyond the end of
// the context.
type Solver interface {
	// Win looks for a line that wins. It reports false when there is none or
	// when it can't say.
	Win(ctx context.Context, s game.State, budget time.Duration) (line []game.Move, ok bool)
	// Shorten returns a line as short as it can find, and whether it has proved
	// that none is shorter.
	Shorten(ctx context.Context, s game.State, line []game.Move, budget time.Duration) (better []game.Move, minimal bool)
}

// An Advisor knows about games what their rules don't say. Most of its answers
// take a second or two, and wait for the player's turn among all who ask. The
// error says that the context ended before there was one.
type Advisor interface {
	// Advise returns the best move by what the player can see. Nothing hidden has
	// any influence on it.
	Advise(ctx context.Context, q Question) (Advice, error)
	// Judge says whether the game can still be won. It knows all cards.
	Judge(ctx context.Context, q Question) (Judgement, error)
	// Winnable returns the first of the numbers whose deal it can prove winnable
	// under the rules; 0 if its time ends before.
	Winnable(ctx context.Context, p persist.Player, r game.Rules, number func() int) (int, error)
	// Stuck reports that nothing can change any more, with proof, from what is
	// visible alone. It takes some microseconds and no turn.
	Stuck(v game.View) bool
	// Rate says how hard a deal is, in one word: easy, medium, hard or expert. It
	// takes long and no turn. The error says that it was not worked out.
	Rate(ctx context.Context, r game.Rules, d game.Deck) (string, error)
}

// A Question is about a player's game as it stands.
type Question struct {
	Player persist.Player
	ID     string // the game's, the same for all questions about it
	Game   *game.Game
}

// Advice is a move, and in how many arrangements of the hidden cards the game
// can still be won after it.
type Advice struct {
	OK   bool        // there is a move that leads on
	Move game.Move   // the best one
	Line []game.Move // it, and what it makes possible, as far as can be foreseen

	Samples, Won, Lost, Unknown int // arrangements that were tried, and what came of them

	Complete bool // every arrangement there can be was tried
	Hopeless bool // none can be won: proved
}

// A Finding is what is known of a position when all cards are.
type Finding uint8

// The findings.
const (
	CantTell Finding = iota
	CanBeWon
	CantBeWon
)

// A Judgement says whether a game can still be won, and since when not.
// Positions are counted by the steps made before them: position 0 is the deal.
type Judgement struct {
	Now  Finding // about the position as it stands
	Last int     // the last position proved winnable; -1 if none is
	Lost int     // the first position proved lost; -1 if none is
}
