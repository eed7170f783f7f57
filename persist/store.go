// Package persist defines what a store keeps about each player, and how stores behave.
// Its records are plain data. The game in a record is a byte string with a version of its
// own, which only the engine decodes.
//
// Every store passes the tests in persisttest.
package persist

import (
	"context"
	"fmt"
)

// A Store keeps players' records and finished results. It is safe for concurrent use.
type Store interface {
	Leaser

	// Load returns the player's record. The error wraps ErrNotFound, ErrDamaged,
	// ErrNewer, ErrClosed or the context's error. Here and below, ErrDamaged and ErrNewer
	// come in an [UnreadableError], which names what can't be read.
	Load(ctx context.Context, p Player) (Record, error)

	// Commit writes everything that one request changes, or nothing. When it returns nil,
	// the change is durable. If the error wraps ErrConflict, ErrRepeated, ErrBusy,
	// ErrClosed or the context's error, nothing was written, except that after the
	// context has ended a change in flight may still be written. After any other error
	// the outcome is unknown: load the record to find out.
	Commit(ctx context.Context, c Change) error

	// Results returns the player's finished results, sorted by the time of their end,
	// then by id. The error wraps ErrDamaged, ErrNewer, ErrClosed or the context's error.
	Results(ctx context.Context, p Player) ([]Result, error)

	// Doc returns a record that belongs to no player. The error is that of Load.
	Doc(ctx context.Context, kind, key string) (Doc, error)

	// Docs returns at most limit docs of a kind whose keys begin with prefix and come
	// after after, in the order of their bytes. An unreadable doc is returned with its
	// Err and without Data, so that it doesn't hide the others. The error wraps
	// ErrDamaged, ErrClosed or the context's error.
	Docs(ctx context.Context, kind, prefix, after string, limit int) ([]Doc, error)

	// Page returns at most limit rows of a board from an offset on, with the board's
	// totals. A board without results has no rows. The time that Page takes doesn't grow
	// with the board. The error wraps ErrDamaged, ErrClosed or the context's error.
	Page(ctx context.Context, b Board, offset, limit int) (Page, error)

	// Place returns the player's row on a board, and its offset there: players who share
	// a place follow one another. The error is that of Load; ErrNotFound means that the
	// player isn't on the board.
	Place(ctx context.Context, b Board, p Player) (row Row, offset int, err error)

	// Ping reports whether the store can be read and accepts writes. A store whose last
	// commit failed tries a write, so that it recovers by itself soon after the cause has
	// gone.
	Ping(ctx context.Context) error

	// Close waits for calls in flight and closes the store. Later calls return ErrClosed.
	Close() error
}

// A Change is everything that one request writes.
type Change struct {
	// Player owns the record; the zero value if only docs are written.
	Player Player
	// Record replaces the stored one if that still has Record.Version, where 0 means that
	// nothing is stored. It then gets the next version.
	Record Record
	// Results are added. They count on their boards from then on. A result with a stored
	// id changes nothing.
	Results []Result
	// Docs replace the stored ones if those still have their versions, and get the next
	// ones. A doc without Data is deleted.
	Docs []Doc
	// Delivery is the id of the request, if any. The caller has already added it to
	// Record.Deliveries.
	Delivery string
	// Forget deletes everything stored about the player instead of writing a record,
	// whatever its version, damaged or not. Docs are still written.
	Forget bool
}

// Check reports whether the change can be stored.
func (c Change) Check() error {
	for _, d := range c.Docs {
		if err := d.Check(); err != nil {
			return err
		}
	}
	if c.DocsOnly() {
		return nil
	}
	if err := c.Player.Check(); err != nil {
		return err
	}
	for _, r := range c.Results {
		if r.ID == "" || len(r.ID) > maxPart {
			return fmt.Errorf("a result's id must have 1 to %d bytes", maxPart)
		}
	}
	return nil
}

// DocsOnly reports whether the change is about no player.
func (c Change) DocsOnly() bool { return c.Player == Player{} && len(c.Docs) > 0 }
