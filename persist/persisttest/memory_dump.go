package persisttest

import (
	"bytes"
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/solitaire-chat/solitaire/persist"
)

// Dump implements [persist.Dumper].
func (m *Memory) Dump(ctx context.Context) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		entries, err := m.entries(ctx)
		if err != nil {
			yield(persist.Entry{}, err)
			return
		}
		for _, e := range entries {
			if err := ctx.Err(); err != nil {
				yield(persist.Entry{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// entries returns copies of all entries, in the order of a dump.
func (m *Memory) entries(ctx context.Context) ([]persist.Entry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return nil, err
	}
	var entries []persist.Entry
	for p, stored := range m.records {
		r, err := persist.DecodeRecord(stored)
		if err != nil {
			return nil, err
		}
		entries = append(entries, persist.Entry{Player: p, Body: &r})
	}
	for p, results := range m.results {
		for _, r := range results {
			entries = append(entries, persist.Entry{Player: p, Body: &r})
		}
	}
	for _, d := range m.docs {
		d = cloned(d)
		entries = append(entries, persist.Entry{Body: &d})
	}
	slices.SortFunc(entries, inOrder)
	return entries, nil
}

// inOrder compares two entries as they come in a dump.
func inOrder(a, b persist.Entry) int {
	kinds := persist.Kinds()
	if a, b := slices.Index(kinds, a.Kind()), slices.Index(kinds, b.Kind()); a != b {
		return a - b
	}
	return bytes.Compare(a.Key(), b.Key())
}

// Restore implements [persist.Dumper].
func (m *Memory) Restore(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return err
	}
	if len(m.records)+len(m.results)+len(m.docs) > 0 {
		return persist.ErrNotEmpty
	}
	filled := NewMemory()
	for e, err := range entries {
		if err == nil {
			err = filled.put(ctx, e)
		}
		if err != nil {
			return err
		}
	}
	maps.Copy(m.records, filled.records)
	maps.Copy(m.results, filled.results)
	maps.Copy(m.docs, filled.docs)
	return nil
}

func (m *Memory) put(ctx context.Context, e persist.Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stored, err := e.Encode()
	if err != nil {
		return err
	}
	known := false
	switch b := e.Body.(type) {
	case *persist.Record:
		_, known = m.records[e.Player]
		m.records[e.Player] = stored
	case *persist.Result:
		n := len(m.results[e.Player])
		m.add(e.Player, *b)
		known = len(m.results[e.Player]) == n
	case *persist.Doc:
		_, known = m.docs[docID{b.Kind, b.Key}]
		m.docs[docID{b.Kind, b.Key}] = cloned(*b)
	}
	if known {
		return persist.ErrTwice
	}
	return nil
}
