package table

import "testing"

func TestTable(t *testing.T) {
	var set Table
	set.Reset(1<<20, func() bool { return false })
	n := 0
	for word := uint64(1); ; word++ {
		added, full := set.Add(word)
		if full {
			break
		}
		if again, _ := set.Add(word); !added || again || !set.Has(word) {
			t.Fatalf("word %d: added %v, again %v", word, added, again)
		}
		n++
	}
	bytes := 0
	for _, level := range set.levels {
		bytes += 8 * len(level)
	}
	if bytes > 1<<20 {
		t.Errorf("%d bytes", bytes)
	}
	if n < 1<<20/8/4 {
		t.Errorf("full after %d words", n)
	}
	for word := uint64(1); word <= uint64(n); word++ {
		if !set.Has(word) {
			t.Fatalf("word %d is lost", word)
		}
	}
	if set.Has(1 << 60) {
		t.Error("a word that was never added is there")
	}
	set.Reset(1<<20, nil)
	if set.Has(1) {
		t.Error("reset leaves words")
	}
}
