package main

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/solitaire-chat/solitaire/game/hint"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// thinkerMetrics are what /metrics shows of hints and verdicts.
type thinkerMetrics struct {
	queue    prometheus.Gauge
	waited   prometheus.Histogram
	took     prometheus.Histogram
	samples  prometheus.Histogram
	verdicts *prometheus.CounterVec
}

func newThinkerMetrics(r *prometheus.Registry) *thinkerMetrics {
	m := &thinkerMetrics{
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
func (m *thinkerMetrics) Queue(length int) { m.queue.Set(float64(length)) }

// Answered implements [hint.Meter].
func (m *thinkerMetrics) Answered(waited, took time.Duration) {
	m.waited.Observe(waited.Seconds())
	m.took.Observe(took.Seconds())
}

func (m *thinkerMetrics) advised(a hint.Advice) { m.samples.Observe(float64(a.Samples)) }

func (m *thinkerMetrics) judged(j hint.Judgement) {
	m.verdicts.WithLabelValues(verdictName(j)).Inc()
}

func verdictName(j hint.Judgement) string {
	switch {
	case j.Never():
		return "never"
	case j.Now == solve.Unwinnable:
		return "lost"
	}
	return j.Now.String() // winnable or unknown
}

// nobodyListens is told what nobody wants to know.
type nobodyListens struct{}

func (nobodyListens) Queue(int)                             {}
func (nobodyListens) Answered(time.Duration, time.Duration) {}
func (nobodyListens) advised(hint.Advice)                   {}
func (nobodyListens) judged(hint.Judgement)                 {}
