// Package chunks has lists for the many positions of a search.
package chunks

import "unsafe"

// A List grows without copying, so that a search that must end within
// milliseconds can hold millions of entries. The zero List is empty.
type List[T any] struct {
	chunks []*[chunkSize]T
	n      int
}

const chunkSize = 1 << 8

// Len returns the number of entries.
func (l *List[T]) Len() int { return l.n }

// Bytes returns the memory in use.
func (l *List[T]) Bytes() int { return len(l.chunks) * int(unsafe.Sizeof([chunkSize]T{})) }

// At returns entry i, from 0. The entry never moves.
func (l *List[T]) At(i int) *T { return &l.chunks[i/chunkSize][uint(i)%chunkSize] }

// Add appends an entry.
func (l *List[T]) Add(v *T) {
	if l.n == len(l.chunks)*chunkSize {
		l.chunks = append(l.chunks, new([chunkSize]T))
	}
	*l.At(l.n) = *v
	l.n++
}

// Truncate drops the entries from n on, and frees the memory that only they used.
func (l *List[T]) Truncate(n int) {
	keep := (n + chunkSize - 1) / chunkSize
	clear(l.chunks[keep:])
	l.chunks, l.n = l.chunks[:keep], n
}
