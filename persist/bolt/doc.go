// Package bolt keeps players in one file, with bbolt. It is the default store:
// it needs no server, and a machine's worth of players fits.
//
// One process holds the file at a time; another gets [persist.ErrInUse].
//
// All changes go through one goroutine, which takes everything that waits and
// commits it in one transaction: a lone caller waits for nothing, and many
// share the two disk flushes that a commit costs. A change that is rejected,
// because its record has moved on, is left out and costs its neighbours
// nothing. An error of the disk goes to every change of that transaction.
//
// # Caveats
//
// The file never shrinks by itself: freed pages are used again. It grows by
// doubling up to 16 MiB, then by 16 MiB at a time, and a player takes about
// 4 KiB.
//
// bbolt's pages have no check sums. Records and results have, so a damaged one
// is told when it is read; the pages that lead to them, with the list of free
// pages, are checked when the file is opened, and where a player isn't found the
// way there. What that misses: if the newest of bbolt's two meta pages is damaged
// the last commit is lost, as if it had never been acknowledged. Keep backups:
// Backup makes one while players play on, and Check and Dump tell whether it is
// sound.
//
// Restore commits by the batch. A process that is killed meanwhile leaves a mark
// in the file, which is then refused.
//
// The layout, schema 2: bucket "meta" has the schema's number, bucket "players"
// a record under each player's key, bucket "results" a result under its
// player's key followed by the result's id, bucket "deliveries" a block under its
// player's key followed by the block's number, bucket "docs" a doc under its kind
// and key, bucket "boards" the rankings (boards.go). A value follows its key's
// check sum. Schema 1 had no docs and no boards. Leases are kept in memory.
package bolt
