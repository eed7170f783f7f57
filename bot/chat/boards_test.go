package chat

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A change of an older version is refused, also if it waited for its turn while a
// newer one was made.
func TestLateChangesNeverCoverANewerBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := NewOrder()
		end, ok := o.Begin(t.Context(), 3)
		if !ok {
			t.Fatal("the first change was refused")
		}
		late := make(chan bool)
		go func() {
			_, ok := o.Begin(t.Context(), 2)
			late <- ok
		}()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, ok := o.Begin(ctx, 3); ok {
			t.Error("two changes at once")
		}
		end()
		if <-late {
			t.Error("an older change was let through")
		}
		if end, ok = o.Begin(t.Context(), 3); !ok {
			t.Fatal("the same version was refused")
		}
		end()
	})
}
