package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Home is the current game as it stands, with ways to everything else, for a page
// that shows it: Slack's App Home. Nothing is changed.
func (b *Bot) Home(ctx context.Context, req Request) (Reply, error) {
	req.Home = true
	req = b.Typed(req, "show", nil)
	t := b.turn(ctx, b.Now(), req)
	if err := t.load(); err != nil {
		return b.failure(req, err), fmt.Errorf("home: %w", err)
	}
	if err := b.command("show").Run(t, t.Call.Args); err != nil {
		return b.failure(req, err), err
	}
	t.complete()
	return t.Reply, nil
}

// homeKind is the kind of docs that hold the day on which a player has opened the
// Home last, under the player. A Home is kept up to date after a restart, too.
const homeKind = "home"

func homeDoc(p persist.Player) string { return string(p.AppendKey(nil)) }

// NoteHome remembers that a player has opened the Home, once a day.
func (b *Bot) NoteHome(ctx context.Context, p persist.Player) error {
	today := persist.DayOf(b.Now())
	day, version, err := b.homeOpened(ctx, p)
	if err != nil || day == today {
		return err
	}
	return IgnoreConflict(b.Put(ctx, persist.Doc{Kind: homeKind, Key: homeDoc(p), Version: version}, today))
}

// HasOpenHome reports whether a player has opened the Home today or the day before.
func (b *Bot) HasOpenHome(ctx context.Context, p persist.Player) (bool, error) {
	day, version, err := b.homeOpened(ctx, p)
	return version > 0 && day >= persist.DayOf(b.Now())-1, err
}

// HomeOpened returns the day on which the turn's player has opened the Home last.
// It reports false if there is none.
func (t *Turn) HomeOpened() (day persist.Day, ok bool, err error) {
	day, version, err := t.Bot.homeOpened(t.Ctx, t.Request.Player)
	return day, version > 0, err
}

// EraseHome forgets with the turn that the player has opened the Home.
func (t *Turn) EraseHome() { t.Erase(homeKind, homeDoc(t.Request.Player)) }

func (b *Bot) homeOpened(ctx context.Context, p persist.Player) (day persist.Day, version uint64, err error) {
	doc, err := b.Store.Doc(ctx, homeKind, homeDoc(p))
	if errors.Is(err, persist.ErrNotFound) {
		return 0, 0, nil
	}
	if err == nil {
		day, err = persist.Unpack[persist.Day](doc)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%w %s: %w", ErrLoad, homeKind, err)
	}
	return day, doc.Version, nil
}
