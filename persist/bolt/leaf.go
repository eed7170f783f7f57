package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"sort"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// checkAbsent is asked when a key isn't found, before anyone takes its player
// for a new one. It reads the leaf in which the key would be and checks every
// entry there, for a damaged one may have hidden it.
func (f file) checkAbsent(tx *bbolt.Tx, b *bbolt.Bucket, key []byte) error {
	if b.Root() == 0 { // which a cornerstone forbids
		return fmt.Errorf("%w: a bucket without a page", persist.ErrDamaged)
	}
	r := newPager(tx, f.handle)
	p, err := r.leafOf(uint64(b.Root()), key)
	if err != nil {
		return err
	}
	return checkEntries(p)
}

// leafOf goes down to the leaf in which a key is or would be. A damaged key in a
// branch would lead past that leaf. It is told by not being the first key of
// its page, as bbolt keeps it, in the page taken or in the next.
func (r pager) leafOf(root uint64, key []byte) (page, error) {
	p, err := r.read(root, branch, leaf)
	for range deepest {
		if err != nil {
			return nil, err
		}
		if p.kind() == leaf {
			return r.bytes(p.id(), p.overflow()+1)
		}
		p, err = r.childOf(p, key)
	}
	return nil, errCircle()
}

func (r pager) childOf(p page, key []byte) (page, error) {
	children, err := p.children()
	if err != nil {
		return nil, err
	}
	i := sort.Search(len(children), func(i int) bool { return bytes.Compare(children[i].key, key) > 0 })
	taken := max(i-1, 0)
	if taken+1 < len(children) {
		if _, err := r.readChild(children[taken+1]); err != nil {
			return nil, err
		}
	}
	return r.readChild(children[taken])
}

func (r pager) readChild(c child) (page, error) {
	p, err := r.read(c.page, branch, leaf)
	if err != nil {
		return nil, err
	}
	if first, ok := p.firstKey(); !ok || !bytes.Equal(first, c.key) {
		return nil, fmt.Errorf("%w: page %d begins with another key", persist.ErrDamaged, c.page)
	}
	return p, nil
}

// checkEntries checks a leaf.
func checkEntries(p page) error {
	for _, err := range p.entries() {
		if err != nil {
			return err
		}
	}
	return nil
}

// entries yields what is on a leaf, with what is wrong with it. bbolt writes keys
// and values one after the other, without a gap, behind the table of where they
// are. An entry of that has flags, the key's offset from there, its size and the
// value's size (4 bytes each). One that isn't like that hides those behind it, so
// that it is the last.
func (p page) entries() iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		const size = 16
		next := pageHead + p.count()*size
		if next == pageHead || next > len(p) { // a page without entries is given back
			yield(entry{}, damagedEntry(p, p.count()))
			return
		}
		var last []byte
		for i := range p.count() {
			at := pageHead + i*size
			item := p[at:]
			offset := int(binary.NativeEndian.Uint32(item[4:]))
			keyEnd := next + int(binary.NativeEndian.Uint32(item[8:]))
			valueEnd := keyEnd + int(binary.NativeEndian.Uint32(item[12:]))
			if flags := binary.NativeEndian.Uint32(item); flags != 0 || at+offset != next || valueEnd > len(p) {
				yield(entry{}, damagedEntry(p, i))
				return
			}
			e := entry{p[next:keyEnd], p[keyEnd:valueEnd]}
			var err error
			if _, unsealed := unseal(e.key, e.value); unsealed != nil || bytes.Compare(last, e.key) >= 0 {
				err = damagedEntry(p, i)
			}
			if !yield(e, err) {
				return
			}
			last, next = e.key, valueEnd
		}
	}
}
