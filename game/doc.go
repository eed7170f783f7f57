// Package game is the engine: the rules of all families of solitaire that the
// bot plays, as data; a position as a value; and a game as a deal with the moves
// made in it. Cards and moves come in; positions, refusals with their reason, and
// what may be shown of a position go out.
//
// From the bottom up:
//
//   - [Card], [Deck]: what is played with.
//   - [Family], [Rules], [Options]: by which rules. A family is an entry in one
//     table; Rules add what a player chooses.
//   - [State]: one position. [State.Check] says whether and why a move is
//     refused, [State.Apply] makes it, [State.Moves] lists what is legal.
//   - [View]: the part of a State that the player has been shown.
//   - [Game]: rules, deck and the moves made, with undo and redo. Its state is
//     derived by replay, and its binary form is what a store keeps.
//
// The package has no clock, no global randomness and no I/O, and it imports
// only the standard library.
package game
