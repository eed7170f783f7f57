package bot

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// The docs of the page in a browser. Secrets are never stored: the key of a link's or
// a browser's doc is [PageKey] of its secret.
const (
	PageLinkKind     = "page-link"     // one-time links from a chat: [PageLink]
	PageSessionKind  = "page-session"  // browsers that are signed in: [PageSession]
	PageSessionsKind = "page-sessions" // the keys of a player's browsers, by [HomeKey]
)

// PageLinkTime is how long a link to the page is valid.
const PageLinkTime = 10 * time.Minute

// A PageLink leads from a chat to the page. Whoever opens it plays as the player.
type PageLink struct {
	Player persist.Player
	Until  time.Time
}

// Valid reports whether a link may still be opened. One that lasts much longer than a new one was
// made while the clock was wrong.
func (l PageLink) Valid(now time.Time) bool {
	return now.Before(l.Until) && !l.Until.After(now.Add(2*PageLinkTime))
}

// A PageSession is a browser in which a player is signed in.
type PageSession struct {
	Player persist.Player
	Seen   persist.Day // when it was used last
	Guest  bool        // the player has no other way in
}

// PageKey is the key of the doc that belongs to a secret.
func PageKey(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// CloseBrowsers signs out every browser in which the player has opened the page.
func (t *Turn) CloseBrowsers() error {
	key := HomeKey(t.Request.Player)
	open, version, err := ReadDoc[[]string](t.Ctx, t.Bot, PageSessionsKind, key)
	if err != nil || version == 0 {
		return err
	}
	for _, session := range open {
		t.Erase(PageSessionKind, session)
	}
	t.EraseOver(PageSessionsKind, key, version)
	return nil
}
