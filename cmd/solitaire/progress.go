package main

import (
	"io"
	"iter"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/solitaire-chat/solitaire/persist"
)

// A progress bar tells a person at a terminal how far a command is. Anywhere
// else it writes nothing.
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

// step counts n steps. What can't be drawn is no fault of the work.
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
