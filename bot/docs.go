package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/persist"
)

// ReadDoc loads a doc's value. The version is 0 if there is none.
func ReadDoc[T any](ctx context.Context, b *Bot, kind, key string) (value T, version uint64, err error) {
	doc, err := b.Store.Doc(ctx, kind, key)
	if errors.Is(err, persist.ErrNotFound) {
		return value, 0, nil
	}
	if err == nil {
		value, err = persist.Unpack[T](doc)
	}
	if err != nil {
		return value, 0, fmt.Errorf("%w %s: %w", ErrLoad, kind, err)
	}
	return value, doc.Version, nil
}

// Walk calls f with all docs of a kind whose keys have a prefix, until it returns
// an error.
func (b *Bot) Walk(ctx context.Context, kind, prefix string, f func(persist.Doc) error) error {
	const batch = 100
	for after := ""; ; {
		docs, err := b.Store.Docs(ctx, kind, prefix, after, batch)
		if err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		for _, d := range docs {
			if err := f(d); err != nil {
				return err
			}
			after = d.Key
		}
		if len(docs) < batch {
			return nil
		}
	}
}

// Put replaces the content of a doc in a commit of its own. The error is
// persist.ErrConflict if the doc has changed since it was loaded.
func (b *Bot) Put(ctx context.Context, d persist.Doc, value any) error {
	next, err := persist.Pack(d.Kind, d.Key, d.Version, value)
	if err != nil {
		return err
	}
	return b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{next}})
}

// Remove deletes a doc in a commit of its own. If the doc has changed since it was
// loaded, another copy of the bot is working on it, and it stays.
func (b *Bot) Remove(ctx context.Context, d persist.Doc) error {
	d.Data = nil
	return IgnoreConflict(b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{d}}))
}

// IgnoreConflict drops a conflict from work that another copy of the bot may have done
// meanwhile.
func IgnoreConflict(err error) error {
	if errors.Is(err, persist.ErrConflict) {
		return nil
	}
	return err
}

// IgnoreMissing drops the error that something is missing, for work on what may have gone.
func IgnoreMissing(err error) error {
	if errors.Is(err, persist.ErrNotFound) {
		return nil
	}
	return err
}

// Write writes a doc with the turn, replacing the stored one.
func (t *Turn) Write(kind, key string, value any) error {
	version, err := docVersion(t, kind, key)
	if err != nil {
		return err
	}
	return t.WriteOver(kind, key, version, value)
}

// WriteOver writes a doc with the turn if the stored one still has a version.
func (t *Turn) WriteOver(kind, key string, version uint64, value any) error {
	doc, err := persist.Pack(kind, key, version, value)
	if err == nil {
		queue(t, doc)
	}
	return err
}

// Erase deletes a doc with the turn, if it exists when the turn is stored.
func (t *Turn) Erase(kind, key string) {
	t.changed = true
	t.BeforeCommit(func() error {
		version, err := docVersion(t, kind, key)
		if err == nil && version > 0 {
			t.EraseOver(kind, key, version)
		}
		return err
	})
}

// EraseOver deletes a doc with the turn if it still has a version.
func (t *Turn) EraseOver(kind, key string, version uint64) {
	queue(t, persist.Doc{Kind: kind, Key: key, Version: version})
}

// queue adds a doc to the turn's commit, replacing an earlier change of it.
func queue(t *Turn, d persist.Doc) {
	t.docs = slices.DeleteFunc(t.docs, func(q persist.Doc) bool { return q.Kind == d.Kind && q.Key == d.Key })
	t.docs = append(t.docs, d)
	t.changed = true
}

// docVersion returns the version of a stored doc. It is 0 if there is none, and also if
// it is unreadable: such a doc stays, and shows only that something was stored.
func docVersion(t *Turn, kind, key string) (uint64, error) {
	doc, err := t.Bot.Store.Doc(t.Ctx, kind, key)
	switch {
	case err == nil:
		return doc.Version, nil
	case errors.Is(err, persist.ErrNotFound), persist.Unreadable(err):
		return 0, nil
	}
	return 0, fmt.Errorf("%w %s: %w", ErrLoad, kind, err)
}

// Home returns the current game with buttons to everything else, for Slack's App Home. It
// changes nothing.
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

// HomeKind is the kind of docs that store the last day on which a player opened the Home,
// under [HomeKey]. With them, a Home is kept up to date after a restart.
const HomeKind = "home"

// HomeKey is the key of a player's doc of [HomeKind].
func HomeKey(p persist.Player) string { return string(p.AppendKey(nil)) }

// HomeOpened returns the last day on which a player opened the Home; 0 if never.
func (b *Bot) HomeOpened(ctx context.Context, p persist.Player) (persist.Day, error) {
	day, _, err := ReadDoc[persist.Day](ctx, b, HomeKind, HomeKey(p))
	return day, err
}

// HasOpenHome reports whether a player has opened the Home today or the day before.
func (b *Bot) HasOpenHome(ctx context.Context, p persist.Player) (bool, error) {
	day, err := b.HomeOpened(ctx, p)
	today := persist.DayOf(b.Now())
	return day > 0 && day >= today-1 && day <= today, err
}

// NoteHome records, once a day, that a player has opened the Home.
func (b *Bot) NoteHome(ctx context.Context, p persist.Player) error {
	today := persist.DayOf(b.Now())
	day, version, err := ReadDoc[persist.Day](ctx, b, HomeKind, HomeKey(p))
	if err != nil || day == today {
		return err
	}
	return IgnoreConflict(b.Put(ctx, persist.Doc{Kind: HomeKind, Key: HomeKey(p), Version: version}, today))
}
