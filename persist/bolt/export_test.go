package bolt

import (
	"context"
	"encoding/binary"
	"errors"
	"time"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Hold keeps the committer from writing until release is called.
func (s *Store) Hold() (release func()) {
	tx, err := s.file.db.Begin(true)
	if err != nil {
		panic(err)
	}
	return func() { _ = tx.Rollback() }
}

// CommitTaken commits a change. While the committer is paused, it returns as soon as the
// committer has taken the change and the queue is empty.
func (s *Store) CommitTaken(c persist.Change) <-chan error {
	w, err := encode(c)
	if err != nil {
		panic(err)
	}
	if err := s.committer.enqueue(context.Background(), w); err != nil {
		panic(err)
	}
	for w.state.Load() != taken {
		time.Sleep(time.Millisecond)
	}
	outcome := make(chan error, 1)
	go func() {
		<-w.done
		outcome <- w.err
	}()
	return outcome
}

// Age backdates the current transaction.
func (s *Store) Age(by time.Duration) {
	s.committer.mu.Lock()
	defer s.committer.mu.Unlock()
	s.committer.begun = s.committer.begun.Add(-by)
}

// AddKeySum returns what is stored of a value under a key.
func AddKeySum(key, value []byte) []byte { return addKeySum(key, value) }

// Outdate gives a file the schema after the newest one.
func Outdate(path string) error {
	f, err := openFile(path, Options{}.withDefaults(), false)
	if err != nil {
		return err
	}
	return errors.Join(f.update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte(metaBucket)).Put([]byte(schemaKey), binary.BigEndian.AppendUint64(nil, newest+1))
	}), f.close())
}
