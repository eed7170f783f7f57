// Package postgres keeps players in a PostgreSQL database, for several copies of the bot
// at once, or for installations that must survive the loss of a machine. Its SQL is
// plain, so that databases with PostgreSQL's protocol, such as CockroachDB and
// YugabyteDB, can be used instead.
//
// A commit is one statement and one round trip: it replaces the record if that still has
// the version with which it was loaded. Only forgetting, and commits that add a result or
// move deliveries, take a transaction.
//
// # When the connection is lost
//
// A caller that loses the connection during a commit can't know whether the commit
// succeeded. Reading the record wouldn't show it either, since the lost commit may still
// be in flight. So the change is retried: the comparison of versions waits for a commit
// in flight, and lets none through twice. If the retry finds another version, the stored
// record shows whose it is, by its bytes or by the delivery's id.
//
// # Caveats
//
// The database decides how durable a commit is: leave fsync and synchronous_commit on. A
// connection pooler must keep prepared statements, or the URL must have
// default_query_exec_mode=exec.
package postgres
