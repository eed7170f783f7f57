package bolt

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A committer is the goroutine that makes all writes.
type committer struct {
	file     file
	patience time.Duration
	told     func(changes int, took time.Duration)

	queue   chan *write
	enter   sync.RWMutex  // read-locked to send to queue, locked to close it
	closing chan struct{} // closed first, so that nobody waits any longer
	done    chan struct{}

	// Only the goroutine uses these.
	broken  error // a commit panicked: nothing more is written
	unsaved error // why the last commit failed, perhaps after readers could see it

	mu     sync.Mutex
	begun  time.Time // when the present transaction began; zero: there is none
	faults int       // how often the store refused a transaction
	fault  error     // why the store last refused a transaction; nil: it has proved since that it takes them
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

// close waits until everything in the queue is committed.
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

// batch takes everything in the queue, except writes whose callers gave up. It first lets
// the requests that are ready to run reach their commits: a flush to disk takes about as
// long for fifty changes as for one.
func (c *committer) batch(w *write) []*write {
	var batch []*write
	for ok := true; ok; {
		if w.take() {
			batch = append(batch, w)
		}
		if len(c.queue) == 0 {
			runtime.Gosched()
		}
		select {
		case w, ok = <-c.queue:
		default:
			ok = false
		}
	}
	return batch
}

// process commits a batch. If a damaged entry or a full file ended the transaction, each
// write gets one of its own, so that only those fail that need that entry, or room.
func (c *committer) process(batch []*write) {
	if len(batch) == 0 {
		return
	}
	c.mu.Lock()
	c.begun = time.Now()
	c.mu.Unlock()
	committed, err := c.transact(batch)
	c.mu.Lock()
	c.begun = time.Time{}
	if !committed && err != nil && !persist.Unreadable(err) {
		c.fault = err
		c.faults++
	}
	c.mu.Unlock()
	_, panicked := errors.AsType[*PanicError](err)
	if len(batch) > 1 && (panicked || persist.Unreadable(err) || errors.Is(err, ErrFull)) {
		for _, w := range batch {
			c.process([]*write{w})
		}
		return
	}
	for _, w := range batch {
		w.finish(cmp.Or(err, w.err))
	}
}

// transact writes what isn't rejected in one transaction, and reports whether it was
// committed. Rejected writes have their err set. After any other error, none of the
// writes may count as written.
func (c *committer) transact(batch []*write) (committed bool, err error) {
	if err := cmp.Or(c.usable(), c.file.inPlace()); err != nil {
		return false, err
	}
	begin, committing, accepted, changes := time.Now(), false, 0, 0
	err = guard(func() error {
		tx, err := c.file.db.Begin(true)
		if err != nil {
			return err
		}
		// After a panic too, since the transaction holds bbolt's lock.
		defer func() { _ = tx.Rollback() }()
		for _, w := range batch {
			if w.err = w.check(tx); w.err != nil {
				continue
			}
			if err := w.put(tx); err != nil {
				return err
			}
			accepted++
			if w.probe == nil {
				changes++
			}
		}
		if accepted == 0 {
			return nil
		}
		committing = true
		return tx.Commit()
	})
	err = translate(err)
	if committing && err == nil { // nobody may rely on what is in a file that was removed meanwhile
		if err = c.file.inPlace(); err != nil {
			return false, err
		}
	}
	switch {
	case committing && err != nil:
		c.failed(err)
	case committing && changes > 0:
		c.told(changes, time.Since(begin))
	}
	return committing && err == nil, err
}

// failed records that a commit failed. After a panic bbolt's state is unknown, and
// further writes could damage the file.
func (c *committer) failed(err error) {
	_, panicked := errors.AsType[*PanicError](err)
	switch {
	case panicked:
		c.broken = err
	case !errors.Is(err, ErrFull): // which is detected before anything is written
		c.unsaved = err
		_ = c.usable() // at once, so that what the callers load next is safely on disk
	}
}

// usable reports whether a transaction may begin. After a failed commit, the disk must
// first accept what readers may already see.
func (c *committer) usable() error {
	if c.broken != nil {
		return c.broken
	}
	if c.unsaved == nil {
		return nil
	}
	if err := guard(c.rewriteMeta); err != nil {
		return fmt.Errorf("%w; after this commit failed: %w", err, c.unsaved)
	}
	c.unsaved = nil
	return nil
}

// rewriteMeta makes bbolt's state safe after the last flush of a commit failed. Through
// the page cache, readers see such a commit although it may not be on disk. Flushing
// again wouldn't help, because Linux marks pages as clean once it has reported that it
// couldn't write them. A crash now would restore the earlier state, whose pages the next
// commit may already have overwritten. So rewriteMeta writes and flushes the two meta
// pages again, which are all that the last flush was for.
func (c *committer) rewriteMeta() error {
	const head, magic = 16, 0xED0CDAED // of a page, and of bbolt's meta pages
	pageSize := c.file.db.Info().PageSize
	metas := make([]byte, 2*pageSize)
	if _, err := c.file.handle.ReadAt(metas, 0); err != nil {
		return err
	}
	if binary.NativeEndian.Uint32(metas[head:]) != magic && binary.NativeEndian.Uint32(metas[pageSize+head:]) != magic {
		return errors.New("the disk has lost bbolt's meta pages")
	}
	if _, err := c.file.handle.WriteAt(metas, 0); err != nil {
		return err
	}
	return c.file.db.Sync()
}

// slowCommit is how long a transaction may run before the store counts as refusing
// writes.
const slowCommit = 5 * time.Second

// checkWrites reports why the store accepts no writes, if so. When a transaction has
// failed it writes more than a change does and deletes that again: so a store without
// traffic is well again once the cause has gone. On a full disk, which small changes
// still pass, it is not.
func (c *committer) checkWrites(ctx context.Context) error {
	c.mu.Lock()
	begun, fault, faults := c.begun, c.fault, c.faults
	c.mu.Unlock()
	if err := c.file.inPlace(); err != nil {
		return fmt.Errorf("the store accepts no writes: %w", err)
	}
	if running := time.Since(begun); !begun.IsZero() && running > slowCommit {
		return fmt.Errorf("the store accepts no writes: a commit has been running for %v", running.Round(time.Second))
	}
	if fault == nil {
		return nil
	}
	for _, probe := range []func(*bbolt.Tx) error{putProbe, deleteProbe} {
		if err := c.commit(ctx, &write{probe: probe, done: make(chan struct{})}); err != nil {
			return fmt.Errorf("the store accepts no writes: %w", err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.faults == faults { // no other transaction has failed meanwhile
		c.fault = nil
	}
	return nil
}

// probes is how many entries a probe writes, each in a page of its own: free pages need
// not lie side by side. A change with several results takes fewer.
const probes = 24

func putProbe(tx *bbolt.Tx) error {
	b := tx.Bucket([]byte(metaBucket))
	for i := range probes {
		if err := b.Put(append([]byte(probeKey), byte(i)), make([]byte, tx.DB().Info().PageSize*2/3)); err != nil {
			return err
		}
	}
	return nil
}

func deleteProbe(tx *bbolt.Tx) error {
	b := tx.Bucket([]byte(metaBucket))
	for i := range probes {
		if err := b.Delete(append([]byte(probeKey), byte(i))); err != nil {
			return err
		}
	}
	return nil
}
