package solve

import (
	"context"

	"github.com/solitaire-chat/solitaire/game"
)

// improve looks for a line shorter than the given one, which wins, until the
// context ends or no shorter one is left. Length is that of [game.Length]. It
// returns the shortest line it has found, under the same rules, and whether
// that was proved to be as short as any.
//
// What it finds depends only on how far it gets, not on chance.
func improve(ctx context.Context, start game.State, line []game.Move) (better []game.Move, minimal bool) {
	steps, won := stepsOf(&start, line)
	if !won || len(line) > impMaxLength {
		return line, false
	}
	s := newImpSearch(ctx, &start)
	length, ok := s.game.length(s.start, steps)
	if !ok {
		return line, false
	}
	s.setBest(steps, length)
	minimal = s.improve()
	if better = s.game.lineOf(s.start, s.best); game.Length(better) >= game.Length(line) {
		better = line
	}
	return better, minimal
}

func (s *impSearch) improve() bool {
	if s.length == s.game.bound(&s.start) {
		return true
	}
	for width := 32; !s.stop(); width *= 2 {
		for _, w := range []impWeights{{8, 4, 2}, {8, 8, 4}, {8, 2, 0}} {
			if s.pass(width, w) {
				return true
			}
		}
	}
	return false
}
