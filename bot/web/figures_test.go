package web_test

import (
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/solitaire-chat/solitaire/persist"
)

// figures skips a test that measures, unless SOLITAIRE_FIGURES is set. What it measures is
// logged, never asserted.
func figures(t *testing.T) {
	t.Helper()
	if os.Getenv("SOLITAIRE_FIGURES") == "" {
		t.Skip("SOLITAIRE_FIGURES isn't set")
	}
}

// TestFirstPaint measures how soon the table is there on a slow network with an empty
// cache: Lighthouse's "Slow 4G", and the one of the same name in Chromium's developer
// tools, which delays every request by 562 ms.
func TestFirstPaint(t *testing.T) {
	figures(t)
	b := open(t, serve(t, memory(), ""), 360, 640)
	b.play()
	b.command("new klondike deal 5")
	if _, err := chromedp.Call(b.ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}); err != nil {
		t.Fatal(err)
	}
	for _, latency := range []float64{150, 562.5} {
		slow := network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
			{Latency: latency, DownloadThroughput: 1.6e6 / 8 * 0.9, UploadThroughput: 750e3 / 8 * 0.9},
		}}
		if _, err := chromedp.Call(b.ctx, network.EmulateNetworkConditionsByRule, slow); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			b.play()
			b.until(`document.querySelectorAll(".card").length > 20 && performance.getEntriesByName("first-contentful-paint").length > 0`)
			t.Logf("latency %v ms: first contentful paint %.0f ms, the script is there after %.0f ms, sent %.0f bytes in %d answers", latency,
				eval[float64](b, `performance.getEntriesByName("first-contentful-paint")[0].startTime`),
				eval[float64](b, `performance.getEntriesByType("resource").filter(e => e.name.includes("/static/")).reduce((n, e) => Math.max(n, e.responseEnd), 0)`),
				eval[float64](b, `[...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")].reduce((n, e) => n + e.transferSize, 0)`),
				eval[int](b, `performance.getEntriesByType("resource").length + 1`))
		}
	}
}

// TestManyPlayers measures 64 players who all move at once, without a pause.
func TestManyPlayers(t *testing.T) {
	figures(t)
	s := serve(t, memory(), "")
	const players, moves = 64, 50
	var mu sync.Mutex
	var times []time.Duration
	var all sync.WaitGroup
	begun := time.Now()
	for i := range players {
		all.Go(func() {
			c := visitor(t)
			_, secret, _ := strings.Cut(must(s.Link(t.Context(), persist.Player{Platform: "discord", User: strings.Repeat("1", i+1)})), "?t=")
			form(t, c, s.url+"/go", map[string][]string{"t": {secret}})
			send(t, c, s, map[string]any{"text": "new deal 5 passes unlimited"})
			for n := range moves {
				text := []string{"draw", "undo"}[n%2]
				start := time.Now()
				status, body := post(t, c, s.url+"/api/command", map[string]any{"text": text})
				took := time.Since(start)
				if status != http.StatusOK || !strings.Contains(body, `"board"`) {
					t.Errorf("status %d: %s", status, body)
				}
				mu.Lock()
				times = append(times, took)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	slices.Sort(times)
	t.Logf("%d players, %d moves in %v, %.0f a second: p50 %v, p99 %v", players, len(times), time.Since(begun).Round(time.Millisecond),
		float64(len(times))/time.Since(begun).Seconds(), times[len(times)/2], times[len(times)*99/100])
}
