package solve

import "math/bits"

// A yukonMove is a card and the link it gets, in the form card<<2 | link.
type yukonMove uint8

func newYukonMove(c, link uint8) yukonMove { return yukonMove(c<<2 | link) }

func (m yukonMove) card() uint8 { return uint8(m >> 2) }
func (m yukonMove) link() uint8 { return uint8(m & 3) }

// A yukonNode is a position that was reached, with the way to it. The move sits
// in the 24 bits that the key leaves free.
type yukonNode struct {
	lo, hi uint64
	parent uint32
	next   [yukonViews]uint32 // the node below it in its open lists
}

const yukonExpanded = 1 << 63

func (n *yukonNode) expanded() bool { return n.hi&yukonExpanded != 0 }
func (n *yukonNode) setExpanded()   { n.hi |= yukonExpanded }

const yukonMoveShift = 40 // where the key's upper word ends

func (n *yukonNode) key() yukonKey   { return yukonKey{n.lo, n.hi & (1<<yukonMoveShift - 1)} }
func (n *yukonNode) move() yukonMove { return yukonMove(n.hi >> yukonMoveShift) }

// yukonNodes holds the nodes and finds them by their keys. Nodes sit in chunks
// that never move; the slots of the open-addressing table are 32 bits of hash
// over 32 bits of node number, so that most probes touch one cache line. The
// full key decides: nothing rests on the hash.
type yukonNodes struct {
	chunks [][]yukonNode
	n      uint32 // nodes; number 0 is never given out
	slots  []uint64
	most   int64 // bytes
}

const (
	yukonChunkBits  = 12
	yukonChunkBytes = 32 << yukonChunkBits
	yukonFirstSlots = 1 << 11
)

func newYukonNodes(most int64) *yukonNodes {
	return &yukonNodes{n: 1, slots: make([]uint64, yukonFirstSlots), most: most}
}

func (t *yukonNodes) at(i uint32) *yukonNode {
	return &t.chunks[i>>yukonChunkBits][i&(1<<yukonChunkBits-1)]
}

// bytes returns what the nodes and the slots take.
func (t *yukonNodes) bytes() int64 {
	return int64(len(t.chunks))*yukonChunkBytes + 8*int64(len(t.slots))
}

// hash mixes both words of a key.
func (k yukonKey) hash() uint64 {
	hi, lo := bits.Mul64(k.lo^0x9e3779b97f4a7c15, k.hi<<20^k.hi>>7^0xd6e8feb86659fd93)
	h := (hi ^ lo ^ k.lo) * 0xff51afd7ed558ccd
	return h ^ h>>32
}

// add returns the number of a new node, or 0 if the key was seen before. It
// reports false when the memory is used up.
func (t *yukonNodes) add(k yukonKey, parent uint32, m yukonMove) (id uint32, ok bool) {
	h := k.hash()
	mask := uint64(len(t.slots) - 1)
	i := h & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		if t.slots[i]>>32 == h>>32 && t.at(uint32(t.slots[i])).key() == k {
			return 0, true
		}
	}
	id, ok = t.grow()
	if !ok {
		return 0, false
	}
	if uint64(len(t.slots)-1) != mask {
		mask = uint64(len(t.slots) - 1)
		for i = h & mask; t.slots[i] != 0; i = (i + 1) & mask {
		}
	}
	t.slots[i] = h&^(1<<32-1) | uint64(id)
	*t.at(id) = yukonNode{lo: k.lo, hi: k.hi | uint64(m)<<yukonMoveShift, parent: parent}
	return id, true
}

// grow makes room for one more node.
func (t *yukonNodes) grow() (id uint32, ok bool) {
	id = t.n
	if int(id>>yukonChunkBits) == len(t.chunks) {
		if t.bytes()+yukonChunkBytes > t.most {
			return 0, false
		}
		t.chunks = append(t.chunks, make([]yukonNode, 1<<yukonChunkBits))
	}
	if uint64(id)*4 > uint64(len(t.slots))*3 && !t.rehash() {
		return 0, false
	}
	t.n++
	return id, true
}

// rehash doubles the slots. The old ones count until they are gone.
func (t *yukonNodes) rehash() bool {
	if t.bytes()+16*int64(len(t.slots)) > t.most {
		return uint64(t.n)*8 < uint64(len(t.slots))*7
	}
	slots := make([]uint64, 2*len(t.slots))
	mask := uint64(len(slots) - 1)
	for id := uint32(1); id < t.n; id++ {
		h := t.at(id).key().hash()
		i := h & mask
		for ; slots[i] != 0; i = (i + 1) & mask {
		}
		slots[i] = h&^(1<<32-1) | uint64(id)
	}
	t.slots = slots
	return true
}
