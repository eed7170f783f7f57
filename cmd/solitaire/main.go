// Solitaire is a chat bot for Klondike and Yukon, and the tools around it: deals,
// replays and answers as JSON Lines.
//
// Each subcommand is a struct whose Run method reads flags, wires rooms and prints:
//
//	play.go, serve.go                      the bot: in the terminal, and as a service
//	deal.go, replay.go, solve.go, review.go    tools for single deals and games
//	survey.go, autoplay.go                 statistics of many deals
//	setup.go, health.go                    secret, register, manifest; health
//	preview.go                             a game as Discord shows it
//	backup.go, check.go, portable.go, compact.go    the stored data; export and import
//
// Files that several of them share:
//
//	config.go, secrets.go                  the configuration file and the environment
//	store.go                               which data, how it is opened, new files
//	deals.go, batch.go                     flags of deals, input; many deals in parallel
//	log.go, metrics.go                     what the service logs and counts
//	web.go, admin.go, socket.go, backuphandler.go    its HTTP servers and the operator's pages
//	internal/advise                        answers the bot's questions with the solver
//	internal/files                         temporary files, also those of killed processes
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		signal.Reset(os.Interrupt, syscall.SIGTERM) // a second one ends the process at once
		cancel()
	}()
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	stderr := queueLog(os.Stderr, func() {}) // a full pipe must not keep the program from ending
	status := report(stderr, err)
	stderr.close()
	os.Exit(status)
}

// cli is the command line. A command's Run method may take a context and [streams].
type cli struct {
	Version kong.VersionFlag `help:"Print the version."`

	Play     playCmd     `cmd:"" help:"Play in the terminal."`
	Deal     dealCmd     `cmd:"" help:"Show a deal by its number."`
	Replay   replayCmd   `cmd:"" help:"Replay moves from JSON Lines."`
	Solve    solveCmd    `cmd:"" help:"Decide whether deals can be won."`
	Review   reviewCmd   `cmd:"" help:"Say where games were decided, and whether that was luck."`
	Survey   surveyCmd   `cmd:"" help:"Count how many random deals can be won."`
	Autoplay autoplayCmd `cmd:"" help:"Play random deals by hints, and count the wins."`
	Preview  previewCmd  `cmd:"" help:"Draw a game as Discord shows it, as a page in HTML."`

	Serve    serveCmd    `cmd:"" help:"Run the bot for Discord and Slack."`
	Register registerCmd `cmd:"" help:"Install the commands on Discord."`
	Manifest manifestCmd `cmd:"" help:"Print the Slack app's manifest."`
	Secret   secretCmd   `cmd:"" help:"Generate a secret for SOLITAIRE_SECRET."`
	Health   healthCmd   `cmd:"" help:"Ask the running bot whether it is ready."`

	Backup  backupCmd  `cmd:"" help:"Copy a data file, even while the bot runs."`
	Check   checkCmd   `cmd:"" help:"Check all stored data."`
	Export  exportCmd  `cmd:"" help:"Write all stored data as JSON Lines."`
	Import  importCmd  `cmd:"" help:"Fill an empty store from an export."`
	Compact compactCmd `cmd:"" help:"Free the unused space in a data file."`
}

// streams are what a command reads and writes: results go to out, all else to err.
type streams struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
}

// run is the whole program except for the process around it.
func run(ctx context.Context, args []string, env func(string) string, stdin io.Reader, stdout, stderr io.Writer) error {
	var answered bool // --help or --version did all
	parser, err := kong.New(&cli{},
		kong.Name("solitaire"),
		kong.Description("Klondike and Yukon: a chat bot, and tools for deals."),
		kong.Vars{"version": versionText(), "games": gameNames()},
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { answered = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{stdin, stdout, stderr, env}),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(helped(args))
	switch {
	case answered:
		return nil
	case err != nil:
		return usagef("%w", err)
	}
	if command.Command() != "serve" && !signal.Ignored(syscall.SIGHUP) { // serve answers it itself
		untilHangUp, stop := signal.NotifyContext(ctx, syscall.SIGHUP)
		defer stop()
		command.BindTo(untilHangUp, (*context.Context)(nil))
	}
	return command.Run()
}

// helped returns the arguments that ask for help instead of those that ask for nothing,
// or for "help".
func helped(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	}
	return args
}

// version returns the version that the go command has put into the binary.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "solitaire (devel)"
	}
	return "solitaire " + info.Main.Version
}

// versionText returns the version for a person, with the commit and its date. The go
// command puts them into a binary that it builds in a git checkout.
func versionText() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version()
	}
	return version() + "\n" + builtFrom(info.Settings)
}

// builtFrom says which commit a program was built from.
func builtFrom(settings []debug.BuildSetting) string {
	of := map[string]string{}
	for _, s := range settings {
		of[s.Key] = s.Value
	}
	if of["vcs.revision"] == "" {
		return "commit unknown: it was not built in a git checkout"
	}
	text := "commit " + of["vcs.revision"] + " of " + of["vcs.time"]
	if of["vcs.modified"] == "true" {
		text += ", with changes"
	}
	return text
}

// The exit statuses.
const (
	exitDone   = 0
	exitFailed = 1 // it could not be done, or some line got an error object
	exitUsage  = 2 // wrong usage or configuration
)

// A usageError is a fault of the command line or the configuration.
type usageError struct {
	error
	hint string
}

func (e *usageError) Unwrap() error { return e.error }

// usagef returns a fault of the command line.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...), "Try: solitaire --help\n"}
}

// configf returns a fault of the configuration or of a secret.
func configf(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...), ""}
}

// report prints an error for a person, and returns the exit status.
func report(stderr io.Writer, err error) int {
	usage, isUsage := errors.AsType[*usageError](err)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, context.Canceled) && !isUsage:
		err = errors.New("interrupted")
	}
	for line := range strings.SplitSeq(err.Error(), "\n") { // joined errors are one a line
		fmt.Fprintf(stderr, "solitaire: %s\n", line)
	}
	if isUsage {
		fmt.Fprint(stderr, usage.hint)
		return exitUsage
	}
	return exitFailed
}
