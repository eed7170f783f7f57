package persist

import (
	"errors"
	"fmt"
)

// Errors of a store; test for them with errors.Is.
var (
	// ErrNotFound means that nothing is stored about this player.
	ErrNotFound = errors.New("nothing is stored about this player")
	// ErrConflict means that the record has changed since it was loaded. Nothing was
	// written; load the record and decide again.
	ErrConflict = errors.New("the record has changed since it was loaded")
	// ErrRepeated means that the delivery was committed before. Nothing was written; load
	// the record, which has the outcome.
	ErrRepeated = errors.New("this delivery was committed before")
	// ErrDamaged means that stored bytes aren't what was written.
	ErrDamaged = errors.New("the stored data is damaged")
	// ErrNewer means that a newer program wrote the data.
	ErrNewer = errors.New("the data is of a newer version")
	// ErrInUse means that another process holds the data file.
	ErrInUse = errors.New("the data file is in use by another process")
	// ErrBusy means that too many changes wait to be written.
	ErrBusy = errors.New("the store is busy")
	// ErrClosed means that the store was closed.
	ErrClosed = errors.New("the store is closed")
)

// Unreadable reports whether an error is about the stored bytes: they are damaged, or
// need a newer program. Reading them again gives the same error.
func Unreadable(err error) bool { return errors.Is(err, ErrDamaged) || errors.Is(err, ErrNewer) }

// An UnreadableError names something unreadable. It wraps ErrDamaged or ErrNewer.
type UnreadableError struct {
	Kind   Kind   // KindRecord, KindResult, KindDoc or KindBoard
	Player Player // the owner of a record or result, a player on a board
	Key    string // a result's id, a doc's kind and key, or the board
	Err    error
}

// Error names the entry and what is wrong with it.
func (e *UnreadableError) Error() string {
	if e.Kind == KindDoc {
		return fmt.Sprintf("%s: %v", e.Key, e.Err)
	}
	return fmt.Sprintf("%s: %v", nameEntry(e.Kind, e.Player, e.Key), e.Err)
}

// Unwrap returns the cause.
func (e *UnreadableError) Unwrap() error { return e.Err }

// NameUnreadable wraps an error in an [UnreadableError] if the stored bytes are its cause
// and it has no name yet. It returns other errors unchanged.
func NameUnreadable(err error, k Kind, p Player, key string) error {
	if _, named := errors.AsType[*UnreadableError](err); named || !Unreadable(err) {
		return err
	}
	return &UnreadableError{k, p, key, err}
}

// OwnUnreadable reports whether an error means that the player's own record or results
// are unreadable, rather than something that players share.
func OwnUnreadable(err error, p Player) bool {
	e, ok := errors.AsType[*UnreadableError](err)
	return ok && (e.Kind == KindRecord || e.Kind == KindResult) && e.Player == p
}
