// Package game is the engine. It holds the rules of every family of solitaire as data, a
// position as a value, and a game as a deal with its moves. Cards and moves come in.
// Positions, refusals with a reason, and the part of a position that the player may see
// go out.
//
// From the bottom up:
//
//   - [Card], [Deck]: the cards.
//   - [Family], [Rules], [Options]: the rules. A family is an entry in one
//     table; Rules add what a player chooses.
//   - [State]: one position. [State.Check] reports whether and why a move is
//     refused, [State.Apply] makes it, [State.Moves] lists the legal moves.
//   - [View]: the part of a State that the player has seen.
//   - [Game]: rules, deck and moves, with undo and redo. Its state is derived by
//     replay, and a store keeps its binary form.
//
// The package has no clock, no global randomness and no I/O, and it imports only the
// standard library.
package game
