package table

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// A key that moves the cursor, to the new frame.
func BenchmarkCursorKeyToFrame(b *testing.B) {
	s := sit(b, 120, 40)
	s.types("new yukon deal 1")
	for b.Loop() {
		s.press("right")
		_ = s.View()
	}
}

// A key that makes a move, through the bot, to the new frame. The store is in memory:
// on a disk a commit's own time is added.
func BenchmarkMoveKeyToFrame(b *testing.B) {
	s := sit(b, 120, 40)
	s.types("new draw 1 passes unlimited deal 1")
	for b.Loop() {
		s.send(tea.KeyPressMsg{Code: 'd', Text: "d"})
		_ = s.View()
	}
}
