// Package solve tells whether a game can still be won when all its cards are
// known: winnable, with a line of moves; unwinnable, proved; or unknown, when
// time, nodes or memory ran out. It also shortens lines that win.
//
// [Solver.Solve] takes any position of any of the rules: Klondike with any draw
// count, number of passes, with and without return, and Yukon with and without
// return; from the deal or from the middle of a game; with fewer ranks and
// piles too. A line is replayed by the engine of package game before it is
// returned. A wrong "unwinnable" is the worst fault this package could have, so
// every rule that leaves something out is named, argued for where it stands,
// and can be switched off: the tests compare with a plain search that has none
// of them.
//
// A [Probe] answers the many small questions of a hint: it keeps what it has
// learnt of a game from one position to the next (unlimited_lore.go,
// limited_lore.go), and gives verdicts without lines.
//
// # Which engine
//
//	rules                        engine                  files
//	Klondike, unlimited passes   abstract positions      cards, talon, table, unlimited_*
//	Klondike, limited passes     the same with time      limited_*
//	Yukon                        exact link keys         yukon_*
//	shorter lines                layers by length        improve_*
//
// route.go chooses. All keys of the three engines are exact: two positions with
// one key are equally good by an argument, not by a hash that is hoped not to
// collide. (The search for shorter lines uses 112 bits of hash: there a
// collision could cost a shorter line, never a verdict.)
//
// # Where the face-up cards lie is no part of a Klondike position
//
// A face-up card that is not the lowest of its pile lies on one of the two cards
// that may carry it. How many of the two are free follows from counting, and
// what lies on one can be moved to the other at any time. So positions that
// agree in foundations, face-down cards and talon can follow each other's moves
// (unlimited_position.go and limited_state.go have the proof). It holds with and
// without return: arrangement never needs to be stored. The idea of such a key
// for unlimited passes with return is lonelybot's; that it also holds without
// return, and with passes counted, is argued anew here.
//
// With unlimited passes the key is 61 bits: foundations, face-down counts in
// mixed radix, mask of the talon and normal offset (talon.go). With limited
// passes the true offset and the pass take the place of the normal one, as a
// time, and a position seen earlier in the same or an earlier pass dominates
// (limited_table.go).
//
// # What is left out, and why that is sound
//
// Unlimited passes (mask rules, in unlimited_moves.go):
//
//	pruneSafe       a safe card goes up at once            both modes; wider without return
//	pruneSafeStock  so does one of the talon               where no later draw shifts
//	pruneSafeBack   a safe card never comes back           return
//	pruneIdlePut    a talon card is laid down only right   draw 1
//	                before it is needed
//	pruneOrders     of two moves that don't disturb each   all
//	                other, one order
//	pruneDoomed     the delete relaxation can't be won     all
//	pruneReserve    draw 1 is a relaxation of draw n       draw 2 and more
//
// Limited passes (limRules, in limited_safe.go):
//
//	limSafe, limSafeTalon, limSafeBack   as above; from the talon only at draw 1, in
//	                                     the last pass, or for a card drawn alone
//	limClear    a pile is emptied only for a king that comes at once
//	limTime     earlier is as good
//	limSleep    moves that other orders have tried (sleep sets)
//	limEager    a card is put down at once where that can cost nothing
//	limLazy     and as late as possible where that can cost nothing
//	limStuck    a card that must leave and has nowhere to go, ever; without return
//
// Yukon (yukonRules, in yukon.go). Nothing proved for Klondike is used here: a
// disordered group breaks those proofs.
//
//	safe cards        an ace, or both cards it could carry are up (yukon_moves.go)
//	swaps             positions that differ in where flexible cards lie are one (yukon_swap.go)
//	hope              the delete relaxation (yukon_hope.go)
//	duels             the same with two or four cards kept exact (yukon_duel.go)
//	bottom kings      stay: empty columns are alike
//
// Shorter lines (impRules, in improve_game.go): safe cards, partial runs, bottom
// kings, one empty pile; each argued with an eye on the length. A line is proved
// minimal when a pass over all layers dropped nothing for want of width, or when
// the bound of the start equals it (improve_bound.go, improve_cycle.go).
//
// # Sources
//
// Blake and Gent, "The winnability of Klondike solitaire and many other patience
// games", JAIR 85:21 (2026), appendix B: safe cards and partial runs. The program
// lonelybot: the compact key and bit-parallel sets of cards. Sleep sets:
// Godefroid (1991). Delete relaxation and abstraction: planning. The rest is our
// own, and argued in full.
package solve
