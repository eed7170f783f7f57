package main

import (
	"context"
	"io"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// cli is the command line: a command is a field here and a struct with a Run
// method in a file of its own. Run may ask for a context and for [streams].
type cli struct {
	Version kong.VersionFlag `help:"Print the version and leave."`

	Play     playCmd     `cmd:"" help:"Play in the terminal."`
	Deal     dealCmd     `cmd:"" help:"Show a deal by its number."`
	Replay   replayCmd   `cmd:"" help:"Replay moves from JSON Lines."`
	Solve    solveCmd    `cmd:"" help:"Tell whether deals can be won."`
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

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, env func(string) string, stdin io.Reader, stdout, stderr io.Writer) error {
	var answered bool // --help or --version
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

// version returns what the go command has noted in the binary.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "solitaire (devel)"
	}
	return "solitaire " + info.Main.Version
}
