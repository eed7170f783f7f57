package persist_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
)

// A key has at most one board as a prefix: the one that CutBoard removes.
func FuzzCutBoard(f *testing.F) {
	for _, b := range []persist.Board{
		{Deal: "klondike", Index: 7},
		{Scope: "discord 7", Deal: "yukon", Span: persist.Month, Index: 1<<32 - 1},
		{},
	} {
		f.Add(append(b.AppendKey(nil), "and more"...))
	}
	f.Add([]byte{0x80, 0, 0}) // a length in more bytes than necessary
	f.Fuzz(func(t *testing.T, key []byte) {
		b, rest, err := persist.CutBoard(key)
		if err != nil {
			if !errors.Is(err, persist.ErrDamaged) {
				t.Error(err)
			}
			return
		}
		if again := append(b.AppendKey(nil), rest...); !bytes.Equal(again, key) {
			t.Errorf("%+v and %x were cut from %x, and make %x", b, rest, key, again)
		}
	})
}
