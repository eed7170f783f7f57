package daily_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
)

var boardRows = flag.Int("rows", 10_000, "rows of the day's board in BenchmarkLeaderboard")

// boardDay is the last of a week, so that the week's chart has all its columns.
const boardDay = 5 * 7

// BenchmarkLeaderboard requests rankings as players do: the first page of a day's with
// -rows rows, any other page of it, and the week's with its chart.
func BenchmarkLeaderboard(b *testing.B) {
	store := bottest.OpenBolt(b, filepath.Join(b.TempDir(), "bench.db"))
	fillBoards(b, store.(persist.DumpStore), *boardRows)
	handler := play.New(store)
	handler.Pictures = true
	handler.Now = func() time.Time { return persist.Day(boardDay).Start().Add(23 * time.Hour) }
	for name, text := range map[string]func() string{
		"day":  func() string { return "leaderboard" },
		"page": func() string { return fmt.Sprint("leaderboard page ", 1+rand.IntN(*boardRows/10)) },
		"week": func() string { return "leaderboard week" },
	} {
		b.Run(name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				req := bot.Request{Player: boardPlayer(rand.IntN(*boardRows)), Text: text()}
				start := time.Now()
				r, err := handler.Handle(context.Background(), req)
				took = append(took, time.Since(start))
				if err != nil || len(r.Lines) < 10 || (r.Show != nil) != (name == "week") {
					b.Fatalf("%v, %+v", err, r)
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

func boardPlayer(i int) persist.Player {
	return persist.Player{Platform: "discord", User: strconv.Itoa(i)}
}

// fillBoards writes a record and a result of the day for each of n players, and for one
// in ten a result for each earlier day of the week. One result in five is a win.
func fillBoards(b *testing.B, store persist.DumpStore, n int) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	err := store.Restore(context.Background(), func(yield func(persist.Entry, error) bool) {
		for i := range n {
			p := boardPlayer(i)
			bodies := []persist.Body{&persist.Record{Version: 1, Name: fmt.Sprint("player ", i)}}
			first := persist.Day(boardDay)
			if i%10 == 0 {
				first -= 6
			}
			for day := first; day <= boardDay; day++ {
				bodies = append(bodies, boardResult(random, day))
			}
			for _, body := range bodies {
				if !yield(persist.Entry{Player: p, Body: body}, nil) {
					return
				}
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
}

func boardResult(random *rand.Rand, day persist.Day) *persist.Result {
	first := day.Start().Add(8 * time.Hour)
	r := &persist.Result{
		ID: fmt.Sprint(day), Kind: "daily", Rules: bottest.Klondike().String(), Day: day,
		First: first, Last: first.Add(time.Duration(60+random.IntN(3600)) * time.Second),
	}
	if random.IntN(5) == 0 {
		r.Outcome, r.Up, r.Moves, r.Undos = persist.Won, 52, 95+random.IntN(60), random.IntN(20)
	} else {
		r.Outcome, r.Up, r.Moves = persist.Resigned, random.IntN(30), 20+random.IntN(100)
	}
	return r
}
