package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/adrg/xdg"

	"github.com/solitaire-chat/solitaire/bot/console"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/advise"
	"github.com/solitaire-chat/solitaire/persist"
)

// playCmd is the game in a terminal.
type playCmd struct {
	DB       string `name:"db" placeholder:"FILE" help:"The data file; default: solitaire/solitaire.db in your data folder."`
	Name     string `placeholder:"NAME" help:"Your name; default: your user name."`
	Plain    bool   `help:"Play line by line, without a table."`
	NoMotion bool   `name:"no-motion" help:"Don't let the cards fall after a win."`
}

// Run plays until the input ends or the player quits.
func (c *playCmd) Run(ctx context.Context, s streams) (err error) {
	name := c.Name
	if u, err := user.Current(); err == nil {
		name = cmp.Or(name, u.Username)
	}
	player := persist.Player{Platform: console.Platform, User: cmp.Or(name, "player")}
	if err := player.Check(); err != nil {
		return usagef("--name: %w", err)
	}
	if !utf8.ValidString(player.User) || strings.ContainsFunc(player.User, unicode.IsControl) {
		return usagef("--name: give a name that can be printed")
	}
	catalogue, err := locale.Load()
	if err != nil {
		return err
	}
	place := filepath.Join(xdg.DataHome, "solitaire", "solitaire.db")
	if c.DB != "" {
		if place, err = filepath.Abs(c.DB); err != nil {
			return err
		}
	}
	store, err := openStore(ctx, place, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	b := play.New(store)
	b.Words = catalogue.Words()
	conf := defaultConfig()
	conf.Solver.Memory = 512 << 20
	solver := advise.New(conf.advise(), nil)
	b.Solver, b.Advisor = solver, solver
	b.Observer = solver.Watch(b.Observer)
	var secret [32]byte
	_, _ = rand.Read(secret[:])                                 // it never fails
	if err := daily.KeepSecret(ctx, b, secret[:]); err != nil { // unless the file has one
		return err
	}

	var faults faults
	chat := console.Console{
		Bot: b, Catalogue: catalogue, Name: player.User, Place: place, Locale: language(s.env),
		Lines: c.Plain || s.env("TERM") == "dumb", ASCII: !showsUnicode(s.env),
		Motion: !c.NoMotion, History: place + ".history",
		Errors: func(err error) { fmt.Fprintf(s.err, "solitaire: %v\n", err) },
		Beside: func(ctx context.Context) {
			daily.Work(ctx, b, daily.Jobs{Days: 1, Failed: faults.add, Background: stockWinnable(b)})
		},
	}
	err = chat.Run(ctx, s.in, s.out)
	faults.print(s.err)
	return err
}

// faults keeps the errors of background jobs, each text once, while printing them would
// garble the player's board.
type faults struct {
	mu    sync.Mutex
	texts []string
}

func (f *faults) add(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if text := err.Error(); !slices.Contains(f.texts, text) {
		f.texts = append(f.texts, text)
	}
}

func (f *faults) print(w io.Writer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, text := range f.texts {
		fmt.Fprintf(w, "solitaire: %s\n", text)
	}
}

// language returns the language of messages by the variables of POSIX: "bg_BG" of
// "bg_BG.UTF-8".
func language(env func(string) string) string {
	name := cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG"))
	if end := strings.IndexAny(name, ".@"); end >= 0 {
		name = name[:end]
	}
	return name
}

// showsUnicode reports whether the terminal shows more than ASCII, by the same
// variables. Windows has none of them and does.
func showsUnicode(env func(string) string) bool {
	name := strings.ToLower(cmp.Or(env("LC_ALL"), env("LC_CTYPE"), env("LANG")))
	return strings.Contains(name, "utf-8") || strings.Contains(name, "utf8") || name == "" && runtime.GOOS != "linux"
}
