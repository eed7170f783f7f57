package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
)

// BenchmarkMove is a move over HTTP on the loopback interface: a draw and taking it
// back in turns.
func BenchmarkMove(b *testing.B) {
	s, c := serve(b, memory(), ""), visitor(b)
	link := must(s.Link(b.Context(), persist.Player{Platform: "discord", User: "7"}))
	_, secret, _ := strings.Cut(link, "?t=")
	form(b, c, s.url+"/go", url.Values{"t": {secret}}) // guests have a limit
	send(b, c, s, map[string]any{"text": "new deal 5 passes unlimited"})
	n := 0
	for b.Loop() {
		n++
		text := "draw"
		if n%2 == 0 {
			text = "undo"
		}
		if r := send(b, c, s, map[string]any{"text": text}); r.Board == nil {
			b.Fatal(r)
		}
	}
}

// BenchmarkStreams opens a thousand streams at a time, and reports the memory that each
// takes, of the server and the test's own clients together.
func BenchmarkStreams(b *testing.B) {
	const streams = 1000
	s := serve(b, memory(), "")
	memory := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapInuse + m.StackInuse
	}
	for b.Loop() {
		before := memory()
		transport := &http.Transport{}
		bodies := make([]*http.Response, streams)
		var all sync.WaitGroup
		for i := range bodies {
			all.Go(func() {
				r, err := http.NewRequest(http.MethodGet, s.url+"/api/events", nil)
				if err != nil {
					b.Error(err)
					return
				}
				r.AddCookie(&http.Cookie{Name: "solitaire", Value: fmt.Sprintf("%052d", i)})
				if bodies[i], err = transport.RoundTrip(r); err != nil {
					b.Error(err)
				}
			})
		}
		all.Wait()
		b.ReportMetric(float64(memory()-before)/streams, "B/stream")
		for _, body := range bodies {
			if body != nil {
				_ = body.Body.Close()
			}
		}
		transport.CloseIdleConnections()
	}
}
