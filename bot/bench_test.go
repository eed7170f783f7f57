package bot_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
)

// BenchmarkHandle compares a whole request, from the text to the durable reply, with the
// store's part alone: load, decode and commit a record of the same size. Both are in one
// run, so that their ratio can be computed.
func BenchmarkHandle(b *testing.B) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprintf("callers=%d/whole", callers), func(b *testing.B) { benchHandle(b, callers) })
		b.Run(fmt.Sprintf("callers=%d/store", callers), func(b *testing.B) { benchStore(b, callers) })
	}
}

func benchHandle(b *testing.B, callers int) {
	store := bottest.OpenBolt(b, filepath.Join(b.TempDir(), "bench.db"))
	people := crowd(b, humanPace(play.New(store)), callers)
	var ids atomic.Int64
	inParallel(b, callers, func(caller, i int) {
		p := people[caller]
		text := "d"
		if i%2 == 1 {
			text = "undo"
		}
		id := strconv.FormatInt(ids.Add(1), 10)
		if _, err := p.Bot.Handle(context.Background(), bot.Request{ID: id, Player: p.Player, Text: text}); err != nil {
			b.Error(err)
		}
	})
}

func benchStore(b *testing.B, callers int) {
	store := bottest.OpenBolt(b, filepath.Join(b.TempDir(), "bench.db"))
	people := crowd(b, humanPace(play.New(store)), callers)
	inParallel(b, callers, func(caller, _ int) {
		rec, err := store.Load(context.Background(), people[caller].Player)
		if err == nil {
			err = store.Commit(context.Background(), persist.Change{Player: people[caller].Player, Record: rec})
		}
		if err != nil {
			b.Error(err)
		}
	})
}

// humanPace makes every request a second later. At a thousand moves per second, the logs
// of deliveries would grow as no person's do.
func humanPace(b *bot.Bot) *bot.Bot {
	var seconds atomic.Int64
	begin := time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)
	b.Now = func() time.Time { return begin.Add(time.Duration(seconds.Add(1)) * time.Second) }
	return b
}

// crowd returns people in the middle of a game, with a full log of deliveries.
func crowd(b *testing.B, shared *bot.Bot, n int) []*bottest.Person {
	people := make([]*bottest.Person, n)
	var wg sync.WaitGroup
	for i := range people {
		people[i] = bottest.PersonOn(b, shared)
		people[i].Player.User = strconv.Itoa(i)
		wg.Go(func() {
			p := people[i]
			p.Say("new draw 3 passes unlimited deal 1")
			for k := range 100 {
				p.ID = fmt.Sprintf("%d-%d", i, k)
				p.Say("d")
			}
		})
	}
	wg.Wait()
	return people
}

// inParallel runs b.N operations by a number of callers at once.
func inParallel(b *testing.B, callers int, do func(caller, i int)) {
	var next atomic.Int64
	b.ReportAllocs()
	b.ResetTimer()
	var wg sync.WaitGroup
	for caller := range callers {
		wg.Go(func() {
			for i := 0; next.Add(1) <= int64(b.N); i++ {
				do(caller, i)
			}
		})
	}
	wg.Wait()
}
