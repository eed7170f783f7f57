package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// Doc implements [persist.Store].
func (s *Store) Doc(ctx context.Context, kind, key string) (d persist.Doc, err error) {
	err = s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		stored, err := storedDoc(ctx, conn, kind, key)
		if err == nil {
			d, err = persist.DecodeDoc(kind, key, stored)
		}
		return err
	})
	return d, err
}

func storedDoc(ctx context.Context, conn *pgxpool.Conn, kind, key string) (stored []byte, err error) {
	err = conn.QueryRow(ctx, `SELECT doc FROM solitaire_docs WHERE kind = $1 AND key = $2`,
		[]byte(kind), []byte(key)).Scan(&stored)
	return stored, absent(err)
}

// Docs implements [persist.Store].
func (s *Store) Docs(ctx context.Context, kind, prefix, after string, limit int) (docs []persist.Doc, err error) {
	err = s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		rows, err := conn.Query(ctx, `SELECT key, doc FROM solitaire_docs
			WHERE kind = $1 AND key >= $2 AND ($3::BYTEA IS NULL OR key < $3) AND key > $4
			ORDER BY key LIMIT $5`,
			[]byte(kind), []byte(prefix), behind(prefix), []byte(after), max(limit, 0))
		if err != nil {
			return err
		}
		docs, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (persist.Doc, error) {
			var key, stored []byte
			if err := row.Scan(&key, &stored); err != nil {
				return persist.Doc{}, err
			}
			d, err := persist.DecodeDoc(kind, string(key), stored)
			if err != nil {
				d = persist.Doc{Kind: kind, Key: string(key), Err: err}
			}
			return d, nil
		})
		return err
	})
	return docs, err
}

// behind returns the first key after all keys with a prefix, or nil if there is none.
func behind(prefix string) []byte {
	b := bytes.TrimRight([]byte(prefix), "\xff")
	if len(b) == 0 {
		return nil
	}
	b[len(b)-1]++
	return b
}

// A docWrite is a doc of a change in its stored form, nil if it is to be deleted.
type docWrite struct {
	kind, key string
	stored    []byte
}

// putDocs stores the next version of each doc, or deletes it.
func (w *write) putDocs(docs []persist.Doc) error {
	for _, d := range docs {
		put := docWrite{kind: d.Kind, key: d.Key}
		base := int64(d.Version)
		kind, key := []byte(d.Kind), []byte(d.Key)
		d.Version++
		next := int64(d.Version)
		if d.Data != nil {
			var err error
			if put.stored, err = persist.EncodeDoc(d); err != nil {
				return err
			}
		}
		w.docs = append(w.docs, put)
		switch {
		case put.stored == nil && base == 0: // it is already gone
			w.swap(`SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM solitaire_docs WHERE kind = $1 AND key = $2)`, kind, key)
		case put.stored == nil:
			w.swap(`DELETE FROM solitaire_docs WHERE kind = $1 AND key = $2 AND version = $3`, kind, key, base)
		case base == 0:
			w.swap(`INSERT INTO solitaire_docs (kind, key, version, doc) VALUES ($1, $2, $3, $4)
				ON CONFLICT (kind, key) DO NOTHING`, kind, key, next, put.stored)
		default:
			w.swap(`UPDATE solitaire_docs SET version = $3, doc = $4
				WHERE kind = $1 AND key = $2 AND version = $5`, kind, key, next, put.stored, base)
		}
	}
	return nil
}

// judgeDocs decides what another version of a doc means for a change without a record to
// compare.
func (w *write) judgeDocs(ctx context.Context, conn *pgxpool.Conn, open bool) error {
	if !open {
		return persist.ErrConflict
	}
	for _, d := range w.docs {
		stored, err := storedDoc(ctx, conn, d.kind, d.key)
		if err != nil && !errors.Is(err, persist.ErrNotFound) {
			return err
		}
		if !bytes.Equal(stored, d.stored) {
			return fmt.Errorf("%w: %s %q has changed again since", errUnknown, d.kind, d.key)
		}
	}
	return nil // it came through
}
