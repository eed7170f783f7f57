package chat

import "testing"

// A full cache keeps what was used last.
func TestCacheForgetsWhatWasNotUsed(t *testing.T) {
	c := NewCache[int, int](8)
	for i := range 100 {
		c.Put(i, i)
		if v, ok := c.Get(0); !ok || v != 0 {
			t.Fatalf("after %d values the one in use is forgotten", i)
		}
		if n := len(c.All()); n > 8 {
			t.Fatalf("%d values are kept", n)
		}
	}
	if _, ok := c.Get(99); !ok {
		t.Error("the last value is forgotten")
	}
	if _, ok := c.Get(50); ok {
		t.Error("an old value is kept")
	}
	if c.Swap(99, 1) != 99 || c.Own(99, func() int { return 2 }) != 1 {
		t.Error("a value was not replaced")
	}
	c.Drop(99)
	if _, ok := c.Get(99); ok {
		t.Error("a dropped value is kept")
	}
}
