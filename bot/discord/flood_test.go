package discord_test

import (
	"context"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A holding observer counts outcomes, and delays refused requests until it is released.
type holding struct {
	release chan struct{}
	mu      sync.Mutex
	seen    map[bot.Outcome]int
}

func (o *holding) Handled(_ context.Context, h bot.Handled) {
	o.mu.Lock()
	o.seen[h.Outcome]++
	o.mu.Unlock()
	if h.Outcome == bot.Limited {
		<-o.release
	}
}

func (o *holding) count(of bot.Outcome) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.seen[of]
}

// In a flood from the gateway the bot handles as many requests as the limit allows, answers
// a limited number that it is busy, and drops the rest. The connection survives and is
// always read, and afterwards people can play again.
func TestFloodFromTheGateway(t *testing.T) {
	t.Parallel()
	const atOnce, beyond = 3, 50
	store, seen := &held{Memory: persisttest.NewMemory()}, &holding{release: make(chan struct{}), seen: map[bot.Outcome]int{}}
	// The heartbeat is Discord's own: in a flood on a busy machine a quick one is missed.
	st := setup{gateway: true, fake: discordfake.Options{IdentifyWindow: -1, Patience: 3 * time.Second}, store: store, bot: func(b *bot.Bot) {
		b.Limits, b.Observer = bot.Limits{AtOnce: atOnce}, seen
	}}.open(t)
	store.hold()
	var crowd sync.WaitGroup
	come := func(from, to int) {
		for i := from; i < to; i++ {
			p := st.Person(strconv.Itoa(100+i), "one of many", "en-GB")
			crowd.Go(func() { _, _ = p.TrySlash("solitaire new") }) // whom nobody answers is an error there
		}
	}
	come(0, atOnce)
	eventually(t, func() bool { return store.waiting.Load() == atOnce })
	come(atOnce, atOnce+discord.BusyRoom)
	eventually(t, func() bool { return seen.count(bot.Limited) == discord.BusyRoom })
	come(atOnce+discord.BusyRoom, atOnce+discord.BusyRoom+beyond)
	eventually(t, func() bool { return seen.count(bot.Dropped) == beyond })
	if n := seen.count(bot.Limited); n != discord.BusyRoom {
		t.Errorf("%d are told that the bot is busy, there is room for %d", n, discord.BusyRoom)
	}
	close(seen.release)
	store.release()
	crowd.Wait()
	if n := seen.count(bot.Changed); n != atOnce {
		t.Errorf("%d were let in, want %d", n, atOnce)
	}
	says(t, st.ann().Slash("solitaire new").Message, "deal 1")
	if n := st.Gateway.Seen().Opened; n != 1 {
		t.Errorf("%d connections", n)
	}
}
