package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A progress bar tells a person at a terminal how far a command is. Anywhere
// else it writes nothing.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress begins a bar of a number of steps; 0 means that it isn't known.
func newProgress(w io.Writer, steps int) progress {
	if !isTerminal(w) {
		return progress{progressbar.DefaultSilent(-1)}
	}
	if steps == 0 {
		steps = -1
	}
	return progress{progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(w), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetItsString("deals"),
	)}
}

// step counts n steps. What can't be drawn is no fault of the work.
func (p progress) step(n int) { _ = p.bar.Add(n) }

func (p progress) end() { _ = p.bar.Finish() }

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
