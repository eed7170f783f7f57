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
// The file never shrinks by itself: freed pages are used again, and Compact gives them
// back. It grows by
// doubling up to 16 MiB, then by 16 MiB at a time, and a player takes about
// 4 KiB.
//
// bbolt's pages have no checksums. Records, results and docs have, with their keys,
// so damage there is an error when they are read, and it is nobody else's. Where a
// player isn't found, the entries around are checked too, because damage may have
// hidden one. A page that doesn't fit where it is makes bbolt panic: a [PanicError]
// for those whose records it leads to. Check reads everything, and lets bbolt check
// the pages; solitaire check and backup do that.
//
// Reads don't find a page that is in use and listed as free; Check does.
// Neither finds a page whose number of entries has become smaller, except by
// the results and boards of those who vanish, and a page that leads to an older copy
// of another: players added since seem to be new. If the newest of bbolt's two meta
// pages is damaged the last commit is lost, as if it had never been acknowledged.
// So keep backups: Backup makes one while players play on.
//
// Restore commits by the batch. A process that is killed meanwhile leaves a mark
// in the file, which is then refused.
//
// The layout, schema 2: bucket "meta" has the schema's number, bucket "players"
// a record under each player's key, bucket "results" a result under its
// player's key followed by the result's id, bucket "docs" a doc under its kind
// and key, bucket "boards" the rankings (boards.go). Earlier programs kept older
// deliveries in the bucket "deliveries", which Compact empties. A value follows its
// key's checksum. Schema 1 had no docs and no boards. Leases are kept in memory.
package bolt
