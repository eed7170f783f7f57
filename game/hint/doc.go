// Package hint advises players and judges games, on top of package solve.
//
// # Advice that doesn't peek
//
// [Mind.Advise] sees a [Table]: what lies open, the cards of the stock that an
// earlier pass has shown, and where the game has been. Hidden cards are not in
// it. It shuffles all cards that were not yet shown over the places where they
// can lie (an arrangement, and with it a world), and asks the solver in world
// after world which of the choices can still win there. The choice that wins
// most worlds is the advice, and the share of them is told with it. This is
// known as hindsight optimisation: within a world the solver knows all cards, so
// that the share is what could be won by somebody who guessed right from now on,
// and more than a player will win.
//
// A choice is a change of the game with the moves that make it possible: to draw
// three times and lay a card down is one choice where draws cost nothing. A
// choice never leads to where the game has been, and neither does the way to it
// if another one is left. So following the advice ends.
//
// All choices are asked about in the same worlds. A choice that loses to another
// by far, and by more than chance allows, is dropped. The vote flatters choices
// that show nothing, since each world may go on as is right only there. So the best
// ones are followed, by the same moves in all worlds, until a card shows: a choice
// has become a plan, and no plan is worth more than its choice seemed to be. Of the
// plans that are about as good the one is taken whose next choice, made by what it
// has shown, wins most worlds. On small deals, where the best play can be worked
// out, the advice hardly ever falls behind it.
//
// # Everything else
//
// [Stuck] proves that nothing can change any more, from what lies open alone.
// [Judge] says whether a game can still be won, and since when not; it knows all
// cards. [Rate] says how hard a deal is, by letting a [Player] play it. A [Desk]
// shares the processor between the players who ask.
package hint
