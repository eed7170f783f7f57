package bolt

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A Store is a [persist.Store] in a file. Reads see the last commit. They wait
// for none, but for a moment when the file grows.
type Store struct {
	file      file
	committer *committer
	leases    persist.Leases // in memory: no other process can have the file
	closing   sync.Once
}

func newStore(f file, o Options) *Store {
	return &Store{file: f, committer: startCommitter(f, o)}
}

// Load implements [persist.Store].
func (s *Store) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	var record persist.Record
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		stored, err := s.file.player(tx, p.AppendKey(nil))
		if err != nil {
			return err
		}
		record, err = persist.DecodeRecord(stored)
		return err
	})
	if err != nil {
		return persist.Record{}, err
	}
	return record, nil
}

// player returns a record in its stored form. It is valid within the transaction.
func (f file) player(tx *bbolt.Tx, key []byte) ([]byte, error) {
	b := tx.Bucket([]byte(playersBucket))
	if stored := b.Get(key); stored != nil {
		return unseal(key, stored)
	}
	if err := f.checkAbsent(tx, b, key); err != nil {
		return nil, err
	}
	return nil, persist.ErrNotFound
}

// Block implements [persist.Store].
func (s *Store) Block(ctx context.Context, p persist.Player, number uint32) (persist.Deliveries, error) {
	var d persist.Deliveries
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		b, key := tx.Bucket([]byte(blocksBucket)), blockKey(p, number)
		stored := b.Get(key)
		if stored == nil {
			return cmp.Or(s.file.checkAbsent(tx, b, key), persist.ErrNotFound)
		}
		value, err := unseal(key, stored)
		if err == nil {
			d, err = persist.DecodeBlock(value)
		}
		return err
	})
	return d, err
}

// Results implements [persist.Store].
func (s *Store) Results(ctx context.Context, p persist.Player) ([]persist.Result, error) {
	var results []persist.Result
	err := s.view(ctx, func(tx *bbolt.Tx) error {
		b, prefix := tx.Bucket([]byte(resultsBucket)), p.AppendKey(nil)
		if err := s.file.checkAbsent(tx, b, prefix); err != nil {
			return err
		}
		return eachWithPrefix(b, prefix, func(key, stored []byte) error {
			r, err := decodeResult(key, stored)
			results = append(results, r)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(results, func(a, b persist.Result) int {
		return cmp.Or(a.Last.Compare(b.Last), strings.Compare(a.ID, b.ID))
	})
	return results, nil
}

func decodeResult(key, stored []byte) (persist.Result, error) {
	value, err := unseal(key, stored)
	if err != nil {
		return persist.Result{}, err
	}
	return persist.DecodeResult(value)
}

func eachWithPrefix(b *bbolt.Bucket, prefix []byte, f func(k, v []byte) error) error {
	c := b.Cursor()
	for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		if err := f(k, v); err != nil {
			return err
		}
	}
	return nil
}

// Ping implements [persist.Store].
func (s *Store) Ping(ctx context.Context) error {
	return s.view(ctx, func(tx *bbolt.Tx) error {
		_, err := readSchema(tx, steps())
		return err
	})
}

func (s *Store) view(ctx context.Context, f func(*bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return translate(guard(func() error { return s.file.db.View(f) }))
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

// delivered reports whether the stored record has the change's delivery. It
// looks again, here in the caller's goroutine, because the committer's time is
// everyone's.
func (s *Store) delivered(ctx context.Context, c persist.Change) bool {
	if c.Delivery == "" {
		return false
	}
	stored, err := s.Load(context.WithoutCancel(ctx), c.Player)
	if err != nil {
		return false // the caller loads too, and is told
	}
	_, ok := stored.Deliveries.Find(c.Delivery)
	return ok
}

// Lease implements [persist.Leaser].
func (s *Store) Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error) {
	if err := s.Ping(ctx); err != nil {
		return false, err
	}
	return s.leases.Lease(name, holder, ttl)
}

// Release implements [persist.Leaser].
func (s *Store) Release(ctx context.Context, name, holder string) error {
	if err := s.Ping(ctx); err != nil {
		return err
	}
	s.leases.Release(name, holder)
	return nil
}

// Close implements [persist.Store]: changes that wait are still committed.
func (s *Store) Close() error {
	err := persist.ErrClosed
	s.closing.Do(func() {
		s.committer.close()
		err = s.file.close()
	})
	return err
}
