package main

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/solitaire-chat/solitaire/game/lines"
)

// waiting is the number of jobs by which a worker may be ahead of the slowest one. A hard
// deal takes as long as thousands of easy ones, and no worker should idle meanwhile.
const waiting = 2000

// A job works on one deal. It returns a function, which is called when all earlier jobs
// are done.
type job func(context.Context) (finish func() error)

// inOrder runs jobs on several workers; 0 means one per core. It calls their finish
// functions one by one in the order of the jobs, until one fails or the context ends, and
// returns that error. The jobs' context ends when inOrder returns. It starts only a few
// jobs ahead, so memory doesn't grow with their number. Each worker has its own thread,
// so that the CPU time of a job can be measured.
func inOrder(ctx context.Context, workers int, jobs iter.Seq[job]) error {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	// Little memory lives long, but the solver allocates and frees tables by the
	// megabyte.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	queue := make(chan func(), waiting)
	results := make(chan chan func() error, waiting*workers)
	for range workers {
		go func() {
			runtime.LockOSThread()
			for work := range queue {
				if ctx.Err() == nil {
					work()
				}
			}
		}()
	}
	go func() {
		defer close(results)
		defer close(queue)
		for job := range jobs {
			result := make(chan func() error, 1)
			select {
			case <-ctx.Done():
				return
			case results <- result:
			}
			queue <- func() { result <- job(ctx) }
		}
	}()
	for result := range results {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case finish := <-result:
			if ctx.Err() != nil { // the job may have been interrupted
				return ctx.Err()
			}
			if err := finish(); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// answerLines works on the lines on several workers and writes the answers in the order
// of the lines: a text as it is, everything else as a line of JSON. A line that can't be
// used, or whose moves read refuses, gets an error object instead. At the end it returns
// an error that names these lines, and the files that can't be read.
func answerLines[T any](
	ctx context.Context, s streams, f linesFlags, workers int, unit string,
	read func(*lines.Line) (T, error), answer func(context.Context, *lines.Line, T) any,
) error {
	f.announce(s)
	progress := newProgress(s.err, 0, unit)
	out := progress.beside(s.out)
	encoder := lines.NewEncoder(out)
	write := func(value any) error {
		var err error
		if text, ok := value.(string); ok {
			_, err = io.WriteString(out, text)
		} else {
			err = encoder.Encode(value)
		}
		if err != nil {
			return &outputError{err}
		}
		progress.step(1)
		return nil
	}
	var unusable error // lines and files, if inOrder has read all
	unplayed := 0
	err := inOrder(ctx, workers, func(yield func(job) bool) {
		unusable = f.each(ctx, s.in, func(l *lines.Line, bad *lines.Error) error {
			var played T
			if bad == nil {
				var err error
				if played, err = read(l); err != nil { // a move is illegal
					bad, _ = errors.AsType[*lines.Error](err)
					unplayed++
				}
			}
			wanted := yield(func(ctx context.Context) func() error {
				if bad != nil {
					return func() error { return write(bad) }
				}
				value := answer(ctx, l, played)
				return func() error { return write(value) }
			})
			if !wanted {
				return context.Canceled
			}
			return nil
		})
	})
	progress.end()
	if err != nil {
		return err
	}
	return errors.Join(unusable, unusableError(unplayed))
}

// millis returns a duration in milliseconds, to the microsecond.
func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// wilson returns the 95 % confidence interval of a share (Wilson 1927).
func wilson(k, n int) (low, high float64) {
	const z = 1.959964
	share, size := float64(k)/float64(n), float64(n)
	middle := share + z*z/(2*size)
	half := z * math.Sqrt(share*(1-share)/size+z*z/(4*size*size))
	return (middle - half) / (1 + z*z/size), (middle + half) / (1 + z*z/size)
}

// A progress bar is shown on standard error if that is a terminal; elsewhere it writes
// nothing.
type progress struct {
	bar   *progressbar.ProgressBar
	shown bool
}

// newProgress starts a bar with a number of steps; 0 means unknown.
func newProgress(w io.Writer, steps int64, name string) progress {
	options := []progressbar.Option{
		progressbar.OptionSetSpinnerChangeInterval(0), // the library's spinner reads without the bar's lock
		progressbar.OptionSetVisibility(false),
	}
	shown := isTerminal(w)
	if shown {
		options = append(options, progressbar.OptionSetVisibility(true),
			progressbar.OptionSetWriter(w), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetItsString(name), progressbar.OptionShowBytes(name == "bytes"))
	}
	if steps == 0 {
		steps = -1
	}
	return progress{progressbar.NewOptions64(steps, options...), shown}
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// beside returns a writer for answers that are written while the bar is shown. The bar is
// cleared before each answer, since both may go to one terminal.
func (p progress) beside(w io.Writer) io.Writer {
	if !p.shown {
		return w
	}
	return answers{w, p.bar}
}

type answers struct {
	w   io.Writer
	bar *progressbar.ProgressBar
}

func (a answers) Write(b []byte) (int, error) {
	_ = a.bar.Clear() // a bar that can't be drawn is not an error
	return a.w.Write(b)
}

// step counts n steps. A bar that can't be drawn is not an error.
func (p progress) step(n int) { _ = p.bar.Add(n) }

// Write counts bytes.
func (p progress) Write(b []byte) (int, error) {
	p.step(len(b))
	return len(b), nil
}

// end removes the bar.
func (p progress) end() {
	_ = p.bar.Finish()
	if p.shown {
		_ = p.bar.Clear() // without a number of steps it never finishes by itself
	}
}

// counted returns the same sequence and counts its entries as they are taken.
func counted[E any](entries iter.Seq2[E, error], p progress) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		for e, err := range entries {
			if !yield(e, err) {
				return
			}
			p.step(1)
		}
	}
}
