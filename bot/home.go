package bot

import (
	"context"
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

// HomeKind is the kind of docs that hold the day on which a player has opened the
// Home last, under [HomeKey]. A Home is kept up to date after a restart, too.
const HomeKind = "home"

// HomeKey is the key of a player's doc of [HomeKind].
func HomeKey(p persist.Player) string { return string(p.AppendKey(nil)) }

// HomeOpened returns the day on which a player has opened the Home last; 0 if never.
func (b *Bot) HomeOpened(ctx context.Context, p persist.Player) (persist.Day, error) {
	day, _, err := ReadDoc[persist.Day](ctx, b, HomeKind, HomeKey(p))
	return day, err
}

// HasOpenHome reports whether a player has opened the Home today or the day before.
func (b *Bot) HasOpenHome(ctx context.Context, p persist.Player) (bool, error) {
	day, err := b.HomeOpened(ctx, p)
	return day > 0 && day >= persist.DayOf(b.Now())-1, err
}

// NoteHome remembers that a player has opened the Home, once a day.
func (b *Bot) NoteHome(ctx context.Context, p persist.Player) error {
	today := persist.DayOf(b.Now())
	day, version, err := ReadDoc[persist.Day](ctx, b, HomeKind, HomeKey(p))
	if err != nil || day == today {
		return err
	}
	return IgnoreConflict(b.Put(ctx, persist.Doc{Kind: HomeKind, Key: HomeKey(p), Version: version}, today))
}
