package persisttest

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/persist"
)

// Doc implements [persist.Store].
func (m *Memory) Doc(ctx context.Context, kind, key string) (persist.Doc, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return persist.Doc{}, err
	}
	d, ok := m.docs[docID{kind, key}]
	if !ok {
		return persist.Doc{}, persist.ErrNotFound
	}
	return cloned(d), nil
}

// Docs implements [persist.Store].
func (m *Memory) Docs(ctx context.Context, kind, prefix, after string, limit int) ([]persist.Doc, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return nil, err
	}
	var docs []persist.Doc
	for id, d := range m.docs {
		if id.kind == kind && strings.HasPrefix(id.key, prefix) && id.key > after {
			docs = append(docs, cloned(d))
		}
	}
	slices.SortFunc(docs, func(a, b persist.Doc) int { return strings.Compare(a.Key, b.Key) })
	return docs[:min(limit, len(docs))], nil
}

// currentDocs compares the versions of a change's docs with the stored ones.
func (m *Memory) currentDocs(docs []persist.Doc) error {
	for _, d := range docs {
		if m.docs[docID{d.Kind, d.Key}].Version != d.Version {
			return persist.ErrConflict
		}
	}
	return nil
}

func (m *Memory) putDocs(docs []persist.Doc) {
	for _, d := range docs {
		id := docID{d.Kind, d.Key}
		if d.Data == nil {
			delete(m.docs, id)
			continue
		}
		d.Version++
		d.Data = bytes.Clone(d.Data)
		m.docs[id] = d
	}
}

// Page implements [persist.Store].
func (m *Memory) Page(ctx context.Context, b persist.Board, offset, limit int) (persist.Page, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return persist.Page{}, err
	}
	rows := m.board(b)
	from := min(max(offset, 0), len(rows))
	won := 0
	for _, r := range rows {
		if r.Score.Won > 0 {
			won++
		}
	}
	return persist.Page{Total: len(rows), Won: won, Rows: rows[from:min(from+limit, len(rows))]}, nil
}

// Place implements [persist.Store].
func (m *Memory) Place(ctx context.Context, b persist.Board, p persist.Player) (persist.Row, int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.usable(ctx); err != nil {
		return persist.Row{}, 0, err
	}
	rows := m.board(b)
	i := slices.IndexFunc(rows, func(r persist.Row) bool { return r.Player == p })
	if i < 0 {
		return persist.Row{}, 0, persist.ErrNotFound
	}
	return rows[i], i, nil
}

// board works a board out of all results there are, for nothing else is kept.
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

// compareScores is the order of a board as the rules say it.
func compareScores(b persist.Board, x, y persist.Score) int {
	if b.Span == persist.OneDay && x.Won == 0 && y.Won == 0 {
		return cmp.Or(cmp.Compare(y.Up, x.Up), cmp.Compare(x.Moves, y.Moves))
	}
	return cmp.Or(
		cmp.Compare(y.Won, x.Won),
		cmp.Compare(x.Moves, y.Moves),
		cmp.Compare(x.Aids, y.Aids),
		cmp.Compare(x.Seconds, y.Seconds),
	)
}

func cloned(d persist.Doc) persist.Doc {
	d.Data = bytes.Clone(d.Data)
	return d
}
