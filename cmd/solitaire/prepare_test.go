package main

import (
	"io"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/cputime"
	"github.com/solitaire-chat/solitaire/persist"
)

// preparedAtOnce is the number of new days that each iteration of the benchmark prepares.
const preparedAtOnce = 10

// BenchmarkPrepare makes the deals of days while eight players make a hundred moves a
// second each on the same file. It then measures moves for the same time without that. It
// reports the CPU time for a day's three deals, and how much longer moves take meanwhile.
func BenchmarkPrepare(b *testing.B) {
	runtime.LockOSThread() // the solver's CPU time is this thread's
	defer runtime.UnlockOSThread()
	busy := playedOn(b)
	var cpu float64
	var longest time.Duration
	var during, alone []time.Duration
	day := persist.Day(1)
	for b.Loop() {
		begin := time.Now()
		during = append(during, meanwhile(b, busy, func() {
			for range preparedAtOnce {
				took := prepareDay(b, busy, day)
				cpu, longest, day = cpu+took.Seconds(), max(longest, took), day+1
			}
		})...)
		pause := time.Since(begin)
		alone = append(alone, meanwhile(b, busy, func() { time.Sleep(pause) })...)
	}
	b.ReportMetric(0, "ns/op") // it would mean nothing here
	b.ReportMetric(cpu/float64(day-1), "cpu-s/day")
	b.ReportMetric(longest.Seconds(), "cpu-s/longest-day")
	for part, name := range map[float64]string{0.5: "p50", 0.99: "p99"} {
		with, without := quantile(during, part), quantile(alone, part)
		b.ReportMetric(with.Seconds()*1000, name+"-ms-during")
		b.ReportMetric(without.Seconds()*1000, name+"-ms-alone")
		b.ReportMetric(with.Seconds()/without.Seconds(), name+"-ratio")
	}
}

// playedOn returns a bot on a file, configured as in the service.
func playedOn(b *testing.B) *bot.Bot {
	b.Helper()
	conf, m := defaultConfig(), newMetrics()
	conf.Limits.MovesPerSecond, conf.Limits.MovesPerHour, conf.Limits.AtOnce = 10_000, 0, 1000
	store, err := openStore(b.Context(), filepath.Join(b.TempDir(), "prepare.db"), m.transacted)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { store.Close() })
	busy := newBot(conf, store, requestLog{newLog(io.Discard, "error"), m})
	busy.Secret = []byte("a secret of the benchmark")
	return busy
}

// prepareDay makes the deals of one day and returns the CPU time for that.
func prepareDay(b *testing.B, busy *bot.Bot, day persist.Day) time.Duration {
	b.Helper()
	before := cputime.Thread()
	if made, err := daily.Prepare(b.Context(), busy, day, 1); err != nil || made != 3 {
		b.Fatalf("day %d: made %d, %v", day, made, err)
	}
	return cputime.Thread() - before
}

// BenchmarkStock fills a new file with the prepared winnable deals. It reports the CPU
// time for that.
func BenchmarkStock(b *testing.B) {
	runtime.LockOSThread() // the solver's CPU time is this thread's
	defer runtime.UnlockOSThread()
	const turns = 60 // few draw-3 deals are winnable in one pass
	took := 0.0
	for b.Loop() {
		fresh := playedOn(b)
		before := cputime.Thread()
		for range turns {
			if err := play.StockWinnable(b.Context(), fresh); err != nil {
				b.Fatal(err)
			}
		}
		took += (cputime.Thread() - before).Seconds()
		docs, err := fresh.Store.Docs(b.Context(), "winnable", "", "", 1000)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(docs)), "deals")
	}
	b.ReportMetric(took/float64(b.N), "cpu-s/file")
}
