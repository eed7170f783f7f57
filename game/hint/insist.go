package hint

import "github.com/solitaire-chat/solitaire/game/solve"

// How often worlds that were left open are asked again, and how many times as
// long each time.
const (
	rounds  = 3
	stretch = 4
)

// insist asks again, and longer, in the worlds that left a choice open. A vote
// goes quickly over many worlds, which is what tells choices apart; the share
// that can still be won is another matter, and a player who waits has time for
// it. Where choices are followed the time is better spent on that first.
func (b *ballot) insist() {
	each := b.limits.Each
	defer func() { b.limits.Each = each }()
	for range rounds {
		b.limits.Each *= stretch
		for i, w := range b.mind.worlds {
			if b.open(i) && !b.reconsider(i, w) {
				return
			}
		}
	}
}

// open reports whether a world has left a choice open.
func (b *ballot) open(i int) bool {
	for k := range b.choices {
		if c := &b.choices[k]; !c.out && c.unknown.has(i) {
			return true
		}
	}
	return false
}

// reconsider asks a world once more. It reports false if that was cut short.
func (b *ballot) reconsider(i int, w *world) bool {
	verdicts := make([]solve.Verdict, len(b.choices))
	w.pause = 0
	b.ask(i, verdicts)
	if b.over() {
		return false // what was cut short says nothing
	}
	for k := range b.choices {
		if c := &b.choices[k]; c.unknown.has(i) {
			c.note(i, verdicts[k])
		}
	}
	return true
}
