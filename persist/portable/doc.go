// Package portable writes everything that a store holds as JSON Lines, which any
// store can be filled from: the way from one kind of store to another, and a
// backup that can be read without this program.
//
// The first line is a header, the last one has how many entries there are and
// the SHA-256 of all lines before it, so that a file that was cut off or changed
// is refused. Between them each line is an entry:
//
//	{"kind":"header","format":1,"program":"solitaire v1.2.0"}
//	{"kind":"record","schema":1,"player":{"platform":"discord","user":"184"},"body":{"version":3,…}}
//	{"kind":"result","schema":1,"player":{"platform":"discord","user":"184"},"body":{"id":"k7w2",…}}
//	{"kind":"end","entries":2,"sha256":"9f86d0…"}
//
// Times are RFC 3339. Games and deliveries, which are bytes, are in base64. The
// order is that of [persist.Dumper], so equal stores make equal files.
package portable
