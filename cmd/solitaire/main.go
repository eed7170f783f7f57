// Solitaire is a chat bot for Klondike and Yukon, and the tools around it:
// deals, replays and answers as JSON Lines.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	cancelOnSignal(cancel)
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	os.Exit(report(os.Stderr, err))
}

// cancelOnSignal cancels at the first signal that asks the process to end. Before
// anything can react to that a second one has its usual effect: it ends the
// process at once.
func cancelOnSignal(cancel func()) {
	first := make(chan os.Signal, 1)
	signal.Notify(first, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-first
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		cancel()
	}()
}
