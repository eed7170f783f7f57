package main

import (
	"errors"
	"runtime"
	"time"
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
// takes as long as thousands of easy ones, and nobody should idle meanwhile.
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

// A stopwatch measures a job.
type stopwatch struct {
	cpu  time.Duration
	wall time.Time
}

func startWatch() stopwatch { return stopwatch{threadTime(), time.Now()} }

// read returns the CPU and wall time since the start, in milliseconds.
func (w stopwatch) read() (cpu, wall float64) {
	return millis(threadTime() - w.cpu), millis(time.Since(w.wall))
}

// millis returns a duration in milliseconds, to the microsecond.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
