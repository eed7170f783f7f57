package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The exit statuses.
const (
	exitDone   = 0
	exitFailed = 1 // it could not be done, or some line got an error object
	exitUsage  = 2 // wrong usage or configuration
)

// A usageError is a fault of the command line or the configuration.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// report tells a person what went wrong, and returns the exit status.
func report(stderr io.Writer, err error) int {
	usage, wrongUsage := errors.AsType[*usageError](err)
	_, wrongConfig := errors.AsType[*configError](err)
	switch {
	case err == nil:
		return exitDone
	case wrongUsage:
		fmt.Fprintf(stderr, "solitaire: %v\nTry: solitaire --help\n", usage)
		return exitUsage
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "solitaire: interrupted")
		return exitFailed
	}
	for line := range strings.SplitSeq(err.Error(), "\n") { // joined errors are one a line
		fmt.Fprintf(stderr, "solitaire: %s\n", line)
	}
	if wrongConfig {
		return exitUsage
	}
	return exitFailed
}
