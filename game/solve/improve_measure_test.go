package solve

import (
	"cmp"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
)

// TestImproveMeasure prints how much shorter lines get. It runs only if
// SOLITAIRE_IMPROVE holds CPU seconds a line, such as "1" or "10";
// SOLITAIRE_IMPROVE_SET picks the lines whose rules begin so.
func TestImproveMeasure(t *testing.T) {
	seconds, err := strconv.ParseFloat(os.Getenv("SOLITAIRE_IMPROVE"), 64)
	if err != nil {
		t.Skip("SOLITAIRE_IMPROVE is not set")
	}
	set := os.Getenv("SOLITAIRE_IMPROVE_SET")
	most, _ := strconv.Atoi(cmp.Or(os.Getenv("SOLITAIRE_IMPROVE_MOST"), "100"))
	n, before, after, proved := 0, 0, 0, 0
	for _, l := range impShared[impSharedLine](t, cmp.Or(os.Getenv("SOLITAIRE_IMPROVE_FILE"), "witness.jsonl")) {
		if !strings.HasPrefix(l.rules().String(), set) || n == most {
			continue
		}
		s, line := l.start(t, l.rules()), l.line(t)
		better, minimal := improve(impCPUContext(time.Duration(seconds*1e9)), s, line)
		g, p := newImpGame(&s)
		t.Logf("%s %v: %d -> %d, bound %d, minimal %v", l.ID, l.rules(), l.Length, game.Length(better), g.bound(&p), minimal)
		n, before, after = n+1, before+game.Length(line), after+game.Length(better)
		if minimal {
			proved++
		}
	}
	t.Logf("%s %gs: %d lines, mean %.2f -> %.2f, %d proved", set, seconds, n, float64(before)/float64(n), float64(after)/float64(n), proved)
}
