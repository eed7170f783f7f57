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
func improve(ctx context.Context, start game.State, line []game.Move, memory int64) (better []game.Move, minimal bool) {
	steps, won := stepsOf(&start, line)
	if !won || len(line) > impMaxLength {
		return line, false
	}
	s := newImpSearch(ctx, &start, memory)
	length, ok := s.game.length(s.start, steps)
	if !ok {
		return line, false
	}
	s.setBest(steps, length)
	minimal = s.improve()
	better = s.game.lineOf(s.start, s.best)
	if _, won := stepsOf(&start, better); !won {
		return line, false // a fault of this file must not reach a player
	}
	if game.Length(better) >= game.Length(line) {
		return line, minimal
	}
	return better, minimal
}

// Widths of the runs. Each is as wide as all those before it together, and more:
// what a narrow run finds makes the wide one, which may be the proof, cheaper.
const (
	impFirstWidth  = 64
	impWidthGrowth = 4
)

// improve runs wider and wider, and reports whether a run was a proof. When the
// memory does not suffice for that, it ranks positions in other ways.
func (s *impSearch) improve() bool {
	if s.length == s.game.bound(&s.start) {
		return true
	}
	first, others := impWeights{8, 4, 2}, []impWeights{{8, 8, 4}, {8, 2, 0}, {8, 6, 8}, {8, 0, 0}, {8, 12, 0}}
	width := impFirstWidth
	for ; !s.stop(); width *= impWidthGrowth {
		if s.widen(width, first) {
			return true
		}
		if s.run.full {
			break
		}
	}
	for _, w := range others {
		if !s.stop() && s.pass(width/impWidthGrowth, w) {
			return true
		}
	}
	return false
}

// widen makes a run. Where cards may return from a foundation, it makes one
// without such moves before it: shortest lines rarely have any, and without them
// there are far fewer positions. That run proves nothing, but once it was
// complete it need not be made again.
func (s *impSearch) widen(width int, w impWeights) bool {
	if s.game.rules.Return && !s.noReturn {
		s.game.back = false
		s.noReturn = s.pass(width, w)
		s.game.back = true
	}
	return !s.stop() && s.pass(width, w)
}
