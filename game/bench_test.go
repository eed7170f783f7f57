package game_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// midgame returns a position with a typical number of moves.
func midgame(b *testing.B) game.State {
	b.Helper()
	g := numbered(b, game.KlondikeRules(3, 3, false), 1024)
	play(b, g, strings.Join(strings.Fields(win1024)[:44], " "))
	return g.State()
}

// longGame returns a game of 300 steps.
func longGame(b *testing.B) *game.Game {
	b.Helper()
	g := numbered(b, game.KlondikeRules(3, 0, false), 1024)
	play(b, g, strings.Repeat("d d d d d d d d r ", 24))
	play(b, g, strings.Join(strings.Fields(win1024)[:84], " "))
	return g
}

func BenchmarkApply(b *testing.B) {
	s := midgame(b)
	m := move(b, "7>6:2")
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := s.Apply(m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMoves(b *testing.B) {
	s := midgame(b)
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for range s.Moves() {
			n++
		}
		if n == 0 {
			b.Fatal("no moves")
		}
	}
}

func BenchmarkView(b *testing.B) {
	s := midgame(b)
	b.ReportAllocs()
	for b.Loop() {
		_ = s.View()
	}
}

func BenchmarkMarshal(b *testing.B) {
	g := longGame(b)
	var buffer []byte
	b.ReportAllocs()
	for b.Loop() {
		buffer, _ = g.MarshalBinary()
	}
	b.SetBytes(int64(len(buffer)))
}

func BenchmarkUnmarshal(b *testing.B) {
	stored := encoded(b, longGame(b))
	b.ReportAllocs()
	for b.Loop() {
		var g game.Game
		if err := g.UnmarshalBinary(stored); err != nil {
			b.Fatal(err)
		}
	}
}
