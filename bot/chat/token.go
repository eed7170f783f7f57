package chat

import (
	"fmt"
	"log/slog"
	"sync"
)

// A Token notices when a platform refuses the bot's token while the bot runs: it was
// revoked, or the account is closed. The zero value is a good token.
type Token struct {
	mu      sync.Mutex
	refused error // nil: the platform takes it
}

// Note notes how a call with the token went: refused is the platform's error if it
// refused the token, else nil. What changes is logged once, with what to do.
func (t *Token) Note(log *slog.Logger, refused error, remedy string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch before := t.refused; {
	case refused != nil && before == nil:
		t.refused = fmt.Errorf("the bot's token is refused (%w): %s", refused, remedy)
		log.Error("the platform refuses the bot's token, so messages don't get through: "+remedy, "error", refused)
	case refused == nil && before != nil:
		t.refused = nil
		log.Info("the platform takes the bot's token again")
	}
}

// Err returns why the token doesn't work, and what to do; nil if it does.
func (t *Token) Err() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.refused
}
