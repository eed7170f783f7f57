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
// that makes none.
func newAdmin(parts []part, m *metrics, backup http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) { answerReady(w, r, parts) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	if backup != nil {
		mux.Handle("POST /backup", backup)
	}
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	// No page that the operator's browser shows may ask for a backup.
	return http.NewCrossOriginProtection().Handler(mux)
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
