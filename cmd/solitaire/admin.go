package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"slices"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// newAdmin returns the pages of admin.listen: health and metrics. They hold nothing of
// a player, because any local user can read them. hosts are the names besides
// loopback's under which a request may come; socket is where the private pages are,
// "" if nowhere.
func newAdmin(r *readiness, m *metrics, hosts []string, socket string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "alive") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, req *http.Request) { r.answer(req.Context(), w, socket) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	for _, moved := range []string{"/backup", "/debug/pprof/"} {
		mux.HandleFunc(moved, func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "this page is only on the unix socket, which is beside the data file or at admin.socket: "+
				"use solitaire backup, or curl --unix-socket", http.StatusNotFound)
		})
	}
	return onlyFor(hosts, mux)
}

// newPrivate returns the pages of the unix socket: those of admin.listen, profiles, and
// the backup, which holds all data. backup is nil for a store that makes none.
func newPrivate(admin, backup http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", admin)
	if backup != nil {
		mux.Handle("POST /backup", backup)
	}
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return mux
}

// onlyFor refuses requests for another host. A page in the operator's browser can make
// its own name lead to this machine, and would then read these pages as if they were
// its own (DNS rebinding); but it can't send another Host than that name.
func onlyFor(hosts []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !knownHost(r.Host, hosts) {
			http.Error(w, "no page under this host name: use an IP address or localhost, or add the name to admin.hosts", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knownHost reports whether a Host header is empty, which no browser sends, a literal
// address, a name of the loopback interface, or one of the hosts.
func knownHost(host string, hosts []string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	return host == "" || net.ParseIP(host) != nil || host == "localhost" || strings.HasSuffix(host, ".localhost") ||
		slices.ContainsFunc(hosts, func(known string) bool { return strings.EqualFold(known, host) })
}

// adminHosts returns the host names under which the pages are served.
func (c *config) adminHosts() []string {
	hosts := slices.Clone(c.Admin.Hosts)
	if host, _, err := net.SplitHostPort(c.Admin.Listen); err == nil && host != "" {
		hosts = append(hosts, host)
	}
	return hosts
}

// isLoopback reports whether only this machine reaches a listener.
func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return !ok || tcp.IP.IsLoopback()
}

// A part must work before the bot is ready.
type part struct {
	name  string
	check func(context.Context) error
}

// A readiness checks the parts of the bot.
type readiness struct {
	parts []part
	busy  []chan struct{} // of each part: holds a token while a check runs
}

func newReadiness(parts ...part) *readiness {
	r := &readiness{parts: parts}
	for range parts {
		r.busy = append(r.busy, make(chan struct{}, 1))
	}
	return r
}

// checkTime is how long a part may take to answer.
const checkTime = time.Second

var errNoAnswer = fmt.Errorf("no answer within %v", checkTime)

// faults checks all parts side by side and returns why each isn't ready, nil if it is.
// A check that hangs is not begun a second time.
func (r *readiness) faults(ctx context.Context) []error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTime)
	defer cancel()
	faults := make([]error, len(r.parts))
	answers := make([]chan error, len(r.parts))
	for i, p := range r.parts {
		answers[i] = make(chan error, 1)
		go func() {
			select {
			case r.busy[i] <- struct{}{}:
				defer func() { <-r.busy[i] }()
				answers[i] <- p.check(ctx)
			case <-ctx.Done():
			}
		}()
	}
	for i := range r.parts {
		select {
		case faults[i] = <-answers[i]:
		case <-ctx.Done():
			select {
			case faults[i] = <-answers[i]: // it was in time
			default:
				faults[i] = errNoAnswer
			}
		}
		if errors.Is(faults[i], context.DeadlineExceeded) {
			faults[i] = errNoAnswer
		}
	}
	return faults
}

// ready is the answer of /readyz.
type ready struct {
	Ready  bool             `json:"ready"`
	Parts  map[string]state `json:"parts"`
	Socket string           `json:"socket,omitempty"` // with its whole path
}

type state struct {
	Ready bool   `json:"ready"`
	Why   string `json:"why,omitempty"` // why it isn't ready
}

func (r *readiness) answer(ctx context.Context, w http.ResponseWriter, socket string) {
	answer := ready{Ready: true, Parts: map[string]state{}, Socket: socket}
	for i, err := range r.faults(ctx) {
		one := state{Ready: true}
		if err != nil {
			one = state{Why: err.Error()}
			answer.Ready = false
		}
		answer.Parts[r.parts[i].name] = one
	}
	w.Header().Set("Content-Type", "application/json")
	if !answer.Ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer) // the client may have gone
}

// watchTime is the pause between two checks of the watcher.
const watchTime = 5 * time.Second

// watch checks the parts until the context ends. It logs when one fails or recovers, and
// updates the metric.
func (r *readiness) watch(ctx context.Context, m *metrics, log *slog.Logger) {
	was := make([]bool, len(r.parts))
	for i := range was {
		was[i] = true
	}
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(watchTime):
		}
		for i, err := range r.faults(ctx) {
			name, now := r.parts[i].name, err == nil
			switch {
			case was[i] && !now:
				log.Error("not ready", "part", name, "why", err.Error())
			case !was[i] && now:
				log.Info("ready again", "part", name)
			}
			was[i] = now
			value := 0.0
			if now {
				value = 1
			}
			m.ready.WithLabelValues(name).Set(value)
		}
	}
}

var errEnding = errors.New("it is stopping")
