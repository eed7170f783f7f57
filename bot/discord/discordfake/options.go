package discordfake

import "time"

// Options say how a Server differs from the usual one. The zero value is the
// usual one.
type Options struct {
	Token         string           // of the bot; default "fake-token"
	ApplicationID string           // default "1100000000000000001"
	Now           func() time.Time // default time.Now

	// Tolerate keeps violations from failing the test; Violations still lists
	// them. It is for tests that break rules on purpose.
	Tolerate bool

	// Patience is how long a person waits for an answer, in real time. The
	// default, 10 s, leaves a busy machine some time; that the answer came
	// within 3 s is judged by Now.
	Patience time.Duration

	Heartbeat      time.Duration // interval that Hello tells; default 41.25 s
	Shards         int           // recommended, and the least that may be used; default 1
	MaxConcurrency int           // identifies in each window; default 1
	IdentifyWindow time.Duration // default 5 s; negative: not enforced
	SessionStarts  int           // identifies left; default 1000
}

func (o Options) withDefaults() Options {
	fill(&o.Token, "fake-token")
	fill(&o.ApplicationID, "1100000000000000001")
	fill(&o.Patience, 10*time.Second)
	fill(&o.Heartbeat, 41250*time.Millisecond)
	fill(&o.Shards, 1)
	fill(&o.MaxConcurrency, 1)
	fill(&o.IdentifyWindow, 5*time.Second)
	fill(&o.SessionStarts, 1000)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func fill[T comparable](value *T, otherwise T) {
	var zero T
	if *value == zero {
		*value = otherwise
	}
}
