package persist

import (
	"encoding/binary"
	"fmt"
)

// A Player is an account on a platform. Servers and channels belong to the place of a
// message, never to the player.
type Player struct {
	Platform string // "discord", "slack" or "terminal"
	Space    string // Slack's team, on Grid the enterprise; empty elsewhere
	User     string // the account's id; in the terminal a name
}

// AppendKey appends the player as a key: platform, space and user, each prefixed with its
// length, so that no player's key is a prefix of another's.
func (p Player) AppendKey(b []byte) []byte {
	for _, s := range []string{p.Platform, p.Space, p.User} {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	return b
}

// maxPart is the longest platform, space or user that can be stored.
const maxPart = 255

// Check reports whether the player can be stored.
func (p Player) Check() error {
	if p.Platform == "" || p.User == "" {
		return fmt.Errorf("a player needs a platform and a user")
	}
	if len(p.Platform) > maxPart || len(p.Space) > maxPart || len(p.User) > maxPart {
		return fmt.Errorf("a player's name must have at most %d bytes", maxPart)
	}
	return nil
}
