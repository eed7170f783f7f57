// Package persist says what a store keeps of each player and how it behaves.
// Its records are plain: the game inside one is bytes with a version of its
// own, which only the engine reads.
//
// Every store passes the suite in persisttest.
package persist

import (
	"context"
	"fmt"
)

// A Store keeps the players' records and finished results. It is safe for
// concurrent use.
type Store interface {
	Leaser

	// Load returns the player's record. The error is, by errors.Is,
	// ErrNotFound, ErrDamaged, ErrNewer, ErrClosed or the context's. Here and
	// below, ErrDamaged and ErrNewer come in an [UnreadableError], which names
	// what can't be read.
	Load(ctx context.Context, p Player) (Record, error)

	// Commit writes everything that one request changes, all of it or
	// nothing. When it returns nil the change is durable. The error is, by
	// errors.Is, ErrConflict, ErrRepeated, ErrBusy, ErrClosed or the
	// context's: then nothing was written, except that after the context has
	// ended a change that was under way may still come through. Any other
	// error leaves the outcome open: load the record to know it.
	Commit(ctx context.Context, c Change) error

	// Results returns the player's finished results, the oldest first: by when
	// they ended, then by id. The error is, by errors.Is, ErrDamaged, ErrNewer,
	// ErrClosed or the context's.
	Results(ctx context.Context, p Player) ([]Result, error)

	// Doc returns a record that belongs to no player. The error is that of Load.
	Doc(ctx context.Context, kind, key string) (Doc, error)

	// Docs returns those of a kind whose keys begin with prefix and come behind
	// after, in the order of their bytes, not more than limit. A doc that can't
	// be read is returned with its Err and without Data, so that it doesn't hide
	// the others. The error is, by errors.Is, ErrDamaged, ErrClosed or the
	// context's.
	Docs(ctx context.Context, kind, prefix, after string, limit int) ([]Doc, error)

	// Page returns rows of a board from an offset on, not more than limit, and what
	// it counts as a whole; there are none on a board that has no results. What it
	// takes doesn't grow with the board. The error is, by errors.Is, ErrDamaged,
	// ErrClosed or the context's.
	Page(ctx context.Context, b Board, offset, limit int) (Page, error)

	// Place returns the player's row on a board, and its offset there: players
	// who share a place stand one after the other. The error is that of Load; ErrNotFound
	// if the player is not on the board.
	Place(ctx context.Context, b Board, p Player) (row Row, offset int, err error)

	// Ping reports whether the store can be read and takes writes. A store whose
	// last commit failed tries to write, so that it is well again by itself soon
	// after the cause has gone.
	Ping(ctx context.Context) error

	// Close waits for calls in flight and closes the store. Later calls get
	// ErrClosed.
	Close() error
}

// A Change is what one request writes.
type Change struct {
	// Player is whose record it is; the zero value where only docs are written.
	Player Player
	// Record replaces the stored one if that still has Record.Version, 0
	// meaning that nothing is stored. It gets the next version.
	Record Record
	// Results are added; a result whose id is there already stays as it is.
	// They count on their boards from then on.
	Results []Result
	// Docs replace what is stored of them if that still has their version, and
	// get the next one. Without Data, a doc is deleted.
	Docs []Doc
	// Delivery is the id of the request, if it has one. The caller has added it
	// to Record.Deliveries.
	Delivery string
	// Forget deletes all that is stored of the player instead of writing a
	// record, whatever its version, damaged or not. Docs are written all the same.
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
