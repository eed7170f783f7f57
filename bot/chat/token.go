package chat

import (
	"fmt"
	"log/slog"
	"sync"
)

// A Token detects that a platform rejects the bot's token while the bot runs: it was
// revoked, or the account is closed. The zero value is a valid token.
type Token struct {
	mu      sync.Mutex
	refused error // nil if the platform accepts it
}

// Note records the result of a call with the token. refused is the platform's error if it
// rejected the token, or nil. A change is logged once, with what to do.
func (t *Token) Note(log *slog.Logger, refused error, remedy string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch before := t.refused; {
	case refused != nil && before == nil:
		t.refused = fmt.Errorf("the bot's token is refused (%w): %s", refused, remedy)
		log.Error("the platform rejects the bot's token, so no message gets through: "+remedy, "error", refused)
	case refused == nil && before != nil:
		t.refused = nil
		log.Info("the platform accepts the bot's token again")
	}
}

// Err returns why the token doesn't work, and what to do; nil if it does.
func (t *Token) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.refused
}
