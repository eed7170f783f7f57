package chat

import (
	"maps"
	"slices"
	"sync"
)

// A Cache keeps the latest values by key. It drops the least recently used ones, so it
// must only contain values that can be computed again. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	half int

	mu          sync.Mutex
	young, aged map[K]V // when young is half full, it replaces aged
}

// NewCache returns a cache that keeps at least half of most values, and never more.
func NewCache[K comparable, V any](most int) *Cache[K, V] {
	return &Cache[K, V]{half: max(1, most/2), young: map[K]V{}}
}

// Get returns the value of a key.
func (c *Cache[K, V]) Get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.get(key)
}

// Put sets the value of a key.
func (c *Cache[K, V]) Put(key K, value V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.put(key, value)
}

// Own returns the value of a key. The first time, it stores what fresh returns.
func (c *Cache[K, V]) Own(key K, fresh func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	value, ok := c.get(key)
	if !ok {
		value = fresh()
		c.put(key, value)
	}
	return value
}

// Swap sets the value of a key and returns the one before.
func (c *Cache[K, V]) Swap(key K, value V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	before, _ := c.get(key)
	c.put(key, value)
	return before
}

// Drop forgets a key.
func (c *Cache[K, V]) Drop(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.young, key)
	delete(c.aged, key)
}

// All returns the current values.
func (c *Cache[K, V]) All() []V {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.AppendSeq(slices.Collect(maps.Values(c.young)), maps.Values(c.aged))
}

func (c *Cache[K, V]) get(key K) (V, bool) {
	value, ok := c.young[key]
	if ok {
		return value, true
	}
	if value, ok = c.aged[key]; ok {
		c.put(key, value)
	}
	return value, ok
}

func (c *Cache[K, V]) put(key K, value V) {
	delete(c.aged, key)
	if _, known := c.young[key]; !known && len(c.young) >= c.half {
		c.aged, c.young = c.young, map[K]V{}
	}
	c.young[key] = value
}
