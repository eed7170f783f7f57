// Package postgrestest runs PostgreSQL for tests: the one that is installed, as
// a process of the test, in a folder of its own, on a socket in that folder and
// on no network.
//
// Where it isn't installed tests are skipped, and fail when SOLITAIRE_POSTGRES
// is "required". As root, it runs as the user postgres, because it refuses to
// run as root.
package postgrestest
