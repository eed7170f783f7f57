package discord_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A counted store counts the requests for records.
type counted struct {
	persist.Store
	loads atomic.Int64
}

func (s *counted) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	s.loads.Add(1)
	return s.Store.Load(ctx, p)
}

// A flood of completions, or of suggestions' words sent instead of their meaning, costs
// nothing once the limits are reached.
func TestFloodOfSuggestions(t *testing.T) {
	now := time.Now()
	store := &counted{Store: persisttest.NewMemory()}
	st := setup{store: store, bot: func(b *bot.Bot) {
		b.Now, b.Limits = func() time.Time { return now }, bot.Limits{PerSecond: 2}
	}}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new", "deal:1")
	words := ann.Autocomplete("move", "from:6")[0].Name
	says(t, ann.Slash("move", "from:"+words).Message, "6")
	flood := func() {
		ann.Slash("move", "from:"+words)
		ann.Autocomplete("move", "from:6")
	}
	for range 6 {
		flood()
	}
	before := store.loads.Load()
	for range 20 {
		flood()
	}
	if n := store.loads.Load() - before; n != 0 {
		t.Errorf("the store was asked %d times", n)
	}
}
