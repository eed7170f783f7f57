package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A page of bbolt's file: id (8 bytes), flags (2), count (2), overflow (4), and
// what it holds. It comes with its overflow, but a leaf without.
type page []byte

const (
	pageHead  = 16
	firstPage = 2 // those before it are bbolt's meta pages
	noPage    = 1<<64 - 1
)

// bbolt's flags.
const (
	branch = 1
	leaf   = 2
	free   = 16
)

func (p page) id() uint64       { return binary.NativeEndian.Uint64(p) }
func (p page) kind() uint16     { return binary.NativeEndian.Uint16(p[8:]) }
func (p page) count() int       { return int(binary.NativeEndian.Uint16(p[10:])) }
func (p page) overflow() uint64 { return uint64(binary.NativeEndian.Uint32(p[12:])) }

// A child of a branch is a page, and the first key on it.
type child struct {
	key  []byte
	page uint64
}

// children returns the pages below a branch. For each it has the key's offset
// from there (4 bytes), its size (4) and the page (8). bbolt writes the keys one
// after the other, without a gap, behind these entries.
func (p page) children() ([]child, error) {
	const size = 16
	next := uint64(pageHead + p.count()*size)
	if next == pageHead || next > uint64(len(p)) {
		return nil, fmt.Errorf("%w: page %d has %d children", persist.ErrDamaged, p.id(), p.count())
	}
	children := make([]child, p.count())
	for i := range children {
		at := pageHead + i*size
		offset, length := binary.NativeEndian.Uint32(p[at:]), uint64(binary.NativeEndian.Uint32(p[at+4:]))
		if uint64(at)+uint64(offset) != next || next+length > uint64(len(p)) {
			return nil, damagedEntry(p, i)
		}
		children[i] = child{p[next : next+length], binary.NativeEndian.Uint64(p[at+8:])}
		next += length
		if i > 0 && bytes.Compare(children[i-1].key, children[i].key) >= 0 {
			return nil, damagedEntry(p, i)
		}
	}
	return children, nil
}

func damagedEntry(p page, i int) error {
	return fmt.Errorf("%w: page %d, entry %d", persist.ErrDamaged, p.id(), i)
}

// firstKey returns the first key on a branch or a leaf, whose entries begin with
// flags before they go on like a branch's.
func (p page) firstKey() (key []byte, ok bool) {
	entry, at := p[pageHead:], 0
	if p.kind() == leaf {
		at = 4
	}
	start := uint64(binary.NativeEndian.Uint32(entry[at:]))
	end := start + uint64(binary.NativeEndian.Uint32(entry[at+4:]))
	if p.count() == 0 || end > uint64(len(entry)) {
		return nil, false
	}
	return entry[start:end], true
}

// A pager reads pages past bbolt, which follows damaged ones wherever they lead.
type pager struct {
	file io.ReaderAt
	size uint64
	end  uint64 // pages from here on aren't in use
}

func newPager(tx *bbolt.Tx, file io.ReaderAt) pager {
	size := uint64(tx.DB().Info().PageSize)
	return pager{file: file, size: size, end: uint64(tx.Size()) / size}
}

// read returns a page of one of the kinds that are wanted.
func (r pager) read(id uint64, kinds ...uint16) (page, error) {
	p, err := r.bytes(id, 1)
	if err != nil {
		return nil, err
	}
	wanted := false
	for _, k := range kinds {
		wanted = wanted || p.kind() == k
	}
	if !wanted || p.id() != id || p.overflow() >= r.end-id {
		return nil, fmt.Errorf("%w: page %d", persist.ErrDamaged, id)
	}
	if p.kind() == leaf || p.overflow() == 0 {
		return p, nil
	}
	return r.bytes(id, p.overflow()+1)
}

func (r pager) bytes(id, count uint64) (page, error) {
	p := make(page, count*r.size)
	if _, err := r.file.ReadAt(p, int64(id*r.size)); err != nil {
		return nil, fmt.Errorf("read page %d: %w", id, err)
	}
	return p, nil
}

// freeList returns the page with the list of free pages, noPage if there is
// none. It is in that meta page that the transaction was begun with: magic
// number, version, page size, flags (4 bytes each), root, its sequence, list of
// free pages, end, transaction (8 each).
func (r pager) freeList(tx *bbolt.Tx) (uint64, error) {
	for id := range uint64(firstPage) {
		p, err := r.bytes(id, 1)
		if err != nil {
			return 0, err
		}
		if meta := p[pageHead:]; isMeta(p) && binary.NativeEndian.Uint64(meta[48:]) == uint64(tx.ID()) {
			return binary.NativeEndian.Uint64(meta[32:]), nil
		}
	}
	return 0, fmt.Errorf("%w: no meta page", persist.ErrDamaged)
}

// isMeta looks for bbolt's magic number.
func isMeta(p page) bool {
	const magic = 0xED0CDAED
	return binary.NativeEndian.Uint32(p[pageHead:]) == magic
}
