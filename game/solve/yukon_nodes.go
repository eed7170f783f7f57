package solve

import "math/bits"

// A yukonNode is a position that was reached, with the way to it. The move sits
// in the 24 bits that the key leaves free.
type yukonNode struct {
	lo, hi uint64
	parent uint32
	next   [yukonViews]uint32 // the node behind it in each list
}

const (
	yukonNodeMove  = 40 // where the key's upper word ends and the move begins
	yukonNodeTaken = 1 << 63
)

func (n *yukonNode) key() yukonKey   { return yukonKey{n.lo, n.hi & (1<<yukonNodeMove - 1)} }
func (n *yukonNode) move() yukonMove { return yukonMove(n.hi >> yukonNodeMove) }

// take marks a node; it reports whether it was the first to do so.
func (n *yukonNode) take() bool {
	first := n.hi&yukonNodeTaken == 0
	n.hi |= yukonNodeTaken
	return first
}

// yukonNodes holds the nodes and finds them by their keys. Nodes sit in chunks
// that never move. The slots are open-addressing tables of 32 bits of hash over
// the number of a node; the key in the node decides, so nothing rests on the
// hash. There are many small tables instead of a big one so that doubling one
// takes no time to speak of, whatever the clock of the search says.
type yukonNodes struct {
	chunks [][]yukonNode
	n      uint32 // nodes; number 0 is never given out
	tables [1 << yukonTableBits]yukonTable
	slots  int64 // in all tables
	most   int64 // bytes
}

type yukonTable struct {
	slots []uint64
	n     int
}

const (
	yukonChunkBits  = 11
	yukonChunkBytes = 32 << yukonChunkBits
	yukonTableBits  = 6
	yukonTableFirst = 1 << 5 // slots
)

func newYukonNodes(most int64) *yukonNodes { return &yukonNodes{n: 1, most: most} }

func (t *yukonNodes) at(i uint32) *yukonNode {
	return &t.chunks[i>>yukonChunkBits][i&(1<<yukonChunkBits-1)]
}

// room reports whether so many more bytes may be taken.
func (t *yukonNodes) room(bytes int64) bool {
	return int64(len(t.chunks))*yukonChunkBytes+8*t.slots+bytes <= t.most
}

// hash mixes both words of a key into 32 bits.
func (k yukonKey) hash() uint64 {
	hi, lo := bits.Mul64(k.lo^0x9e3779b97f4a7c15, k.hi<<20^k.hi>>7^0xd6e8feb86659fd93)
	h := (hi ^ lo ^ k.lo) * 0xff51afd7ed558ccd
	return h >> 32
}

// add returns the number of a new node, or 0 if the key was there before. It
// reports false when the memory is used up.
func (t *yukonNodes) add(k yukonKey, parent uint32, m yukonMove) (id uint32, ok bool) {
	h := k.hash()
	table := &t.tables[h>>(32-yukonTableBits)]
	if 4*table.n >= 3*len(table.slots) && !t.double(table) {
		return 0, false
	}
	mask := uint64(len(table.slots) - 1)
	i := h & mask
	for ; table.slots[i] != 0; i = (i + 1) & mask {
		if slot := table.slots[i]; slot>>32 == h && t.at(uint32(slot)).key() == k {
			return 0, true
		}
	}
	id, ok = t.append(yukonNode{lo: k.lo, hi: k.hi | uint64(m)<<yukonNodeMove, parent: parent})
	if ok {
		table.slots[i] = h<<32 | uint64(id)
		table.n++
	}
	return id, ok
}

func (t *yukonNodes) append(n yukonNode) (id uint32, ok bool) {
	id = t.n
	if int(id>>yukonChunkBits) == len(t.chunks) {
		if !t.room(yukonChunkBytes) || id > 1<<32-1<<(yukonChunkBits+1) {
			return 0, false
		}
		t.chunks = append(t.chunks, make([]yukonNode, 1<<yukonChunkBits))
	}
	t.n++
	*t.at(id) = n
	return id, true
}

// double makes a table twice as big. While it does, there are both.
func (t *yukonNodes) double(table *yukonTable) bool {
	old := table.slots
	size := max(yukonTableFirst, 2*len(old))
	if !t.room(8 * int64(size)) {
		return false
	}
	t.slots += int64(size - len(old))
	table.slots = make([]uint64, size)
	mask := uint64(size - 1)
	for _, slot := range old {
		if slot == 0 {
			continue
		}
		i := slot >> 32 & mask
		for table.slots[i] != 0 {
			i = (i + 1) & mask
		}
		table.slots[i] = slot
	}
	return true
}
