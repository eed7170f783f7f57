package bot

import (
	"context"

	"github.com/solitaire-chat/solitaire/persist"
)

// homeKind is the kind of docs that say on which day a player has opened their
// Home last, under the player: it is to be kept up to date after a restart, too.
const homeKind = "home"

func homeKey(p persist.Player) string { return string(p.AppendKey(nil)) }

// openedHome returns the day on which the player has opened their Home last.
func (s *session) openedHome() (day persist.Day, version uint64, ok bool, err error) {
	return read[persist.Day](s, homeKind, homeKey(s.req.Player))
}

// OpenedHome notes that a player has opened their Home, once a day.
func (b *Bot) OpenedHome(ctx context.Context, p persist.Player) error {
	s := &session{bot: b, ctx: ctx, req: Request{Player: p}}
	today := persist.DayOf(b.Now())
	day, version, ok, err := s.openedHome()
	if err != nil || ok && day == today {
		return err
	}
	doc, err := persist.Pack(homeKind, homeKey(p), version, today)
	if err != nil {
		return err
	}
	return ignoreConflict(b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{doc}}))
}

// HasOpenHome reports whether a player has opened their Home today or the day
// before.
func (b *Bot) HasOpenHome(ctx context.Context, p persist.Player) (bool, error) {
	s := &session{bot: b, ctx: ctx, req: Request{Player: p}}
	day, _, ok, err := s.openedHome()
	return ok && day >= persist.DayOf(b.Now())-1, err
}
