package persisttest

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/lease"
)

// A Memory is a store that keeps nothing on disk, for tests that need many
// commits and no durability. It passes the suite like every store.
type Memory struct {
	mu      sync.Mutex
	closed  bool
	records map[persist.Player][]byte
	results map[persist.Player][]persist.Result
	docs    map[docID]persist.Doc
	leases  lease.Memory
}

type docID struct{ kind, key string }

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{
		records: map[persist.Player][]byte{}, results: map[persist.Player][]persist.Result{},
		docs: map[docID]persist.Doc{},
	}
}

// Reopen returns a store with the same data, as after closing and opening it.
func (m *Memory) Reopen() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Memory{records: m.records, results: m.results, docs: m.docs}
}

// Load implements [persist.Store].
func (m *Memory) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return persist.Record{}, err
	}
	stored, ok := m.records[p]
	if !ok {
		return persist.Record{}, persist.ErrNotFound
	}
	return persist.DecodeRecord(stored)
}

// Commit implements [persist.Store].
func (m *Memory) Commit(ctx context.Context, c persist.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return err
	}
	if err := c.Check(); err != nil {
		return err
	}
	if err := m.currentDocs(c.Docs); err != nil {
		return err
	}
	switch {
	case c.DocsOnly():
		m.putDocs(c.Docs)
		return nil
	case c.Forget:
		m.putDocs(c.Docs)
		delete(m.records, c.Player)
		delete(m.results, c.Player)
		return nil
	}
	if err := m.current(c); err != nil {
		return err
	}
	c.Record.Version++
	encoded, err := persist.EncodeRecord(c.Record)
	if err != nil {
		return err
	}
	m.putDocs(c.Docs)
	m.records[c.Player] = encoded
	for _, r := range c.Results {
		m.add(c.Player, r)
	}
	return nil
}

// current compares the version of a change with the stored one.
func (m *Memory) current(c persist.Change) error {
	var stored persist.Record
	if b, ok := m.records[c.Player]; ok {
		var err error
		if stored, err = persist.DecodeRecord(b); err != nil {
			return err
		}
	}
	if stored.Version == c.Record.Version {
		return nil
	}
	if _, ok := stored.Deliveries.Find(c.Delivery); ok && c.Delivery != "" {
		return persist.ErrRepeated
	}
	return persist.ErrConflict
}

func (m *Memory) add(p persist.Player, r persist.Result) {
	if slices.ContainsFunc(m.results[p], func(old persist.Result) bool { return old.ID == r.ID }) {
		return
	}
	m.results[p] = append(m.results[p], r)
	slices.SortFunc(m.results[p], func(a, b persist.Result) int {
		return cmp.Or(a.Last.Compare(b.Last), strings.Compare(a.ID, b.ID))
	})
}

// Results implements [persist.Store].
func (m *Memory) Results(ctx context.Context, p persist.Player) ([]persist.Result, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.results[p]), m.usable(ctx)
}

// Lease implements [persist.Leaser].
func (m *Memory) Lease(ctx context.Context, name, holder string, ttl time.Duration) (bool, error) {
	if err := m.Ping(ctx); err != nil {
		return false, err
	}
	return m.leases.Lease(ctx, name, holder, ttl)
}

// Release implements [persist.Leaser].
func (m *Memory) Release(ctx context.Context, name, holder string) error {
	if err := m.Ping(ctx); err != nil {
		return err
	}
	return m.leases.Release(ctx, name, holder)
}

// Ping implements [persist.Store].
func (m *Memory) Ping(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.usable(ctx)
}

// Close implements [persist.Store].
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	err := m.usable(context.Background())
	m.closed = true
	return err
}

func (m *Memory) usable(ctx context.Context) error {
	if m.closed {
		return persist.ErrClosed
	}
	return ctx.Err()
}
