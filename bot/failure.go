package bot

import (
	"context"
	"errors"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// ErrLoad marks what failed before anything could be changed: reading.
var ErrLoad = errors.New("load")

// failure is the reply when the store could not do its work.
func (b *Bot) failure(req Request, err error) Reply {
	key := "failure.store"
	switch {
	case errors.Is(err, ErrLoad) && !persist.Unreadable(err):
		key = "failure.load"
	case persist.OwnUnreadable(err, req.Player) && errors.Is(err, persist.ErrDamaged):
		key = "failure.damaged"
	case errors.Is(err, persist.ErrDamaged): // of what others use too: the player's own data is whole
		key = "failure.shared"
	case errors.Is(err, persist.ErrNewer):
		key = "failure.newer"
	case errors.Is(err, persist.ErrBusy), errors.Is(err, persist.ErrConflict), errors.Is(err, context.DeadlineExceeded):
		key = "failure.busy"
	}
	return b.plain(req, key)
}

// plain is a reply that only says something, without reading the store.
func (b *Bot) plain(req Request, key string) Reply {
	return Reply{Lines: []locale.Message{locale.Msg(key)}, Lang: b.Lang(req), Private: req.Place.Shared}
}
