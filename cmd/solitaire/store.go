package main

import (
	"context"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/postgres"
)

// openStore opens the store at a place: a bbolt file, which it makes if there is
// none, or a database that a postgres:// URL names. committed, if not nil, is
// called after each transaction.
func openStore(ctx context.Context, where string, committed func(changes int, took time.Duration)) (persist.DumpStore, error) {
	if isDatabase(where) {
		return postgres.Open(ctx, where, postgres.Options{Committed: committed})
	}
	return bolt.Open(where, bolt.Options{Committed: committed})
}

// isDatabase reports whether a place is a database's URL.
func isDatabase(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// shownPlace returns a place as it may be shown to people: a URL without its
// user and password.
func shownPlace(where string) string {
	if !isDatabase(where) {
		return where
	}
	scheme, rest, _ := strings.Cut(where, "://")
	rest, _, _ = strings.Cut(rest, "?")
	if i := strings.LastIndex(rest, "@"); i >= 0 {
		rest = rest[i+1:]
	}
	return scheme + "://" + rest
}
