package bolt

import (
	"bytes"
	"cmp"
	"context"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// docKey is the kind, its length before it, and the key.
func docKey(kind, key string) []byte {
	return append(append([]byte{byte(len(kind))}, kind...), key...)
}

// Doc implements [persist.Store].
func (s *Store) Doc(ctx context.Context, kind, key string) (d persist.Doc, err error) {
	if err := (persist.Doc{Kind: kind, Key: key}).Check(); err != nil {
		return d, cmp.Or(ctx.Err(), persist.ErrNotFound) // what can't be stored isn't
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		d, err = s.file.doc(tx, kind, key)
		return err
	})
	return d, err
}

func (f file) doc(tx *bbolt.Tx, kind, key string) (persist.Doc, error) {
	b, k := tx.Bucket([]byte(docsBucket)), docKey(kind, key)
	stored := b.Get(k)
	if stored == nil {
		return persist.Doc{}, cmp.Or(f.checkAbsent(tx, b, k), persist.ErrNotFound)
	}
	return decodeDoc(kind, k, stored)
}

func decodeDoc(kind string, k, stored []byte) (persist.Doc, error) {
	value, err := unseal(k, stored)
	if err != nil {
		return persist.Doc{}, err
	}
	return persist.DecodeDoc(kind, string(k[1+len(kind):]), value)
}

// Docs implements [persist.Store].
func (s *Store) Docs(ctx context.Context, kind, prefix, after string, limit int) ([]persist.Doc, error) {
	if kind == "" || len(kind) > 255 {
		return nil, ctx.Err()
	}
	var docs []persist.Doc
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		b, begin := tx.Bucket([]byte(docsBucket)), docKey(kind, prefix)
		if err := s.file.checkAbsent(tx, b, begin); err != nil {
			return err
		}
		from := begin
		if last := docKey(kind, after); bytes.Compare(last, begin) >= 0 {
			from = append(last, 0)
		}
		c := b.Cursor()
		for k, v := c.Seek(from); bytes.HasPrefix(k, begin) && len(docs) < limit; k, v = c.Next() {
			d, err := decodeDoc(kind, k, v)
			if err != nil {
				return err
			}
			docs = append(docs, d)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return docs, nil
}

// A docWrite is a doc of a change in its stored form.
type docWrite struct {
	kind, key string
	base      uint64 // the version that must be stored
	value     []byte // nil: delete it
}

func encodeDocs(docs []persist.Doc) ([]docWrite, error) {
	var list []docWrite
	for _, d := range docs {
		w := docWrite{kind: d.Kind, key: d.Key, base: d.Version}
		if d.Data != nil {
			d.Version++
			value, err := persist.EncodeDoc(d)
			if err != nil {
				return nil, err
			}
			w.value = seal(docKey(d.Kind, d.Key), value)
		}
		list = append(list, w)
	}
	return list, nil
}

func (w docWrite) put(tx *bbolt.Tx) error {
	b, k := tx.Bucket([]byte(docsBucket)), docKey(w.kind, w.key)
	if w.value == nil {
		return b.Delete(k)
	}
	return b.Put(k, w.value)
}
