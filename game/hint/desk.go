package hint

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// A Desk lets a few workers answer the questions of many players. Players take
// turns: one with several questions waits for all others after each. The longer
// the queue, the less time a question gets, so that the last one is answered in
// time as well.
type Desk struct {
	config DeskConfig

	mu      sync.Mutex
	turns   []string             // players whose turn comes, each once, none that is being served
	waiting map[string][]*ticket // their questions, and those of players being served
	serving map[string]bool
	length  int
	idle    int // workers that could begin something
}

// DeskConfig says how a desk works.
type DeskConfig struct {
	Workers  int           // questions at once; 0: one for each core but the last
	Budget   time.Duration // most time for a question; 0: 1 s
	Patience time.Duration // in which each question should be answered, its wait included; 0: 2.5 s
	Meter    Meter         // told what happens; may be nil
}

// A Meter is told about the work of a desk. Its methods are called one at a
// time, and should be quick.
type Meter interface {
	// Queue tells how many questions wait.
	Queue(length int)
	// Answered tells how long a question waited, and how long it then took.
	Answered(waited, took time.Duration)
}

// leastBudget is what even the longest queue leaves to a question.
const leastBudget = 10 * time.Millisecond

// A ticket is a question in the queue.
type ticket struct {
	player string
	asked  time.Time
	start  chan time.Duration // receives the budget when its turn has come
}

// NewDesk returns a desk.
func NewDesk(c DeskConfig) *Desk {
	if c.Workers <= 0 {
		c.Workers = max(1, runtime.GOMAXPROCS(0)-1)
	}
	if c.Budget <= 0 {
		c.Budget = time.Second
	}
	if c.Patience <= 0 {
		c.Patience = 2500 * time.Millisecond
	}
	return &Desk{config: c, waiting: map[string][]*ticket{}, serving: map[string]bool{}, idle: c.Workers}
}

// Ask waits for the player's turn and then answers a question by calling work,
// whose context ends when the question's time is up. It returns when work does.
// The error is that of the context, which ended before the turn came; then work
// was not called.
func (d *Desk) Ask(ctx context.Context, player string, work func(context.Context)) error {
	t := &ticket{player: player, asked: time.Now(), start: make(chan time.Duration, 1)}
	d.enter(t)
	select {
	case budget := <-t.start:
		d.answer(ctx, t, budget, work)
		return nil
	case <-ctx.Done():
	}
	if !d.leave(t) { // its turn came just now
		d.answer(ctx, t, <-t.start, func(context.Context) {})
	}
	return ctx.Err()
}

// enter puts a question in the queue.
func (d *Desk) enter(t *ticket) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting[t.player] = append(d.waiting[t.player], t)
	if len(d.waiting[t.player]) == 1 && !d.serving[t.player] {
		d.turns = append(d.turns, t.player)
	}
	d.changed(1)
	d.dispatch()
}

// leave takes a question out of the queue. It reports false if it isn't there
// any more.
func (d *Desk) leave(t *ticket) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.Index(d.waiting[t.player], t)
	if i < 0 {
		return false
	}
	d.remove(t.player, i)
	if len(d.waiting[t.player]) == 0 {
		d.turns = slices.DeleteFunc(d.turns, func(p string) bool { return p == t.player })
	}
	d.changed(-1)
	return true
}

// remove drops a player's i-th waiting question.
func (d *Desk) remove(player string, i int) {
	d.waiting[player] = slices.Delete(d.waiting[player], i, i+1)
	if len(d.waiting[player]) == 0 {
		delete(d.waiting, player)
	}
}

func (d *Desk) changed(by int) {
	d.length += by
	if d.config.Meter != nil {
		d.config.Meter.Queue(d.length)
	}
}

// dispatch begins what can begin.
func (d *Desk) dispatch() {
	for d.idle > 0 && len(d.turns) > 0 {
		player := d.turns[0]
		budget := d.budget()
		d.turns = d.turns[1:]
		t := d.waiting[player][0]
		d.remove(player, 0)
		d.serving[player] = true
		d.idle--
		d.changed(-1)
		t.start <- budget
	}
}

// budget returns the time for the question whose turn is next: what is left of
// the patience with the last of those that wait, shared by all of them.
func (d *Desk) budget() time.Duration {
	oldest := time.Now()
	for _, player := range d.turns {
		if asked := d.waiting[player][0].asked; asked.Before(oldest) {
			oldest = asked
		}
	}
	left := d.config.Patience - time.Since(oldest)
	share := left * time.Duration(d.config.Workers) / time.Duration(d.length)
	return max(min(share, left, d.config.Budget), leastBudget)
}

// answer does the work, and lets the next question begin.
func (d *Desk) answer(ctx context.Context, t *ticket, budget time.Duration, work func(context.Context)) {
	begin := time.Now()
	limited, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	defer d.finish(t, begin)
	work(limited)
}

func (d *Desk) finish(t *ticket, begin time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.idle++
	delete(d.serving, t.player)
	if len(d.waiting[t.player]) > 0 {
		d.turns = append(d.turns, t.player)
	}
	if d.config.Meter != nil {
		d.config.Meter.Answered(begin.Sub(t.asked), time.Since(begin))
	}
	d.dispatch()
}
