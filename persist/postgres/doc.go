// Package postgres keeps players in a PostgreSQL database, for several copies of
// the bot at once, or where the loss of a machine must not matter. Its SQL is
// plain, so that databases which speak PostgreSQL's protocol, as CockroachDB and
// YugabyteDB do, can take its place.
//
// A commit is one statement and one round trip: it replaces the record if that
// still has the version it was loaded with. Only a commit that adds a result or
// moves deliveries, and forgetting, take a transaction.
//
// # When the connection is lost
//
// A caller that loses the connection during a commit can't know whether it came
// through. Reading the record wouldn't show it either, since the lost commit may
// be under way still. So the change is tried again: the comparison of versions
// waits for a commit that is under way, and lets none through twice. If it then
// finds another version, the stored record shows whose it is, by its bytes or
// by the delivery's id.
//
// # Caveats
//
// How durable a commit is, the database decides: leave fsync and
// synchronous_commit on. A pooler between must keep prepared statements, or the
// URL must have default_query_exec_mode=exec.
package postgres
