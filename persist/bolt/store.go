package bolt

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/lease"
)

// A Store is a [persist.Store] in a file. Reads see the last commit. They don't wait for
// commits, except for a moment when the file grows.
type Store struct {
	file      file
	committer *committer
	leases    lease.Memory // no other process can have the file
	closing   sync.Once
}

// Load implements [persist.Store].
func (s *Store) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	var record persist.Record
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		stored, err := find(tx.Bucket([]byte(playersBucket)), p.AppendKey(nil))
		if err == nil {
			record, err = persist.DecodeRecord(stored)
		}
		return err
	})
	if err != nil {
		return persist.Record{}, persist.NameUnreadable(err, persist.KindRecord, p, "")
	}
	return record, nil
}

// Results implements [persist.Store].
func (s *Store) Results(ctx context.Context, p persist.Player) ([]persist.Result, error) {
	var results []persist.Result
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		b, prefix := tx.Bucket([]byte(resultsBucket)), p.AppendKey(nil)
		var damage error
		err := scan(b, prefix, prefix, func(k, stored []byte) bool {
			var r persist.Result
			if r, damage = decodeResult(k, stored); damage != nil {
				damage = persist.NameUnreadable(damage, persist.KindResult, p, string(k[len(prefix):]))
			}
			results = append(results, r)
			return damage == nil
		})
		return cmp.Or(damage, err)
	})
	if err != nil {
		return nil, persist.NameUnreadable(err, persist.KindResult, p, "")
	}
	slices.SortFunc(results, func(a, b persist.Result) int {
		return cmp.Or(a.Last.Compare(b.Last), strings.Compare(a.ID, b.ID))
	})
	return results, nil
}

func decodeResult(key, stored []byte) (persist.Result, error) {
	value, err := cutKeySum(key, stored)
	if err != nil {
		return persist.Result{}, err
	}
	return persist.DecodeResult(value)
}

// Doc implements [persist.Store].
func (s *Store) Doc(ctx context.Context, kind, key string) (d persist.Doc, err error) {
	d = persist.Doc{Kind: kind, Key: key}
	if d.Check() != nil {
		return persist.Doc{}, cmp.Or(ctx.Err(), persist.ErrNotFound) // no such doc can be stored
	}
	err = s.view(ctx, func(tx *bbolt.Tx) error {
		d, err = loadDoc(tx, kind, key, find)
		return err
	})
	return d, err
}

func loadDoc(tx *bbolt.Tx, kind, key string, find func(*bbolt.Bucket, []byte) ([]byte, error)) (persist.Doc, error) {
	d := persist.Doc{Kind: kind, Key: key}
	value, err := find(tx.Bucket([]byte(docsBucket)), docKey(kind, key))
	if err != nil {
		return persist.Doc{}, persist.NameUnreadable(err, persist.KindDoc, persist.Player{}, d.Name())
	}
	return persist.DecodeDoc(kind, key, value)
}

// docKey is the kind, prefixed with its length, followed by the key.
func docKey(kind, key string) []byte {
	return append(append([]byte{byte(len(kind))}, kind...), key...)
}

// Docs implements [persist.Store].
func (s *Store) Docs(ctx context.Context, kind, prefix, after string, limit int) ([]persist.Doc, error) {
	if kind == "" || len(kind) > 255 || limit <= 0 {
		return nil, ctx.Err()
	}
	begin := docKey(kind, prefix)
	from := begin
	if last := docKey(kind, after); string(last) >= string(begin) {
		from = append(last, 0)
	}
	var docs []persist.Doc
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		return scan(tx.Bucket([]byte(docsBucket)), from, begin, func(k, stored []byte) bool {
			named := persist.Doc{Kind: kind, Key: string(k[1+len(kind):])}
			value, err := cutKeySum(k, stored)
			d := named
			if err == nil {
				d, err = persist.DecodeDoc(kind, named.Key, value)
			}
			if err != nil {
				d = named
				d.Err = persist.NameUnreadable(err, persist.KindDoc, persist.Player{}, d.Name())
			}
			docs = append(docs, d)
			return len(docs) < limit
		})
	})
	if err != nil {
		return nil, persist.NameUnreadable(err, persist.KindDoc, persist.Player{}, kind)
	}
	return docs, nil
}

// Ping implements [persist.Store].
func (s *Store) Ping(ctx context.Context) error {
	if err := s.readable(ctx); err != nil {
		return err
	}
	return s.committer.checkWrites(ctx)
}

func (s *Store) readable(ctx context.Context) error {
	return s.view(ctx, func(tx *bbolt.Tx) error {
		_, err := readSchema(tx)
		return err
	})
}

// Queued returns how many changes wait to be written.
func (s *Store) Queued() int { return len(s.committer.queue) }

// Size returns how many bytes the file has; 0 once the store is closed.
func (s *Store) Size() int64 {
	info, err := s.file.handle.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

// Commit implements [persist.Store]. [persist.ErrBusy] comes from a queue that
// stays full, and, with the context's error, when the context ends while the
// change waits: in both cases nothing was written. A change that bbolt finds no
// room for gets [ErrFull].
func (s *Store) Commit(ctx context.Context, c persist.Change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w, err := encode(c)
	if err != nil {
		return err
	}
	err = s.committer.commit(ctx, w)
	if errors.Is(err, persist.ErrConflict) && s.delivered(ctx, c) {
		return persist.ErrRepeated
	}
	return err
}

// delivered reports whether the stored record has the change's delivery. It loads the
// record here, in the caller's goroutine, to save the committer's time.
func (s *Store) delivered(ctx context.Context, c persist.Change) bool {
	if c.Delivery == "" {
		return false
	}
	stored, err := s.Load(context.WithoutCancel(ctx), c.Player)
	if err != nil {
		return false // the caller gets the error when it loads the record again
	}
	_, ok := stored.Deliveries.Find(c.Delivery)
	return ok
}

// Lease implements [persist.Leaser].
func (s *Store) Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error) {
	if err := s.readable(ctx); err != nil {
		return false, err
	}
	return s.leases.Lease(ctx, name, holder, ttl)
}

// Release implements [persist.Leaser].
func (s *Store) Release(ctx context.Context, name, holder string) error {
	if err := s.readable(ctx); err != nil {
		return err
	}
	return s.leases.Release(ctx, name, holder)
}

// Close implements [persist.Store]: waiting changes are still committed.
func (s *Store) Close() error {
	err := persist.ErrClosed
	s.closing.Do(func() {
		s.committer.close()
		err = s.file.close()
	})
	return err
}
