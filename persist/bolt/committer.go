package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A committer is the goroutine through which everything is written.
type committer struct {
	file     file
	patience time.Duration
	told     func(changes int, took time.Duration)

	queue   chan *write
	enter   sync.RWMutex  // held by who may send to queue; locked to close it
	closing chan struct{} // closed first, so that nobody waits any longer
	done    chan struct{}

	// Only the goroutine has these.
	broken  error // the file's structure is damaged: nothing more is written
	unsaved error // why the last commit failed, perhaps after it could be seen
}

func startCommitter(f file, o Options) *committer {
	c := &committer{
		file:     f,
		patience: o.Patience,
		told:     o.Committed,
		queue:    make(chan *write, o.Queue),
		closing:  make(chan struct{}),
		done:     make(chan struct{}),
	}
	go c.run()
	return c
}

// commit queues a write and waits for its outcome.
func (c *committer) commit(ctx context.Context, w *write) error {
	if err := c.enqueue(ctx, w); err != nil {
		return err
	}
	select {
	case <-w.done:
		return w.err
	case <-ctx.Done():
	}
	if w.giveUp() {
		return busy(ctx)
	}
	return ctx.Err() // it is being written
}

func (c *committer) enqueue(ctx context.Context, w *write) error {
	c.enter.RLock()
	defer c.enter.RUnlock()
	select {
	case <-c.closing:
		return persist.ErrClosed
	default:
	}
	select {
	case c.queue <- w:
		return nil
	default:
		return c.wait(ctx, w)
	}
}

// wait waits for room in the queue.
func (c *committer) wait(ctx context.Context, w *write) error {
	timer := time.NewTimer(c.patience)
	defer timer.Stop()
	select {
	case c.queue <- w:
		return nil
	case <-timer.C:
		return persist.ErrBusy
	case <-ctx.Done():
		return busy(ctx)
	case <-c.closing:
		return persist.ErrClosed
	}
}

func busy(ctx context.Context) error { return fmt.Errorf("%w: %w", persist.ErrBusy, ctx.Err()) }

// close returns when everything that was queued is committed.
func (c *committer) close() {
	close(c.closing)
	c.enter.Lock()
	close(c.queue)
	c.enter.Unlock()
	<-c.done
}

func (c *committer) run() {
	defer close(c.done)
	for w := range c.queue {
		c.process(c.batch(w))
	}
}

// batch takes everything that waits, without those whose callers gave up.
func (c *committer) batch(w *write) []*write {
	var batch []*write
	for ok := true; ok; {
		if w.take() {
			batch = append(batch, w)
		}
		select {
		case w, ok = <-c.queue:
		default:
			ok = false
		}
	}
	return batch
}

// process commits a batch. When a damaged page or a full file ended the
// transaction each write gets one of its own, so that only those fail that need
// that page, or room.
func (c *committer) process(batch []*write) {
	err := c.transact(batch)
	if len(batch) > 1 && (errors.Is(err, persist.ErrDamaged) || errors.Is(err, ErrFull)) {
		for _, w := range batch {
			c.process([]*write{w})
		}
		return
	}
	for _, w := range batch {
		w.finish(cmp.Or(err, w.err))
	}
}

// transact writes what isn't rejected, in one transaction; rejected writes have
// their err set. An error of its own means that none may count as written.
func (c *committer) transact(batch []*write) error {
	if err := c.usable(); err != nil || len(batch) == 0 {
		return err
	}
	begin, committing, changes := time.Now(), false, 0
	err := guard(func() error {
		tx, err := c.file.db.Begin(true)
		if err != nil {
			return err
		}
		// After a panic too: the transaction holds bbolt's lock.
		defer func() { _ = tx.Rollback() }()
		if changes, err = c.apply(tx, batch); err != nil || changes == 0 {
			return err
		}
		committing = true
		return tx.Commit()
	})
	err = translate(err)
	switch {
	case committing && err != nil:
		c.failed(err)
	case committing:
		c.told(changes, time.Since(begin))
	}
	return err
}

// apply counts what it has written.
func (c *committer) apply(tx *bbolt.Tx, batch []*write) (changes int, err error) {
	for _, w := range batch {
		if w.err = w.check(c.file, tx); w.err != nil {
			continue
		}
		if err := w.put(tx); err != nil {
			return 0, err
		}
		changes++
	}
	return changes, nil
}
