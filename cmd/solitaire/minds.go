package main

import (
	"slices"
	"sync"

	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// minds keeps what hints have worked out for the latest games. One that is taken
// is in nobody else's hands.
type minds struct {
	most int // games

	mu   sync.Mutex
	list []gameMind // the latest one last
}

type gameMind struct {
	game string
	mind *hint.Adviser
}

// take returns the mind of a game, a new one if none is kept.
func (m *minds) take(game string, s *solve.Solver) *hint.Adviser {
	m.mu.Lock()
	defer m.mu.Unlock()
	i := slices.IndexFunc(m.list, func(g gameMind) bool { return g.game == game })
	if i < 0 {
		return hint.NewAdviser(s)
	}
	mind := m.list[i].mind
	m.list = slices.Delete(m.list, i, i+1)
	return mind
}

// put keeps a mind, and drops what was not asked for the longest time.
func (m *minds) put(game string, mind *hint.Adviser) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, gameMind{game, mind})
	if over := len(m.list) - m.most; over > 0 {
		m.list = slices.Delete(m.list, 0, over)
	}
}
