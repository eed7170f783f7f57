package bolt

import (
	"errors"
	"fmt"
	"sync/atomic"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A write is a change in its stored form, on its way through the queue.
type write struct {
	player  []byte
	base    uint64 // the version that must be stored
	record  []byte // nil: forget the player
	results []entry

	state atomic.Int32
	done  chan struct{} // closed when err is final
	err   error
}

type entry struct{ key, value []byte }

// A write waits until the committer takes it or its caller gives it up,
// whichever is first.
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
	w := &write{player: c.Player.AppendKey(nil), base: c.Record.Version, done: make(chan struct{})}
	if c.Forget {
		return w, nil
	}
	next := c.Record
	next.Version++
	record, err := persist.EncodeRecord(next)
	if err != nil {
		return nil, err
	}
	w.record = seal(w.player, record)
	for _, r := range c.Results {
		result, err := persist.EncodeResult(r)
		if err != nil {
			return nil, err
		}
		key := append(c.Player.AppendKey(nil), r.ID...)
		w.results = append(w.results, entry{key, seal(key, result)})
	}
	return w, nil
}

// check reports why the write is rejected, if it is.
func (w *write) check(f file, tx *bbolt.Tx) error {
	if w.record == nil {
		return nil
	}
	stored, err := f.player(tx, w.player)
	if errors.Is(err, persist.ErrNotFound) {
		return w.expect(0)
	}
	if err != nil {
		return err
	}
	version, err := persist.RecordVersion(stored)
	if err != nil {
		return err
	}
	return w.expect(version)
}

func (w *write) expect(version uint64) error {
	if version != w.base {
		return fmt.Errorf("%w: from version %d to %d", persist.ErrConflict, w.base, version)
	}
	return nil
}

// put writes what check has let through. It does so whole: an error here ends
// the transaction.
func (w *write) put(tx *bbolt.Tx) error {
	players, results := tx.Bucket([]byte(playersBucket)), tx.Bucket([]byte(resultsBucket))
	if w.record == nil {
		return w.forget(players, results)
	}
	if err := players.Put(w.player, w.record); err != nil {
		return err
	}
	for _, r := range w.results {
		if results.Get(r.key) != nil {
			continue
		}
		if err := results.Put(r.key, r.value); err != nil {
			return err
		}
	}
	return nil
}

// forget collects the keys first: a cursor must not lose its place by what it
// deletes.
func (w *write) forget(players, results *bbolt.Bucket) error {
	if err := players.Delete(w.player); err != nil {
		return err
	}
	var keys [][]byte
	_ = eachWithPrefix(results, w.player, func(k, _ []byte) error {
		keys = append(keys, k)
		return nil
	})
	for _, k := range keys {
		if err := results.Delete(k); err != nil {
			return err
		}
	}
	return nil
}
