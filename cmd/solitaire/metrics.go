package main

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/postgres"
)

// metrics are the metrics of /metrics. The values of their labels come from fixed sets:
// no caller can add one.
type metrics struct {
	registry *prometheus.Registry

	requests, commits, responses, verdicts      *prometheus.CounterVec
	logDropped, jobFailures                     prometheus.Counter
	ready                                       *prometheus.GaugeVec
	latency                                     *prometheus.HistogramVec
	commitTime, transactions, batches           prometheus.Histogram
	questionWait, questionTime, questionSamples prometheus.Histogram
	questions, lastBackup, jobs                 prometheus.Gauge
}

func newMetrics() *metrics {
	r := prometheus.NewRegistry()
	r.MustRegister(collectors.NewGoCollector(), collectors.NewBuildInfoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	register := promauto.With(r)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return register.NewCounterVec(prometheus.CounterOpts{Name: "solitaire_" + name, Help: help}, labels)
	}
	histogram := func(name, help string, buckets []float64) prometheus.Histogram {
		return register.NewHistogram(prometheus.HistogramOpts{Name: "solitaire_" + name, Help: help, Buckets: buckets})
	}
	var seconds []float64 // from a tenth of a millisecond, three buckets a decade
	for decade := 0.0001; decade <= 10; decade *= 10 {
		seconds = append(seconds, decade, 2*decade, 5*decade)
	}
	return &metrics{
		registry:  r,
		requests:  counter("requests_total", "Commands, taps, menu choices and completions (command complete) that were handled.", "platform", "command", "outcome"),
		commits:   counter("commits_total", "Changes that the store was asked to commit.", "outcome"),
		responses: counter("http_responses_total", "Answers to the platforms' calls, by HTTP status.", "code"),
		logDropped: register.NewCounter(prometheus.CounterOpts{
			Name: "solitaire_log_dropped_total", Help: "Log lines that were dropped because the log's reader was too slow.",
		}),
		ready: register.NewGaugeVec(prometheus.GaugeOpts{
			Name: "solitaire_ready", Help: "Whether a part of the bot works, as /readyz says: 1 or 0.",
		}, []string{"part"}),
		verdicts: counter("verdicts_total", "Verdicts on games as they stood.", "verdict"),
		latency: register.NewHistogramVec(prometheus.HistogramOpts{
			Name: "solitaire_request_seconds", Help: "How long handling a request took, the commit included; without completions.", Buckets: seconds,
		}, []string{"platform", "group"}),
		lastBackup: register.NewGauge(prometheus.GaugeOpts{
			Name: "solitaire_last_backup_timestamp_seconds", Help: "When the bot last gave out a whole backup, in Unix time; 0: not since its start.",
		}),
		jobFailures: register.NewCounter(prometheus.CounterOpts{
			Name: "solitaire_job_failures_total", Help: "Timed and background jobs that failed, also posts that could not be sent and are tried again.",
		}),
		jobs: register.NewGauge(prometheus.GaugeOpts{
			Name: "solitaire_jobs_running", Help: "Whether this copy of the bot is the one that runs the jobs: 1 or 0.",
		}),
		commitTime:      histogram("commit_seconds", "How long a commit took, waiting for its turn included.", seconds),
		transactions:    histogram("transaction_seconds", "How long the data file's transactions took; each commits a batch of changes.", seconds),
		batches:         histogram("batch_changes", "How many changes a transaction held.", prometheus.ExponentialBuckets(1, 2, 11)),
		questionWait:    histogram("solver_wait_seconds", "How long players' questions waited for the solver.", seconds),
		questionTime:    histogram("solver_seconds", "How long the solver then took for them.", seconds),
		questionSamples: histogram("hint_samples", "How many arrangements of the hidden cards a hint rests on.", prometheus.ExponentialBuckets(1, 2, 8)),
		questions:       register.NewGauge(prometheus.GaugeOpts{Name: "solitaire_solver_queue", Help: "Questions of players that wait for the solver."}),
	}
}

// connections shows how many of its connections to a platform an adapter has.
func (m *metrics) connections(platform string, count func() (connected, wanted int)) {
	gauge := func(name, help string, value func() int) {
		promauto.With(m.registry).NewGaugeFunc(prometheus.GaugeOpts{
			Name: name, Help: help, ConstLabels: prometheus.Labels{"platform": platform},
		}, func() float64 { return float64(value()) })
	}
	gauge("solitaire_connections", "Connections to the platform that stand.", func() int { connected, _ := count(); return connected })
	gauge("solitaire_connections_wanted", "Connections to the platform that this process should have.", func() int { _, wanted := count(); return wanted })
}

// store shows what only one kind of store has.
func (m *metrics) store(s persist.Store) {
	gauge := func(name, help string, value func() float64) {
		promauto.With(m.registry).NewGaugeFunc(prometheus.GaugeOpts{Name: "solitaire_" + name, Help: help}, value)
	}
	switch s := s.(type) {
	case *bolt.Store:
		gauge("commit_queue", "Changes that wait for the data file.", func() float64 { return float64(s.Queued()) })
		gauge("data_file_bytes", "Size of the data file, its free space included.", func() float64 { return float64(s.Size()) })
	case *postgres.Store:
		gauge("database_connections", "Open connections to the database.", func() float64 { return float64(s.Connections().Open) })
		gauge("database_connections_used", "Connections to the database that are in use.", func() float64 { return float64(s.Connections().Used) })
		gauge("database_connections_max", "Connections to the database that there may be.", func() float64 { return float64(s.Connections().Most) })
	}
}

// commandGroup classes commands by what they cost, so that slow hints don't hide moves.
func commandGroup(command string) string {
	switch command {
	case "move", "draw", "undo", "redo", "restart", "finish":
		return "move"
	case "hint", "verdict", "rewind":
		return "solver"
	}
	return "other"
}

// token shows whether a platform refuses the bot's token.
func (m *metrics) token(platform string, refused func() error) {
	promauto.With(m.registry).NewGaugeFunc(prometheus.GaugeOpts{
		Name: "solitaire_token_refused", Help: "1 while the platform refuses the bot's token, which it took before.",
		ConstLabels: prometheus.Labels{"platform": platform},
	}, func() float64 {
		if refused() != nil {
			return 1
		}
		return 0
	})
}

// transacted counts a transaction of the bbolt store.
func (m *metrics) transacted(changes int, took time.Duration) {
	m.transactions.Observe(took.Seconds())
	m.batches.Observe(float64(changes))
}

// Queue implements [hint.Meter].
func (m *metrics) Queue(length int) { m.questions.Set(float64(length)) }

// Answered implements [hint.Meter].
func (m *metrics) Answered(waited, took time.Duration) {
	m.questionWait.Observe(waited.Seconds())
	m.questionTime.Observe(took.Seconds())
}

// Advised implements [advise.Meter].
func (m *metrics) Advised(a hint.Advice) { m.questionSamples.Observe(float64(a.Samples)) }

// Judged implements [advise.Meter].
func (m *metrics) Judged(j hint.Judgement) {
	verdict := j.Now.String() // winnable or unknown
	switch {
	case j.Never():
		verdict = "never"
	case j.Now == solve.Unwinnable:
		verdict = "lost"
	}
	m.verdicts.WithLabelValues(verdict).Inc()
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
