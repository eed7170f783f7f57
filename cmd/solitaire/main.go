// Solitaire is a chat bot for Klondike and Yukon, and the tools around it: deals,
// replays and answers as JSON Lines.
//
// main.go has the command line, exit statuses and error output. Each subcommand has
// a file of its name; its Run method reads flags, wires rooms and prints:
//
//	play.go                                 a game in the terminal
//	deal.go, replay.go, solve.go            tools for single deals
//	survey.go, autoplay.go                  figures over many deals
//	serve.go                                the service: adapters, jobs, shutdown
//	register.go, manifest.go, secret.go     setting the service up
//	backup.go, check.go, export.go, import.go, compact.go    the stored data
//
// What several of them share:
//
//	config.go, configfile.go, size.go       configuration and secrets; reading YAML
//	place.go, store.go, newfile.go          which data, opened how, written where
//	deals.go                                rules flags and JSON Lines input
//	batch.go                                many deals side by side, with progress
//	metrics.go, web.go                      log, metrics; listeners, operator's pages
//	internal/advise                         the bot's questions to the solver
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	cancelOnSignal(cancel)
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	os.Exit(report(os.Stderr, err))
}

// cancelOnSignal cancels at the first signal that asks the process to end. Before it
// cancels, it gives a second signal back its usual effect: that ends the process at
// once.
func cancelOnSignal(cancel func()) {
	first := make(chan os.Signal, 1)
	signal.Notify(first, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-first
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		cancel()
	}()
}

// cli is the command line: a command is a field here and a struct with a Run
// method in a file of its own. Run may ask for a context and for [streams].
type cli struct {
	Version kong.VersionFlag `help:"Print the version and leave."`

	Play     playCmd     `cmd:"" help:"Play in the terminal."`
	Deal     dealCmd     `cmd:"" help:"Show a deal by its number."`
	Replay   replayCmd   `cmd:"" help:"Replay moves from JSON Lines."`
	Solve    solveCmd    `cmd:"" help:"Decide whether deals can be won."`
	Survey   surveyCmd   `cmd:"" help:"Count how many random deals can be won."`
	Autoplay autoplayCmd `cmd:"" help:"Play whole games by hints, and count how many are won."`

	Serve    serveCmd    `cmd:"" help:"Run the bot for Discord and Slack."`
	Register registerCmd `cmd:"" help:"Install the commands on Discord."`
	Manifest manifestCmd `cmd:"" help:"Print the manifest of the Slack app."`
	Secret   secretCmd   `cmd:"" help:"Make a secret for SOLITAIRE_SECRET."`

	Backup  backupCmd  `cmd:"" help:"Copy a data file, of a running bot too."`
	Check   checkCmd   `cmd:"" help:"Check everything that is stored."`
	Export  exportCmd  `cmd:"" help:"Write everything that is stored as JSON Lines."`
	Import  importCmd  `cmd:"" help:"Fill an empty store from an export."`
	Compact compactCmd `cmd:"" help:"Free the space that is unused in a data file."`
}

// streams are what a command reads and writes: results go to out, all else to
// err.
type streams struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
}

// run is the whole program except for the process around it.
func run(ctx context.Context, args []string, env func(string) string, stdin io.Reader, stdout, stderr io.Writer) error {
	var answered bool // by --help or --version
	parser, err := kong.New(&cli{},
		kong.Name("solitaire"),
		kong.Description("Klondike and Yukon: a chat bot, and tools for deals."),
		kong.Vars{"version": version(), "games": gameNames()},
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { answered = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{stdin, stdout, stderr, env}),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	switch {
	case answered: // the rest of the command line doesn't matter then
		return nil
	case err != nil:
		return &usageError{err}
	}
	return command.Run()
}

// version returns the version that the go command has put into the binary.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "solitaire (devel)"
	}
	return "solitaire " + info.Main.Version
}

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

// report writes what went wrong for a person, and returns the exit status.
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
