package main

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// metrics are what /metrics shows, in a registry of their own. No label has
// values that somebody outside could make up.
type metrics struct {
	registry *prometheus.Registry

	requests     *prometheus.CounterVec
	latency      *prometheus.HistogramVec
	commits      *prometheus.CounterVec
	commitTime   prometheus.Histogram
	transactions prometheus.Histogram
	batches      prometheus.Histogram
	responses    *prometheus.CounterVec
	solver       *thinkerMetrics
}

func newMetrics() *metrics {
	r := prometheus.NewRegistry()
	m := &metrics{
		registry: r,
		solver:   newThinkerMetrics(r),
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
	if h.Command == bot.Completion || h.Outcome == bot.Dropped { // so many, and so quick, that moves would look quick beside them
		return
	}
	m.latency.WithLabelValues(h.Platform).Observe(h.Took.Seconds())
}

// transacted is told by the bbolt store of each transaction.
func (m *metrics) transacted(changes int, took time.Duration) {
	m.transactions.Observe(took.Seconds())
	m.batches.Observe(float64(changes))
}

// A measuredStore tells the metrics of every commit.
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
