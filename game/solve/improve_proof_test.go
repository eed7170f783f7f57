package solve

import (
	"os"
	"testing"
	"time"
)

func TestImproveProof(t *testing.T) {
	if os.Getenv("SOLITAIRE_PROOF") == "" {
		t.Skip()
	}
	want := map[string]bool{"klondike-random-053-d1-1pass-noreturn": true, "klondike-random-017-d1-1pass-return": true,
		"klondike-random-001-d3-3pass-noreturn": true, "klondike-random-006-d3-3pass-noreturn": true, "klondike-random-020-d3-3pass-noreturn": true,
		"minimalklondike-test-01-d3-unlimited-noreturn": true, "minimalklondike-test-04-d1-3pass-noreturn": true, "minimalklondike-test-14-d1-3pass-noreturn": true,
		"klondike-random-062-d1-1pass-noreturn": true, "klondike-random-043-d1-1pass-noreturn": true, "yukon-random-011-noreturn": true}
	for _, l := range impShared[impSharedLine](t, "witness.jsonl") {
		if !want[l.ID] {
			continue
		}
		start := l.start(t, l.rules())
		steps, _ := stepsOf(&start, l.line(t))
		s := newImpSearch(impCPUContext(2*time.Second), &start)
		n, _ := s.game.length(s.start, steps)
		s.setBest(steps, n)
		min := s.improve()
		s.ctx, s.done, s.nodes = impCPUContext(12*time.Second), false, 0
		t0 := impUsed()
		ok := s.pass(1<<17, impWeights{8, 4, 2})
		t.Logf("%s %d %v bound %d: %v %d nodes %d expanded %v", l.ID, s.length, min, s.game.bound(&s.start), ok, s.nodes, s.run.trail.n, impUsed()-t0)
	}
}
