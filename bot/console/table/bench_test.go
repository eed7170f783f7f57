package table

import (
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A key that moves the cursor, to the new frame.
func BenchmarkCursorKeyToFrame(b *testing.B) {
	s := sit(b, 120, 40)
	s.types("new yukon deal 1")
	toFrame(b, func() { s.press("right") }, s)
}

// A key that makes a move, through the bot, to the new frame. The store is in memory:
// on a disk a commit's own time is added.
func BenchmarkMoveKeyToFrame(b *testing.B) {
	s := sit(b, 120, 40)
	s.types("new draw 1 passes unlimited deal 1")
	toFrame(b, func() { s.send(tea.KeyPressMsg{Code: 'd', Text: "d"}) }, s)
}

// toFrame measures a key and the frame behind it, and reports the slowest of a hundred.
func toFrame(b *testing.B, key func(), s *sitting) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		begin := time.Now()
		key()
		_ = s.View()
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
