package bolt

import (
	"fmt"
	"runtime/debug"

	"github.com/solitaire-chat/solitaire/persist"
)

// guard runs a function that reads the mapped file. bbolt trusts its pages: on
// damaged ones it panics or follows them out of the map, which would end the
// process. Here either is an error, persist.ErrDamaged.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			// What bbolt panics with is of no use to the people who read this.
			err = fmt.Errorf("%w: its pages don't fit together", persist.ErrDamaged)
		}
	}()
	return f()
}
