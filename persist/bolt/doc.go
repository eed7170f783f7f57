// Package bolt keeps players in one file, with bbolt. It is the default store: it needs
// no server, and holds as many players as one machine serves.
//
// One process holds the file at a time; others get [persist.ErrInUse].
//
// One goroutine makes all changes. It takes everything that waits and commits it in one
// transaction: a lone caller waits for nobody, and many callers share the two disk
// flushes of a commit. A change that is rejected because its record has changed is left
// out, at no cost to the others. A disk error goes to every change of the transaction.
//
// # Caveats
//
// The file never shrinks by itself: freed pages are used again, and Compact gives them
// back. It grows by
// doubling up to 16 MiB, then by 16 MiB at a time, and a player takes about
// 4 KiB.
//
// bbolt's pages have no checksums, but records, results and docs have, and these cover
// their keys. So damage there is an error when they are read, for nobody else. If a
// player isn't found, the store also checks the neighbouring entries, because damage may
// have hidden the player. A page that doesn't fit its place makes bbolt panic, which
// gives a [PanicError] to those whose records are behind it. Check reads everything, and
// lets bbolt check the pages; solitaire check and solitaire backup run it.
//
// Reads don't detect a page that is both in use and listed as free; Check does. Neither
// detects a page whose number of entries became smaller, except by the results and boards
// of the players that vanished; nor a page that leads to an older copy of another, so
// that players added since then seem to be new. If the newer one of bbolt's two meta
// pages is damaged, the last commit is lost as if it had never been acknowledged. So keep
// backups: Backup makes one while players play.
//
// Restore commits in batches. A process that is killed meanwhile leaves a mark in the
// file, and Open then refuses it.
//
// The layout, schema 2: bucket "meta" has the schema's number, bucket "players" a record
// under each player's key, bucket "results" a result under its player's key followed by
// the result's id, bucket "docs" a doc under its kind and key, bucket "boards" the
// rankings (boards.go). Earlier programs kept older deliveries in the bucket
// "deliveries", which Compact empties. Each value follows its key's checksum. Schema 1
// had no docs and no boards. Leases are kept in memory.
package bolt
