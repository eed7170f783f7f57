package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/persist"
)

// read reads a doc's value. It reports false when there is none.
func read[T any](s *session, kind, key string) (value T, version uint64, ok bool, err error) {
	doc, err := s.bot.Store.Doc(s.ctx, kind, key)
	if errors.Is(err, persist.ErrNotFound) {
		return value, 0, false, nil
	}
	if err == nil {
		value, err = persist.Unpack[T](doc)
	}
	if err != nil {
		return value, 0, false, fmt.Errorf("%w %s: %w", errLoad, kind, err)
	}
	return value, doc.Version, true, nil
}

// walk calls f with all docs of a kind whose keys have a prefix, until it returns
// an error.
func (b *Bot) walk(ctx context.Context, kind, prefix string, f func(persist.Doc) error) error {
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

// write writes a doc with the session's record, over what is stored now.
func (s *session) write(kind, key string, value any) error {
	version, err := s.docVersion(kind, key)
	if err != nil {
		return err
	}
	return s.writeOver(kind, key, version, value)
}

// writeOver writes a doc with the session's record, if it still has a version.
func (s *session) writeOver(kind, key string, version uint64, value any) error {
	doc, err := persist.Pack(kind, key, version, value)
	if err != nil {
		return err
	}
	s.queue(doc)
	return nil
}

// queue puts a doc into the commit, in place of what is there of it already.
func (s *session) queue(d persist.Doc) {
	s.docs = slices.DeleteFunc(s.docs, func(q persist.Doc) bool { return q.Kind == d.Kind && q.Key == d.Key })
	s.docs = append(s.docs, d)
	s.changed = true
}

// erase deletes a doc with the session's record, if there is one. One that can't
// be read just now stays: it says no more than that something was once there.
func (s *session) erase(kind, key string) {
	if version, err := s.docVersion(kind, key); err == nil && version > 0 {
		s.queue(persist.Doc{Kind: kind, Key: key, Version: version})
	}
}

// docVersion returns the version of what is stored; 0 if nothing is.
func (s *session) docVersion(kind, key string) (uint64, error) {
	doc, err := s.bot.Store.Doc(s.ctx, kind, key)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return 0, fmt.Errorf("%w %s: %w", errLoad, kind, err)
	}
	return doc.Version, nil
}
