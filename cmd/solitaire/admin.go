package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// A part is something that must work before the bot is of use.
type part struct {
	name  string
	check func(context.Context) error
}

// checkTime is how long a part may take to say that it works.
const checkTime = time.Second

// newAdmin returns the operator's endpoints. They tell and give out everything,
// so they belong on a listener that nobody else reaches. backup is nil for a store
// that makes none. stopping is closed when the bot stops.
func newAdmin(parts []part, m *metrics, backup http.Handler, stopping <-chan struct{}) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answerReady(w, r, parts) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	if backup != nil {
		mux.Handle("GET /backup", backup)
		mux.Handle("POST /backup", backup)
	}
	mux.Handle("GET /debug/pprof/", cutShort(pprof.Index, stopping))
	mux.Handle("GET /debug/pprof/profile", cutShort(pprof.Profile, stopping))
	mux.Handle("GET /debug/pprof/trace", cutShort(pprof.Trace, stopping))
	// No page that the operator's browser shows may ask for a backup.
	return http.NewCrossOriginProtection().Handler(mux)
}

// cutShort lets what watches the process for a time end when the bot stops: with
// what it has seen by then, if that is of use.
func cutShort(watch http.HandlerFunc, stopping <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := untilStopping(r.Context(), stopping)
		defer cancel()
		watch(w, r.WithContext(ctx))
	})
}

// readiness is what /readyz answers.
type readiness struct {
	Ready bool             `json:"ready"`
	Parts map[string]state `json:"parts"`
}

type state struct {
	Ready bool   `json:"ready"`
	Why   string `json:"why,omitempty"` // it is not
}

func answerReady(w http.ResponseWriter, r *http.Request, parts []part) {
	answer := checkParts(r.Context(), parts)
	w.Header().Set("Content-Type", "application/json")
	if !answer.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer) // who asked may have gone
}

func checkParts(ctx context.Context, parts []part) readiness {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	answer := readiness{Ready: true, Parts: map[string]state{}}
	for _, p := range parts {
		one := state{Ready: true}
		if err := p.check(ctx); err != nil {
			one = state{Why: err.Error()}
			answer.Ready = false
		}
		answer.Parts[p.name] = one
	}
	return answer
}
