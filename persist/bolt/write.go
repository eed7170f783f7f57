package bolt

import (
	"bytes"
	"errors"
	"fmt"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A write is a change in its stored form, on its way through the queue.
type write struct {
	whose   persist.Player
	player  []byte // nil if only docs are written
	base    uint64 // the version that must be stored
	record  []byte // nil to forget the player
	results []resultWrite
	docs    []docWrite
	probe   func(*bbolt.Tx) error // nil but for a test of the store, of which nothing stays

	state atomic.Int32
	done  chan struct{} // closed when err is final
	err   error
}

// A resultWrite is a result of a change in its stored form.
type resultWrite struct {
	key, stored []byte
	result      persist.Result
}

// A docWrite is a doc of a change in its stored form.
type docWrite struct {
	kind, key string
	base      uint64 // the version that must be stored
	stored    []byte // nil: delete it
}

// A write waits until the committer takes it or its caller withdraws it, whichever comes
// first.
const (
	waiting = iota
	taken
	givenUp
)

func (w *write) take() bool   { return w.state.CompareAndSwap(waiting, taken) }
func (w *write) giveUp() bool { return w.state.CompareAndSwap(waiting, givenUp) }

func (w *write) finish(err error) {
	w.err = err
	close(w.done)
}

// encode does all the work that needs no transaction.
func encode(c persist.Change) (*write, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	w := &write{done: make(chan struct{})}
	for _, d := range c.Docs {
		put := docWrite{kind: d.Kind, key: d.Key, base: d.Version}
		if d.Data != nil {
			d.Version++
			value, err := persist.EncodeDoc(d)
			if err != nil {
				return nil, err
			}
			put.stored = addKeySum(docKey(d.Kind, d.Key), value)
		}
		w.docs = append(w.docs, put)
	}
	if c.DocsOnly() {
		return w, nil
	}
	w.whose, w.player, w.base = c.Player, c.Player.AppendKey(nil), c.Record.Version
	if c.Forget {
		return w, nil
	}
	next := c.Record
	next.Version++
	record, err := persist.EncodeRecord(next)
	if err != nil {
		return nil, err
	}
	w.record = addKeySum(w.player, record)
	for _, r := range c.Results {
		result, err := persist.EncodeResult(r)
		if err != nil {
			return nil, err
		}
		key := append(c.Player.AppendKey(nil), r.ID...)
		w.results = append(w.results, resultWrite{key, addKeySum(key, result), r})
	}
	return w, nil
}

// check returns why the write is rejected, or nil.
func (w *write) check(tx *bbolt.Tx) error {
	for _, d := range w.docs {
		stored, err := loadDoc(tx, d.kind, d.key, get)
		if err != nil && !errors.Is(err, persist.ErrNotFound) {
			return err
		}
		if err := expect(d.base, stored.Version); err != nil {
			return fmt.Errorf("%s: %w", d.kind, err)
		}
	}
	if w.record == nil {
		return nil
	}
	stored, err := get(tx.Bucket([]byte(playersBucket)), w.player)
	if errors.Is(err, persist.ErrNotFound) {
		return expect(w.base, 0)
	}
	var version uint64
	if err == nil {
		version, err = persist.RecordVersion(stored)
	}
	if err != nil {
		return persist.NameUnreadable(err, persist.KindRecord, w.whose, "")
	}
	return expect(w.base, version)
}

func expect(base, version uint64) error {
	if version != base {
		return fmt.Errorf("%w: from version %d to %d", persist.ErrConflict, base, version)
	}
	return nil
}

// put writes what check has accepted. It writes everything or returns an error, which
// ends the transaction.
func (w *write) put(tx *bbolt.Tx) error {
	if w.probe != nil {
		return w.probe(tx)
	}
	for _, d := range w.docs {
		b, k := tx.Bucket([]byte(docsBucket)), docKey(d.kind, d.key)
		var err error
		if d.stored == nil {
			err = b.Delete(k)
		} else {
			err = b.Put(k, d.stored)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case w.player == nil:
		return nil
	case w.record == nil:
		return w.forget(tx)
	}
	if err := tx.Bucket([]byte(playersBucket)).Put(w.player, w.record); err != nil {
		return err
	}
	results := tx.Bucket([]byte(resultsBucket))
	for _, r := range w.results {
		if results.Get(r.key) != nil {
			continue
		}
		if err := results.Put(r.key, r.stored); err != nil {
			return err
		}
		if err := rankResult(tx, w.whose, r.result, false); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes everything about the player. It collects the keys first, since deleting
// can move the cursor.
func (w *write) forget(tx *bbolt.Tx) error {
	if err := tx.Bucket([]byte(playersBucket)).Delete(w.player); err != nil {
		return err
	}
	for _, name := range []string{resultsBucket, deliveriesBucket} {
		var keys [][]byte
		b := tx.Bucket([]byte(name))
		c := b.Cursor()
		for k, v := c.Seek(w.player); bytes.HasPrefix(k, w.player); k, v = c.Next() {
			keys = append(keys, k)
			if name != resultsBucket {
				continue
			}
			result, err := decodeResult(k, v)
			if err != nil {
				continue // unreadable entries are deleted all the same
			}
			if err := rankResult(tx, w.whose, result, true); err != nil {
				return err
			}
		}
		for _, k := range keys {
			if err := b.Delete(k); err != nil {
				return err
			}
		}
	}
	return nil
}
