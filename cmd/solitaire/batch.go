package main

import (
	"errors"
	"io"
	"iter"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/cputime"
	"github.com/solitaire-chat/solitaire/persist"
)

// errStopped says that a pipeline wants no more jobs, since a result could not
// be handed on.
var errStopped = errors.New("no more jobs are wanted")

// A pipeline runs jobs on several workers and hands their results on in the
// order in which the jobs came. Only a few jobs wait at a time, so memory
// doesn't grow with their number.
type pipeline[R any] struct {
	order  chan chan R
	jobs   chan func()
	done   chan error
	failed chan struct{} // closed when a result could not be handed on
}

// waiting is how many jobs a worker may be ahead of the slowest one. A hard deal
// takes as long as thousands of easy ones, and no worker should idle meanwhile.
const waiting = 2000

func newPipeline[R any](workers int, emit func(R) error) *pipeline[R] {
	p := &pipeline[R]{
		order: make(chan chan R, waiting*workers), jobs: make(chan func(), waiting),
		done: make(chan error, 1), failed: make(chan struct{}),
	}
	for range workers {
		go p.work()
	}
	go func() { p.done <- p.hand(emit) }()
	return p
}

// work runs jobs on one thread, so that its CPU time is that of the job.
func (p *pipeline[R]) work() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for job := range p.jobs {
		job()
	}
}

// hand hands results on; after the first error it only drains.
func (p *pipeline[R]) hand(emit func(R) error) (err error) {
	for result := range p.order {
		r := <-result
		if err != nil {
			continue
		}
		if err = emit(r); err != nil {
			close(p.failed)
		}
	}
	return err
}

// submit adds a job. The error is errStopped.
func (p *pipeline[R]) submit(job func() R) error {
	result := make(chan R, 1)
	select {
	case <-p.failed:
		return errStopped
	case p.order <- result:
	}
	p.jobs <- func() { result <- job() }
	return nil
}

// close waits for all jobs and returns the error of handing results on.
func (p *pipeline[R]) close() error {
	close(p.jobs)
	close(p.order)
	return <-p.done
}

// collectLess makes the garbage collector run less often while a tool solves
// deals: little memory lives long, but tables come and go by the megabyte. It
// returns a function that undoes that.
func collectLess() (undo func()) {
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}

// A stopwatch measures a job.
type stopwatch struct {
	cpu  time.Duration
	wall time.Time
}

func startWatch() stopwatch { return stopwatch{cputime.Thread(), time.Now()} }

// read returns the CPU and wall time since the start, in milliseconds.
func (w stopwatch) read() (cpu, wall float64) {
	return millis(cputime.Thread() - w.cpu), millis(time.Since(w.wall))
}

// millis returns a duration in milliseconds, to the microsecond.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// A progress bar shows a person at a terminal how far a command is. Elsewhere it
// writes nothing.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress begins a bar of a number of steps, which have a name; 0 means that
// it isn't known.
func newProgress(w io.Writer, steps int64, name string) progress {
	if steps == 0 {
		steps = -1
	}
	// A spinner of the library's would turn in a goroutine that reads without the
	// bar's lock.
	still := progressbar.OptionSetSpinnerChangeInterval(0)
	if !isTerminal(w) {
		return progress{progressbar.NewOptions64(-1, still, progressbar.OptionSetVisibility(false))}
	}
	return progress{progressbar.NewOptions64(steps, still,
		progressbar.OptionSetWriter(w), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetItsString(name), progressbar.OptionShowBytes(name == "bytes"),
	)}
}

// step counts n steps. A bar that can't be drawn is not an error.
func (p progress) step(n int) { _ = p.bar.Add(n) }

// count returns the same entries and counts them as they are taken.
func (p progress) count(entries iter.Seq2[persist.Entry, error]) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		for e, err := range entries {
			if !yield(e, err) {
				return
			}
			p.step(1)
		}
	}
}

// Write counts bytes.
func (p progress) Write(b []byte) (int, error) {
	p.step(len(b))
	return len(b), nil
}

func (p progress) end() { _ = p.bar.Finish() }

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
