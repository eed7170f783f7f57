package hint

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A Queue lets a few workers answer the questions of many players. Players take
// turns: one with several questions waits for all others after each. The longer
// the queue, the less time a question gets, so that the last one is answered in
// time as well.
type Queue struct {
	config QueueConfig

	mu      sync.Mutex
	turns   []string               // players whose turn comes, each once, none that is being served
	waiting map[string][]*question // of those players, and of players being served
	serving map[string]bool
	length  int
	idle    int // workers that could begin something
}

// QueueConfig says how a queue works.
type QueueConfig struct {
	Workers  int           // questions at once; 0: one for each core but the last
	Budget   time.Duration // most time for a question; 0: 1 s
	Patience time.Duration // in which each question should be answered, its wait included; 0: 2.5 s
	Meter    Meter         // may be nil
}

// A Meter measures the work of a queue. Its methods are called one at a time,
// and should be quick.
type Meter interface {
	// Queue receives how many questions wait, when that changes.
	Queue(length int)
	// Answered receives how long a question waited, and how long it then took.
	Answered(waited, took time.Duration)
}

// leastBudget is what even the longest queue leaves to a question.
const leastBudget = 10 * time.Millisecond

type question struct {
	player string
	asked  time.Time
	start  chan time.Duration // receives the budget when its turn has come
}

// NewQueue returns a queue.
func NewQueue(c QueueConfig) *Queue {
	if c.Workers <= 0 {
		c.Workers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if c.Budget <= 0 {
		c.Budget = time.Second
	}
	if c.Patience <= 0 {
		c.Patience = 2500 * time.Millisecond
	}
	return &Queue{config: c, waiting: map[string][]*question{}, serving: map[string]bool{}, idle: c.Workers}
}

// Ask waits for the player's turn and then answers a question by calling work,
// whose context ends when the question's time is up. It returns when work does.
// The error is that of the context, which ended before the turn came; then work
// was not called.
func (q *Queue) Ask(ctx context.Context, player string, work func(context.Context)) error {
	t := &question{player: player, asked: time.Now(), start: make(chan time.Duration, 1)}
	q.enter(t)
	select {
	case budget := <-t.start:
		begin := time.Now()
		limited, cancel := context.WithTimeout(ctx, budget)
		defer cancel()
		defer q.finish(t, begin)
		work(limited)
		return nil
	case <-ctx.Done():
	}
	if !q.leave(t) { // its turn came just now
		<-t.start
		q.finish(t, time.Now())
	}
	return ctx.Err()
}

func (q *Queue) enter(t *question) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting[t.player] = append(q.waiting[t.player], t)
	if len(q.waiting[t.player]) == 1 && !q.serving[t.player] {
		q.turns = append(q.turns, t.player)
	}
	q.changed(1)
	q.dispatch()
}

// leave takes a question out of the queue. It reports false if it isn't there
// any more.
func (q *Queue) leave(t *question) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting[t.player], t)
	if i < 0 {
		return false
	}
	q.remove(t.player, i)
	if len(q.waiting[t.player]) == 0 {
		q.turns = slices.DeleteFunc(q.turns, func(p string) bool { return p == t.player })
	}
	return true
}

func (q *Queue) finish(t *question, begin time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle++
	delete(q.serving, t.player)
	if len(q.waiting[t.player]) > 0 {
		q.turns = append(q.turns, t.player)
	}
	if q.config.Meter != nil {
		q.config.Meter.Answered(begin.Sub(t.asked), time.Since(begin))
	}
	q.dispatch()
}

// dispatch begins what can begin.
func (q *Queue) dispatch() {
	for q.idle > 0 && len(q.turns) > 0 {
		player, budget := q.turns[0], q.budget()
		t := q.waiting[player][0]
		q.turns = q.turns[1:]
		q.remove(player, 0)
		q.serving[player] = true
		q.idle--
		t.start <- budget
	}
}

// budget returns the time for the question whose turn is next: what is left of
// the patience with the oldest of those that wait, shared by all of them.
func (q *Queue) budget() time.Duration {
	oldest := time.Now()
	for _, player := range q.turns {
		if asked := q.waiting[player][0].asked; asked.Before(oldest) {
			oldest = asked
		}
	}
	left := q.config.Patience - time.Since(oldest)
	share := left * time.Duration(q.config.Workers) / time.Duration(q.length)
	return max(min(share, left, q.config.Budget), leastBudget)
}

// remove drops a player's i-th waiting question.
func (q *Queue) remove(player string, i int) {
	q.waiting[player] = slices.Delete(q.waiting[player], i, i+1)
	if len(q.waiting[player]) == 0 {
		delete(q.waiting, player)
	}
	q.changed(-1)
}

func (q *Queue) changed(by int) {
	q.length += by
	if q.config.Meter != nil {
		q.config.Meter.Queue(q.length)
	}
}
