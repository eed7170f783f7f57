package bot

import (
	"context"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Solver knows all cards. It works within its budget and its context. The time that it
// is paused to let players go first doesn't count.
type Solver interface {
	// Win looks for a winning line. It reports false if there is none, or if it can't
	// decide.
	Win(ctx context.Context, s game.State, budget time.Duration) (line []game.Move, ok bool)
	// Shorten returns the shortest line that it can find, and whether that is proved to
	// be the shortest.
	Shorten(ctx context.Context, s game.State, line []game.Move, budget time.Duration) (better []game.Move, minimal bool)
}

// An Advisor answers questions about games that need more than the rules. Most answers
// take a second or two, after waiting for the player's turn. The error means that the
// context ended before that turn.
type Advisor interface {
	// Advise returns the best move by what the player can see. Nothing hidden has any
	// influence on it.
	Advise(ctx context.Context, q Question) (Advice, error)
	// Judge finds out whether the game can still be won. It knows all cards.
	Judge(ctx context.Context, q Question) (Judgement, error)
	// Review finds where a finished game was decided. It knows all cards.
	Review(ctx context.Context, q Question) (Review, error)
	// Weigh estimates what the choices of a finished game were worth, by what the player
	// could see at the time. That takes seconds. Ready is false if it takes longer than a
	// player should wait; the work continues, and a later call returns the result.
	Weigh(ctx context.Context, q Question) (Chances, error)
	// Winnable returns the first of the numbers whose deal it can prove winnable under
	// the rules; 0 if its time runs out first.
	Winnable(ctx context.Context, p persist.Player, r game.Rules, number func() int) (int, error)
	// Stuck reports whether it is proved that nothing can change any more. It uses only
	// what is visible, and takes some microseconds and no turn.
	Stuck(v game.View) bool
	// Rate returns how hard a deal is: easy, medium, hard or expert. It takes long and no
	// turn. The error means that there is no answer.
	Rate(ctx context.Context, r game.Rules, d game.Deck) (string, error)
}

// A Question is about a player's game in its current position.
type Question struct {
	Player persist.Player
	ID     string // the game's; the same for all questions about it
	Game   *game.Game
}

// Advice is a move, and the number of arrangements of the hidden cards in which the game
// can still be won after it.
type Advice struct {
	OK   bool        // some move leads on
	Move game.Move   // the best one
	Line []game.Move // the moves that it prepares, as far as they can be foreseen

	Samples, Won, Lost, Unknown int // arrangements tried, and their results

	Complete bool // every possible arrangement was tried
	Hopeless bool // proved that none can be won
}

// A Finding is what is known about a position if all cards are known.
type Finding uint8

// The findings.
const (
	CantTell Finding = iota
	CanBeWon
	CantBeWon
)

// A Judgement says whether a game can still be won, and which move lost it. Positions are
// numbered by the steps made before them: position 0 is the deal.
type Judgement struct {
	Now  Finding // about the current position
	Last int     // the last position proved winnable; -1 if none is
	Lost int     // the first position proved lost; -1 if none is
}

// A Review holds the turning points of a game, all cards known.
type Review struct {
	Judgement
	Won  bool
	Line []game.Move // from position Last to a win, unless the game was won; nil if none is known
}

// Chances are the estimated worth of a game's choices, by what the player could see at the
// time.
type Chances struct {
	Ready bool
	Exact *Review // found with more time than [Advisor.Review] has; nil if the same

	Accuracy, AccuracyError float64 // share of the winning chances that the choices kept, 0 to 1
	Luck, LuckError         float64 // how kind the hidden cards were, from -1 to 1

	Course  []Standing // the chance before each choice, and at the end
	Best    []Weighed  // good choices that mattered
	Turning []Weighed  // at most three
}

// A Standing is the chance of winning at one point of a game.
type Standing struct {
	Step   int // steps made before it
	Chance float64
}

// A Weighed choice is compared with another one.
type Weighed struct {
	From              int         // steps made before it
	Played, Other     []game.Move // of each choice, the last move makes it; no Other where there was no choice
	After, AfterOther float64     // the chances after them
	BadLuck           bool        // it lost the game, and nothing else was clearly better
}

// Step is the number of the step that made the choice.
func (w Weighed) Step() int { return w.From + len(w.Played) }
