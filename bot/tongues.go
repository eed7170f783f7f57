package bot

import (
	"sync"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// tongues remembers which languages players have chosen, for answers that are
// given without a look at what is stored. The zero value is ready for use.
type tongues struct {
	mu     sync.Mutex
	chosen map[persist.Player]string
}

// maxTongues is how many players' languages are remembered before others are
// dropped: those are answered in the platform's language, if it comes to that.
const maxTongues = 10_000

// note remembers a player's choice, and forgets an earlier one where that is no
// language.
func (t *tongues) note(p persist.Player, choice string) {
	code, ok := locale.Known(choice)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !ok {
		delete(t.chosen, p)
		return
	}
	if _, known := t.chosen[p]; !known && len(t.chosen) >= maxTongues {
		t.dropOne()
	}
	if t.chosen == nil {
		t.chosen = make(map[persist.Player]string)
	}
	t.chosen[p] = code
}

// dropOne makes room for another player in place of any.
func (t *tongues) dropOne() {
	for p := range t.chosen {
		delete(t.chosen, p)
		return
	}
}

// of returns what a player has chosen; "" if that is not remembered.
func (t *tongues) of(p persist.Player) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.chosen[p]
}
