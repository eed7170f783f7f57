package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A tree checks the branch pages of a file: a page that leads back to itself
// would send bbolt round for ever, until the stack ends the process. Leaves,
// nearly all of a file, are not read: damage there is found with their records.
type tree struct {
	file     io.ReaderAt
	pageSize uint64
	end      uint64 // pages from here on aren't in use
	seen     map[uint64]bool
}

// bbolt's page: id (8 bytes), flags (2), count (2), overflow (4), then for each
// child of a branch the key's offset from there (4), its size (4), the page (8).
const (
	pageHead   = 16
	childSize  = 16
	branchFlag = 1
	leafFlag   = 2
	firstPage  = 2 // those before it are bbolt's meta pages
)

// checkTree checks the branches of all buckets. The root comes first, because
// the buckets are found through it.
func checkTree(tx *bbolt.Tx, file io.ReaderAt) error {
	pageSize := uint64(tx.DB().Info().PageSize)
	t := tree{file: file, pageSize: pageSize, end: uint64(tx.Size()) / pageSize, seen: map[uint64]bool{}}
	if err := t.check(uint64(tx.Cursor().Bucket().Root())); err != nil {
		return err
	}
	return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error {
		if b == nil || b.Root() == 0 { // an inline bucket has no page
			return nil
		}
		return t.check(uint64(b.Root()))
	})
}

// check goes down from a root, level by level. All leaves are on one level.
func (t *tree) check(root uint64) error {
	level := []uint64{root}
	if err := t.visit(root); err != nil {
		return err
	}
	for {
		var next []uint64
		for _, id := range level {
			children, leaf, err := t.children(id)
			if err != nil || leaf {
				return err
			}
			next = append(next, children...)
		}
		level = next
	}
}

func (t *tree) visit(id uint64) error {
	if id < firstPage || id >= t.end || t.seen[id] {
		return fmt.Errorf("%w: page %d of %d is referred to twice or not there", persist.ErrDamaged, id, t.end)
	}
	t.seen[id] = true
	return nil
}

// children reads a branch page.
func (t *tree) children(id uint64) (ids []uint64, leaf bool, err error) {
	page, flags, err := t.read(id)
	if err != nil || flags == leafFlag {
		return nil, true, err
	}
	count := int(binary.NativeEndian.Uint16(page[10:]))
	if count == 0 || pageHead+count*childSize > len(page) {
		return nil, false, fmt.Errorf("%w: page %d has %d children", persist.ErrDamaged, id, count)
	}
	var last []byte
	for i := range count {
		child := page[pageHead+i*childSize:]
		key, err := childKey(child)
		if err != nil || i > 0 && bytes.Compare(last, key) >= 0 {
			return nil, false, fmt.Errorf("%w: page %d, key %d", persist.ErrDamaged, id, i)
		}
		last = key
		ids = append(ids, binary.NativeEndian.Uint64(child[8:]))
		if err := t.visit(ids[i]); err != nil {
			return nil, false, err
		}
	}
	return ids, false, nil
}

func childKey(child []byte) ([]byte, error) {
	pos, size := uint64(binary.NativeEndian.Uint32(child)), uint64(binary.NativeEndian.Uint32(child[4:]))
	if pos+size > uint64(len(child)) {
		return nil, persist.ErrDamaged
	}
	return child[pos : pos+size], nil
}

// read returns a branch page with its overflow, or a leaf page's head.
func (t *tree) read(id uint64) (page []byte, flags uint16, err error) {
	page = make([]byte, t.pageSize)
	if _, err := t.file.ReadAt(page, int64(id*t.pageSize)); err != nil {
		return nil, 0, fmt.Errorf("read page %d: %w", id, err)
	}
	flags = binary.NativeEndian.Uint16(page[8:])
	more := uint64(binary.NativeEndian.Uint32(page[12:]))
	if binary.NativeEndian.Uint64(page) != id || flags != branchFlag && flags != leafFlag || more >= t.end-id {
		return nil, 0, fmt.Errorf("%w: page %d", persist.ErrDamaged, id)
	}
	if flags == leafFlag || more == 0 {
		return page, flags, nil
	}
	page = make([]byte, (more+1)*t.pageSize)
	if _, err := t.file.ReadAt(page, int64(id*t.pageSize)); err != nil {
		return nil, 0, fmt.Errorf("read page %d: %w", id, err)
	}
	return page, flags, nil
}
