package bolt

import (
	"encoding/binary"
	"fmt"
	"io"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// A tree checks what leads to the leaves of a file, and the list of free pages.
// A branch that leads back to itself would send bbolt round until the stack ends
// the process, and a free page that is in use would be overwritten. The leaves,
// nearly all of a file, are not read: damage there is found with their records.
type tree struct {
	pager
	seen []uint64 // a bit a page
}

const wordBits = 64

func checkTree(tx *bbolt.Tx, file io.ReaderAt) error {
	t := tree{pager: newPager(tx, file)}
	t.seen = make([]uint64, t.end/wordBits+1)
	// The root comes first, because the buckets are found through it.
	if err := t.check(uint64(tx.Cursor().Bucket().Root())); err != nil {
		return err
	}
	err := tx.ForEach(func(_ []byte, b *bbolt.Bucket) error {
		if b == nil || b.Root() == 0 { // an inline bucket has no page
			return nil
		}
		return t.check(uint64(b.Root()))
	})
	if err != nil {
		return err
	}
	return t.checkFree(tx)
}

// check goes down from a root, level by level. All leaves are on one level.
func (t *tree) check(root uint64) error {
	if err := t.visit(root); err != nil {
		return err
	}
	for level := []uint64{root}; ; {
		var next []uint64
		for _, id := range level {
			p, err := t.read(id, branch, leaf)
			if err != nil || p.kind() == leaf {
				return err
			}
			children, err := p.children()
			if err != nil {
				return err
			}
			for _, c := range children {
				if err := t.visit(c.page); err != nil {
					return err
				}
				next = append(next, c.page)
			}
		}
		level = next
	}
}

// visit notes a page that is referred to, which may happen once.
func (t *tree) visit(id uint64) error {
	if id < firstPage || id >= t.end || t.seen[id/wordBits]>>(id%wordBits)&1 == 1 {
		return fmt.Errorf("%w: page %d of %d is referred to twice or isn't there", persist.ErrDamaged, id, t.end)
	}
	t.seen[id/wordBits] |= 1 << (id % wordBits)
	return nil
}

// checkFree checks the list of free pages. A list too long for the page's count
// begins with how many there are.
func (t *tree) checkFree(tx *bbolt.Tx) error {
	id, err := t.freeList(tx)
	if err != nil || id == noPage {
		return err
	}
	if err := t.visit(id); err != nil {
		return err
	}
	p, err := t.read(id, free)
	if err != nil {
		return err
	}
	const long, size = 0xFFFF, 8
	count, list := uint64(p.count()), p[pageHead:]
	if count == long {
		count, list = binary.NativeEndian.Uint64(list), list[size:]
	}
	if count > uint64(len(list)/size) {
		return fmt.Errorf("%w: page %d lists %d free pages", persist.ErrDamaged, id, count)
	}
	for i := range count {
		if err := t.visit(binary.NativeEndian.Uint64(list[i*size:])); err != nil {
			return err
		}
	}
	return nil
}
