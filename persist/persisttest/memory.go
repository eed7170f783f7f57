package persisttest

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/lease"
)

// A Memory is a store without a disk, for tests that need many commits and no durability.
// It is also the model with which [Run] compares other stores. It keeps no rankings, but
// computes them from all results.
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

// use calls do while nobody else uses the store.
func (m *Memory) use(ctx context.Context, do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return persist.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return do()
}

// Load implements [persist.Store].
func (m *Memory) Load(ctx context.Context, p persist.Player) (r persist.Record, err error) {
	err = m.use(ctx, func() error {
		stored, ok := m.records[p]
		if !ok {
			return persist.ErrNotFound
		}
		r, err = persist.DecodeRecord(stored)
		return err
	})
	return r, err
}

// Commit implements [persist.Store].
func (m *Memory) Commit(ctx context.Context, c persist.Change) error {
	return m.use(ctx, func() error {
		if err := c.Check(); err != nil {
			return err
		}
		for _, d := range c.Docs {
			if m.docs[docID{d.Kind, d.Key}].Version != d.Version {
				return persist.ErrConflict
			}
		}
		switch {
		case c.DocsOnly():
		case c.Forget:
			delete(m.records, c.Player)
			delete(m.results, c.Player)
		default:
			if err := m.put(c); err != nil {
				return err
			}
		}
		for _, d := range c.Docs {
			id := docID{d.Kind, d.Key}
			if d.Data == nil {
				delete(m.docs, id)
				continue
			}
			d.Version++
			d.Data = bytes.Clone(d.Data)
			m.docs[id] = d
		}
		return nil
	})
}

// put stores a change's record and results.
func (m *Memory) put(c persist.Change) error {
	var stored persist.Record
	if b, ok := m.records[c.Player]; ok {
		var err error
		if stored, err = persist.DecodeRecord(b); err != nil {
			return err
		}
	}
	if stored.Version != c.Record.Version {
		if _, ok := stored.Deliveries.Find(c.Delivery); ok && c.Delivery != "" {
			return persist.ErrRepeated
		}
		return persist.ErrConflict
	}
	c.Record.Version++
	encoded, err := persist.EncodeRecord(c.Record)
	if err != nil {
		return err
	}
	m.records[c.Player] = encoded
	results := m.results[c.Player]
	for _, r := range c.Results {
		if !slices.ContainsFunc(results, func(old persist.Result) bool { return old.ID == r.ID }) {
			results = append(results, r)
		}
	}
	slices.SortFunc(results, func(a, b persist.Result) int {
		return cmp.Or(a.Last.Compare(b.Last), strings.Compare(a.ID, b.ID))
	})
	m.results[c.Player] = results
	return nil
}

// Results implements [persist.Store].
func (m *Memory) Results(ctx context.Context, p persist.Player) (results []persist.Result, err error) {
	err = m.use(ctx, func() error {
		results = slices.Clone(m.results[p])
		return nil
	})
	return results, err
}

// Doc implements [persist.Store].
func (m *Memory) Doc(ctx context.Context, kind, key string) (d persist.Doc, err error) {
	err = m.use(ctx, func() error {
		var ok bool
		if d, ok = m.docs[docID{kind, key}]; !ok {
			return persist.ErrNotFound
		}
		d.Data = bytes.Clone(d.Data)
		return nil
	})
	return d, err
}

// Docs implements [persist.Store].
func (m *Memory) Docs(ctx context.Context, kind, prefix, after string, limit int) (docs []persist.Doc, err error) {
	err = m.use(ctx, func() error {
		for id, d := range m.docs {
			if id.kind == kind && strings.HasPrefix(id.key, prefix) && id.key > after {
				d.Data = bytes.Clone(d.Data)
				docs = append(docs, d)
			}
		}
		slices.SortFunc(docs, func(a, b persist.Doc) int { return strings.Compare(a.Key, b.Key) })
		docs = docs[:min(limit, len(docs))]
		return nil
	})
	return docs, err
}

// Page implements [persist.Store].
func (m *Memory) Page(ctx context.Context, b persist.Board, offset, limit int) (page persist.Page, err error) {
	err = m.use(ctx, func() error {
		rows := m.board(b)
		for _, r := range rows {
			if r.Score.Won > 0 {
				page.Won++
			}
		}
		from := min(max(offset, 0), len(rows))
		page.Total, page.Rows = len(rows), rows[from:min(from+limit, len(rows))]
		return nil
	})
	return page, err
}

// Place implements [persist.Store].
func (m *Memory) Place(ctx context.Context, b persist.Board, p persist.Player) (row persist.Row, offset int, err error) {
	err = m.use(ctx, func() error {
		rows := m.board(b)
		i := slices.IndexFunc(rows, func(r persist.Row) bool { return r.Player == p })
		if i < 0 {
			return persist.ErrNotFound
		}
		row, offset = rows[i], i
		return nil
	})
	return row, offset, err
}

// board computes a board from all results.
func (m *Memory) board(b persist.Board) []persist.Row {
	scores := map[persist.Player]persist.Score{}
	for p, results := range m.results {
		for _, r := range results {
			if !slices.Contains(r.Boards(), b) {
				continue
			}
			if b.Span == persist.OneDay {
				scores[p] = r.Ranked()
			} else {
				scores[p] = scores[p].Plus(r.Ranked())
			}
		}
	}
	var rows []persist.Row
	for p, s := range scores {
		rows = append(rows, persist.Row{Player: p, Score: s})
	}
	slices.SortFunc(rows, func(x, y persist.Row) int {
		return cmp.Or(compareScores(b, x.Score, y.Score), bytes.Compare(x.Player.AppendKey(nil), y.Player.AppendKey(nil)))
	})
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && compareScores(b, rows[i-1].Score, rows[i].Score) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}

// compareScores is the order of a board according to the rules.
func compareScores(b persist.Board, x, y persist.Score) int {
	if b.Span == persist.OneDay && x.Won == 0 && y.Won == 0 {
		return cmp.Or(cmp.Compare(y.Up, x.Up), cmp.Compare(x.Moves, y.Moves))
	}
	return cmp.Or(
		cmp.Compare(y.Won, x.Won), cmp.Compare(x.Moves, y.Moves), cmp.Compare(x.Aids, y.Aids), cmp.Compare(x.Seconds, y.Seconds),
	)
}

// Lease implements [persist.Leaser].
func (m *Memory) Lease(ctx context.Context, name, holder string, ttl time.Duration) (held bool, err error) {
	err = m.use(ctx, func() error {
		held, err = m.leases.Lease(ctx, name, holder, ttl)
		return err
	})
	return held, err
}

// Release implements [persist.Leaser].
func (m *Memory) Release(ctx context.Context, name, holder string) error {
	return m.use(ctx, func() error { return m.leases.Release(ctx, name, holder) })
}

// Ping implements [persist.Store].
func (m *Memory) Ping(ctx context.Context) error { return m.use(ctx, func() error { return nil }) }

// Close implements [persist.Store].
func (m *Memory) Close() error {
	return m.use(context.Background(), func() error {
		m.closed = true
		return nil
	})
}
