package bolt

import (
	"fmt"
	"iter"

	"github.com/solitaire-chat/solitaire/persist"
)

// below yields all entries below a page, in the order of their keys, with what is
// wrong with them. A page that can't be read hides those on it: its error comes
// in their place.
func (r pager) below(root uint64) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		p, err := r.read(root, branch, leaf)
		if err != nil {
			yield(entry{}, err)
			return
		}
		r.walk(p, deepest, yield)
	}
}

// walk yields what is below a page, and reports whether more is wanted.
func (r pager) walk(p page, levels int, yield func(entry, error) bool) bool {
	if p.kind() == leaf {
		return r.walkLeaf(p, yield)
	}
	children, err := p.children()
	if err == nil && levels == 0 {
		err = errCircle()
	}
	if err != nil {
		return yield(entry{}, err)
	}
	for _, c := range children {
		below, err := r.readChild(c)
		if err != nil && !yield(entry{}, err) || err == nil && !r.walk(below, levels-1, yield) {
			return false
		}
	}
	return true
}

func (r pager) walkLeaf(p page, yield func(entry, error) bool) bool {
	p, err := r.bytes(p.id(), p.overflow()+1)
	if err != nil {
		return yield(entry{}, err)
	}
	for e, err := range p.entries() {
		if !yield(e, err) {
			return false
		}
	}
	return true
}

// deepest is more levels than any tree has that isn't a circle.
const deepest = 64

func errCircle() error { return fmt.Errorf("%w: pages lead in a circle", persist.ErrDamaged) }
