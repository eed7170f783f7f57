package table

import "unsafe"

// A List grows without copying, so that a search that must end within
// milliseconds can hold millions of entries. The zero List is empty.
type List[T any] struct {
	chunks []*[listChunk]T
	n      int
}

const listChunk = 1 << 8

// Len returns the number of entries.
func (l *List[T]) Len() int { return l.n }

// Bytes returns the memory in use.
func (l *List[T]) Bytes() int { return len(l.chunks) * int(unsafe.Sizeof([listChunk]T{})) }

// At returns entry i, from 0. It stays where it is.
func (l *List[T]) At(i int) *T { return &l.chunks[i/listChunk][uint(i)%listChunk] }

// Add appends an entry.
func (l *List[T]) Add(v *T) {
	if l.n == len(l.chunks)*listChunk {
		l.chunks = append(l.chunks, new([listChunk]T))
	}
	*l.At(l.n) = *v
	l.n++
}

// Truncate drops the entries from n on, and the memory that only they need.
func (l *List[T]) Truncate(n int) {
	keep := (n + listChunk - 1) / listChunk
	clear(l.chunks[keep:])
	l.chunks, l.n = l.chunks[:keep], n
}
