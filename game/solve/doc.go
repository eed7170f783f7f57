// Package solve decides whether a game can still be won when all its cards are known. A
// verdict is winnable, with a line of moves; unwinnable, with a proof; or unknown, if
// time, nodes or memory ran out. The package also shortens winning lines.
//
// [Solver.Solve] takes any position of any supported game: Klondike with any draw count
// and number of passes, and Yukon, each with and without return, from the deal or in the
// middle of a game, and with fewer ranks and piles too. An unknown game is an error,
// never a verdict. Solve replays a line on package game before it returns it. A [Probe]
// answers the many small questions of a hint, without lines, and keeps what it has proved
// about a game from one position to the next. [Solver.Shorten] looks for a shorter line.
//
// The engines are internal packages. Their package comments have the idea, the proof that
// it is exact, and the sources:
//
//	internal/unlimited  Klondike with unlimited passes
//	internal/limited    Klondike with limited passes
//	internal/yukon      Yukon
//	internal/shorten    shorter lines, all games
//
// They share internal/search (verdicts and budgets), internal/cards (sets of cards),
// internal/table (sets of positions and a cache of proofs), internal/chunks (long lists)
// and internal/line (the moves of a winning line). Tests share internal/solvetest.
//
// # Why you can trust a verdict
//
// A wrong "unwinnable" is the worst bug that this package could have. All keys of the
// three engines are exact: if two positions share a key, a proof says that they are
// equally good. No verdict relies on hashes not colliding. (The search for shorter lines
// uses 112 bits of hash; there, a collision could cost a shorter line, never a verdict.)
// Every rule that skips a move or a position has a name and a proof beside it, and can be
// switched off, and the tests compare the engines with a plain search without such rules.
// Yukon uses nothing that was proved for Klondike, because a disordered group breaks
// those proofs.
//
// # A Klondike position doesn't say where the face-up cards lie
//
// A face-up card that isn't the lowest of its pile lies on one of the two cards that may
// carry it. Counting determines how many of those two are free, and whatever lies on one
// can be moved to the other at any time. So positions with the same foundations,
// face-down cards and talon can follow each other's moves. Both Klondike engines rely on
// this; their position and state types have the proof. It holds with and without return.
// lonelybot had the idea of such a key for unlimited passes with return; the proofs for
// games without return and with limited passes are our own.
package solve
