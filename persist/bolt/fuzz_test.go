package bolt_test

import (
	"bytes"
	"testing"
)

// FuzzFile opens files with some changed bytes: damage is reported or harmless, and never
// ends the process.
func FuzzFile(f *testing.F) {
	whole := sampleOf(f, 1)
	f.Add(uint(0), []byte{1})
	f.Add(uint(pageSize+16), []byte("\xff\xff\xff\xff"))
	f.Add(uint(4*pageSize+8), []byte{3, 0, 1})
	f.Fuzz(func(t *testing.T, at uint, patch []byte) {
		damaged := bytes.Clone(whole)
		for i, b := range patch {
			damaged[(at%uint(len(damaged))+uint(i))%uint(len(damaged))] ^= b
		}
		surviveOf(t, t.TempDir()+"/damaged.db", damaged, 1, new(outcome))
	})
}
