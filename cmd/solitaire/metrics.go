package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// metrics are the metrics of /metrics, in a registry of their own. No label has values
// that a caller could make up.
type metrics struct {
	registry *prometheus.Registry

	requests     *prometheus.CounterVec
	latency      *prometheus.HistogramVec
	commits      *prometheus.CounterVec
	commitTime   prometheus.Histogram
	transactions prometheus.Histogram
	batches      prometheus.Histogram
	responses    *prometheus.CounterVec
	solver       *solverMetrics
}

func newMetrics() *metrics {
	r := prometheus.NewRegistry()
	m := &metrics{
		registry: r,
		solver:   newSolverMetrics(r),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "solitaire_requests_total", Help: "Commands, taps, menu choices and completions (command complete) that were handled.",
		}, []string{"platform", "command", "outcome"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "solitaire_request_seconds", Help: "How long handling a request took, the commit included; without completions.", Buckets: upTo(10),
		}, []string{"platform"}),
		commits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "solitaire_commits_total", Help: "Changes that the store was asked to commit.",
		}, []string{"outcome"}),
		commitTime: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "solitaire_commit_seconds", Help: "How long a commit took, waiting for its turn included.", Buckets: upTo(10),
		}),
		transactions: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "solitaire_transaction_seconds", Help: "How long the data file's transactions took; each commits a batch of changes.", Buckets: upTo(10),
		}),
		batches: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "solitaire_batch_changes", Help: "How many changes a transaction held.", Buckets: prometheus.ExponentialBuckets(1, 2, 11),
		}),
		responses: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "solitaire_http_responses_total", Help: "Answers to the platforms' calls, by HTTP status.",
		}, []string{"code"}),
	}
	r.MustRegister(m.requests, m.latency, m.commits, m.commitTime, m.transactions, m.batches, m.responses,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	return m
}

// connections shows how many of its connections to a platform an adapter has.
func (m *metrics) connections(platform string, count func() (connected, wanted int)) {
	labels := prometheus.Labels{"platform": platform}
	m.registry.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "solitaire_connections", Help: "Connections to the platform that stand.", ConstLabels: labels,
		}, func() float64 { connected, _ := count(); return float64(connected) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "solitaire_connections_wanted", Help: "Connections to the platform that this process should have.", ConstLabels: labels,
		}, func() float64 { _, wanted := count(); return float64(wanted) }),
	)
}

// upTo returns buckets from a tenth of a millisecond up to some seconds, three
// a decade.
func upTo(most float64) []float64 {
	var list []float64
	for decade := 0.0001; decade <= most; decade *= 10 {
		list = append(list, decade, 2*decade, 5*decade)
	}
	return list
}

func (m *metrics) handled(h bot.Handled) {
	m.requests.WithLabelValues(h.Platform, commandName(h), string(h.Outcome)).Inc()
	if h.Command == bot.Completion || h.Outcome == bot.Dropped { // they are so quick and frequent that they would hide slow moves
		return
	}
	m.latency.WithLabelValues(h.Platform).Observe(h.Took.Seconds())
}

// transacted counts a transaction of the bbolt store.
func (m *metrics) transacted(changes int, took time.Duration) {
	m.transactions.Observe(took.Seconds())
	m.batches.Observe(float64(changes))
}

// A measuredStore measures every commit.
type measuredStore struct {
	persist.Store
	metrics *metrics
}

// Commit implements [persist.Store].
func (s measuredStore) Commit(ctx context.Context, c persist.Change) error {
	begin := time.Now()
	err := s.Store.Commit(ctx, c)
	s.metrics.commitTime.Observe(time.Since(begin).Seconds())
	s.metrics.commits.WithLabelValues(commitOutcome(err)).Inc()
	return err
}

func commitOutcome(err error) string {
	switch {
	case err == nil:
		return "done"
	case errors.Is(err, persist.ErrConflict):
		return "conflict"
	case errors.Is(err, persist.ErrRepeated):
		return "repeated"
	case errors.Is(err, persist.ErrBusy):
		return "busy"
	}
	return "failed"
}

// newLog returns a log of JSON lines. The configuration has checked the level.
func newLog(w io.Writer, level string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level))
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: least}))
}

// A requestLog logs and counts every request.
type requestLog struct {
	log     *slog.Logger
	metrics *metrics
}

// Handled implements [bot.Observer].
func (w requestLog) Handled(ctx context.Context, h bot.Handled) {
	w.metrics.handled(h)
	if h.Outcome == bot.Dropped { // a line for each would add to the flood
		return
	}
	level, message := slog.LevelInfo, "handled"
	switch {
	case h.Outcome == bot.Failed:
		level, message = slog.LevelError, "failed"
	case h.Command == bot.Completion: // there are some for each move that is typed
		level = slog.LevelDebug
	}
	if !w.log.Enabled(ctx, level) {
		return
	}
	line := []slog.Attr{
		slog.String("platform", h.Platform), slog.String("command", commandName(h)),
		slog.String("outcome", string(h.Outcome)), slog.Float64("ms", millis(h.Took)),
	}
	if h.ID != "" {
		line = append(line, slog.String("request", bot.Mark(h.ID)))
	}
	if h.Err != nil {
		line = append(line, slog.String("error", h.Err.Error()))
	}
	w.log.LogAttrs(ctx, level, message, line...)
}

// commandName returns the command's name, from a fixed set of names.
func commandName(h bot.Handled) string {
	if h.Command == "" {
		return "unknown"
	}
	return h.Command
}

// solverMetrics are the metrics of hints and verdicts.
type solverMetrics struct {
	queue    prometheus.Gauge
	waited   prometheus.Histogram
	took     prometheus.Histogram
	samples  prometheus.Histogram
	verdicts *prometheus.CounterVec
}

func newSolverMetrics(r *prometheus.Registry) *solverMetrics {
	m := &solverMetrics{
		queue: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "solitaire_solver_queue", Help: "Questions of players that wait for the solver.",
		}),
		waited: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "solitaire_solver_wait_seconds", Help: "How long players' questions waited for the solver.", Buckets: upTo(10),
		}),
		took: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "solitaire_solver_seconds", Help: "How long the solver then took for them.", Buckets: upTo(10),
		}),
		samples: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "solitaire_hint_samples", Help: "How many arrangements of the hidden cards a hint rests on.", Buckets: prometheus.ExponentialBuckets(1, 2, 8),
		}),
		verdicts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "solitaire_verdicts_total", Help: "Verdicts on games as they stood.",
		}, []string{"verdict"}),
	}
	r.MustRegister(m.queue, m.waited, m.took, m.samples, m.verdicts)
	return m
}

// Queue implements [hint.Meter].
func (m *solverMetrics) Queue(length int) { m.queue.Set(float64(length)) }

// Answered implements [hint.Meter].
func (m *solverMetrics) Answered(waited, took time.Duration) {
	m.waited.Observe(waited.Seconds())
	m.took.Observe(took.Seconds())
}

// Advised implements [advise.Meter].
func (m *solverMetrics) Advised(a hint.Advice) { m.samples.Observe(float64(a.Samples)) }

// Judged implements [advise.Meter].
func (m *solverMetrics) Judged(j hint.Judgement) {
	verdict := j.Now.String() // winnable or unknown
	switch {
	case j.Never():
		verdict = "never"
	case j.Now == solve.Unwinnable:
		verdict = "lost"
	}
	m.verdicts.WithLabelValues(verdict).Inc()
}
