package persist

import (
	"errors"
	"fmt"
)

// Errors that a store returns, found by errors.Is.
var (
	// ErrNotFound says that nothing is stored of this player.
	ErrNotFound = errors.New("nothing is stored of this player")
	// ErrConflict says that the record has changed since it was loaded.
	// Nothing was written: load it again and decide anew.
	ErrConflict = errors.New("the record has changed since it was loaded")
	// ErrRepeated says that the delivery was committed before. Nothing was
	// written: load the record, its outcome is there.
	ErrRepeated = errors.New("this delivery was committed before")
	// ErrDamaged says that stored bytes are not what was written.
	ErrDamaged = errors.New("the stored data is damaged")
	// ErrNewer says that a newer program wrote the data.
	ErrNewer = errors.New("the data is of a newer version")
	// ErrInUse says that another process holds the data file.
	ErrInUse = errors.New("the data file is in use by another process")
	// ErrBusy says that too much is waiting to be written.
	ErrBusy = errors.New("the store is busy")
	// ErrClosed says that the store was closed.
	ErrClosed = errors.New("the store is closed")
)

// Unreadable reports whether an error is about the stored bytes: they are damaged
// or need a newer program. Reading them again gives the same error.
func Unreadable(err error) bool { return errors.Is(err, ErrDamaged) || errors.Is(err, ErrNewer) }

// An UnreadableError names what can't be read. It wraps ErrDamaged or ErrNewer.
type UnreadableError struct {
	Kind   Kind   // KindRecord, KindResult, KindDoc or KindBoard
	Player Player // the owner of a record or result, a player on a board
	Key    string // a result's id, a doc's kind and key, or the board
	Err    error
}

// Error names the entry and the fault.
func (e *UnreadableError) Error() string {
	if e.Kind == KindDoc {
		return fmt.Sprintf("%s: %v", e.Key, e.Err)
	}
	return fmt.Sprintf("%s: %v", nameEntry(e.Kind, e.Player, e.Key), e.Err)
}

// Unwrap returns the fault.
func (e *UnreadableError) Unwrap() error { return e.Err }

// NameUnreadable wraps an error in an [UnreadableError] if the stored bytes are its
// cause and it has no such name yet. Other errors are returned as they are.
func NameUnreadable(err error, k Kind, p Player, key string) error {
	if _, named := errors.AsType[*UnreadableError](err); named || !Unreadable(err) {
		return err
	}
	return &UnreadableError{k, p, key, err}
}

// OwnUnreadable reports whether an error means that the player's own record or
// results can't be read, and not something that players share.
func OwnUnreadable(err error, p Player) bool {
	e, ok := errors.AsType[*UnreadableError](err)
	return ok && (e.Kind == KindRecord || e.Kind == KindResult) && e.Player == p
}
