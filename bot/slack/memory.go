package slack

import "sync"

// A memory keeps values by key, at most so many: one more pushes out any other.
// What is in it must be safe to lose.
type memory[K comparable, V any] struct {
	most int

	mu   sync.Mutex
	kept map[K]V
}

func newMemory[K comparable, V any](most int) *memory[K, V] {
	return &memory[K, V]{most: most, kept: map[K]V{}}
}

func (m *memory[K, V]) get(key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.kept[key]
	return value, ok
}

func (m *memory[K, V]) put(key K, value V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, value)
}

// own returns the value of a key; the first time what fresh makes.
func (m *memory[K, V]) own(key K, fresh func() V) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.kept[key]
	if !ok {
		value = fresh()
		m.keep(key, value)
	}
	return value
}

func (m *memory[K, V]) drop(key K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.kept, key)
}

// all returns the values there are now.
func (m *memory[K, V]) all() []V {
	m.mu.Lock()
	defer m.mu.Unlock()
	values := make([]V, 0, len(m.kept))
	for _, v := range m.kept {
		values = append(values, v)
	}
	return values
}

func (m *memory[K, V]) keep(key K, value V) {
	if _, known := m.kept[key]; !known && len(m.kept) >= m.most {
		for other := range m.kept {
			delete(m.kept, other)
			break
		}
	}
	m.kept[key] = value
}
