// Package solve decides whether a game can still be won when all its cards are
// known: winnable, with a line of moves; unwinnable, proved; or unknown, when
// time, nodes or memory ran out. It also shortens lines that win.
//
// [Solver.Solve] takes any position of any of the rules: Klondike with any draw
// count, number of passes, with and without return, and Yukon with and without
// return; from the deal or from the middle of a game; with fewer ranks and piles
// too. A game it doesn't know is an error, never a verdict. It replays a line on
// package game before it returns it. A [Probe] answers the many small questions
// of a hint, without lines: it keeps what it has learnt of a game from one
// position to the next. [Solver.Shorten] looks for a shorter line.
//
// The engines are internal packages. Each has the idea, the argument why it is
// exact and its sources in its package comment:
//
//	internal/unlimited  Klondike with unlimited passes
//	internal/limited    Klondike with limited passes
//	internal/yukon      Yukon
//	internal/shorten    shorter lines, all games
//
// They share internal/search (verdicts and budgets), internal/cards (sets of
// cards), internal/table (sets of positions and a cache of proofs),
// internal/chunks (long lists) and internal/line (the moves of a winning line);
// internal/solvetest serves tests.
//
// # Why a verdict can be trusted
//
// A wrong "unwinnable" is the worst fault this package could have. All keys of
// the three engines are exact: two positions with one key are equally good by an
// argument, not by a hash that is hoped not to collide. (The search for shorter
// lines uses 112 bits of hash: there a collision could cost a shorter line, never
// a verdict.) Every rule that leaves a move or a position out is named, is argued
// for where it stands, and can be switched off: the tests compare with a plain
// search that has none of them. Nothing proved for Klondike is used in Yukon,
// where a disordered group breaks those proofs.
//
// # Where the face-up cards lie is no part of a Klondike position
//
// A face-up card that is not the lowest of its pile lies on one of the two cards
// that may carry it. How many of the two are free follows from counting, and
// what lies on one can be moved to the other at any time. So positions that
// agree in foundations, face-down cards and talon can follow each other's moves.
// Both Klondike engines rest on that; their position and state types have the
// proof. It holds with and without return. The idea of such a key for unlimited
// passes with return is lonelybot's; that it also holds without return, and with
// passes counted, is argued anew here.
package solve
