package hint

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A Queue lets a few workers answer the questions of many players. Players take turns:
// after each answer, a player with more questions waits for all others. The longer the
// queue, the less time each question gets, so that the last one is also answered in time.
type Queue struct {
	config QueueConfig

	mu      sync.Mutex
	waiting []*question     // the first one whose player isn't being served is next
	serving map[string]bool // players
	idle    int             // workers without a question
}

// QueueConfig configures a queue.
type QueueConfig struct {
	Workers  int           // questions at once; 0 means one for each core except the last
	Budget   time.Duration // most time for a question; 0 means 1 s
	Patience time.Duration // time in which each question should be answered, including its wait; 0 means 2.5 s
	Meter    Meter         // may be nil
}

// A Meter measures the work of a queue. Its methods are called one at a time, and should
// be fast.
type Meter interface {
	// Queue receives the number of waiting questions whenever it may have changed.
	Queue(length int)
	// Answered receives how long a question waited, and how long it then took.
	Answered(waited, took time.Duration)
}

// leastBudget is the time that a question gets even in the longest queue.
const leastBudget = 10 * time.Millisecond

type question struct {
	player string
	asked  time.Time
	start  chan time.Duration // receives the budget when its turn has come
}

// NewQueue returns a queue.
func NewQueue(c QueueConfig) *Queue {
	c.Workers = cmp.Or(c.Workers, max(1, runtime.GOMAXPROCS(0)-1))
	c.Budget, c.Patience = cmp.Or(c.Budget, time.Second), cmp.Or(c.Patience, 2500*time.Millisecond)
	return &Queue{config: c, serving: map[string]bool{}, idle: c.Workers}
}

// Ask waits for the player's turn and then calls work, whose context ends when the
// question's time is up. It returns when work does. If the context of Ask ends before the
// turn comes, Ask returns its error without calling work.
func (q *Queue) Ask(ctx context.Context, player string, work func(context.Context)) error {
	t := &question{player: player, asked: time.Now(), start: make(chan time.Duration, 1)}
	q.mu.Lock()
	q.waiting = append(q.waiting, t)
	q.dispatch()
	q.mu.Unlock()
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
	if !q.leave(t) { // its turn has just come
		<-t.start
		q.finish(t, time.Now())
	}
	return ctx.Err()
}

// leave removes a question from the queue. It reports false if it isn't there any more.
func (q *Queue) leave(t *question) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, t)
	if i < 0 {
		return false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	q.dispatch()
	return true
}

// finish frees a worker, and moves the player's other questions behind those of all
// others.
func (q *Queue) finish(t *question, begin time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.idle++
	delete(q.serving, t.player)
	var others, own []*question
	for _, w := range q.waiting {
		if w.player == t.player {
			own = append(own, w)
		} else {
			others = append(others, w)
		}
	}
	q.waiting = append(others, own...)
	if q.config.Meter != nil {
		q.config.Meter.Answered(begin.Sub(t.asked), time.Since(begin))
	}
	q.dispatch()
}

// dispatch starts the questions that can start, and reports how many still wait.
func (q *Queue) dispatch() {
	for q.idle > 0 {
		i := slices.IndexFunc(q.waiting, q.ready)
		if i < 0 {
			break
		}
		t, budget := q.waiting[i], q.budget()
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.serving[t.player] = true
		q.idle--
		t.start <- budget
	}
	if q.config.Meter != nil {
		q.config.Meter.Queue(len(q.waiting))
	}
}

func (q *Queue) ready(t *question) bool { return !q.serving[t.player] }

// budget returns the time for the next question: the patience left for the oldest
// question that is ready, shared among all that wait.
func (q *Queue) budget() time.Duration {
	oldest := time.Now()
	for _, t := range q.waiting {
		if q.ready(t) && t.asked.Before(oldest) {
			oldest = t.asked
		}
	}
	left := q.config.Patience - time.Since(oldest)
	share := left * time.Duration(q.config.Workers) / time.Duration(len(q.waiting))
	return max(min(share, left, q.config.Budget), leastBudget)
}
