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
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/adrg/xdg"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/console"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/advise"
	"github.com/solitaire-chat/solitaire/persist"
)

// playCmd is the chat in a terminal.
type playCmd struct {
	DB   string `name:"db" placeholder:"FILE" help:"Where the games are kept; default: solitaire/solitaire.db in your data folder."`
	Name string `placeholder:"NAME" help:"Who is playing; default: your user name."`
}

// Run plays until the input ends or the player quits.
func (c *playCmd) Run(ctx context.Context, s streams) (err error) {
	player := persist.Player{Platform: console.Platform, User: c.player()}
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
	place, err := c.place()
	if err != nil {
		return err
	}
	store, err := openStore(ctx, place, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	b := newPlayBot(store, catalogue)
	if err := keepSecret(ctx, b); err != nil {
		return err
	}
	var faults faults
	chat := console.Console{
		Bot: b, Catalogue: catalogue, Name: player.User, Place: place, Locale: systemLocale(s.env),
		Plain:  s.env("NO_COLOR") != "",
		Errors: func(err error) { fmt.Fprintf(s.err, "solitaire: %v\n", err) },
		Beside: func(ctx context.Context) {
			daily.Work(ctx, b, daily.Jobs{Days: 1, Failed: faults.add, Background: stockWinnable(b)})
		},
	}
	err = chat.Run(ctx, s.in, s.out)
	faults.print(s.err)
	return err
}

// newPlayBot returns a bot for one person. Its background jobs rest while that person
// plays.
func newPlayBot(store persist.Store, catalogue *locale.Catalogue) *bot.Bot {
	b := play.New(store)
	b.Words = catalogue.Words()
	conf := defaultConfig().Solver
	conf.Memory = 512 << 20
	solver := advise.New(conf.advise(), nil)
	b.Solver, b.Advisor = solver, solver
	b.Observer = solver.Watch(b.Observer)
	return b
}

// keepSecret stores a secret for the deals of the day in the data file, unless it has
// one.
func keepSecret(ctx context.Context, b *bot.Bot) error {
	var fresh [32]byte
	if _, err := rand.Read(fresh[:]); err != nil {
		return err
	}
	return daily.KeepSecret(ctx, b, fresh[:])
}

// place returns the data file; without a flag it lies in the user's data
// folder, by the convention of the platform.
func (c *playCmd) place() (string, error) {
	if c.DB != "" {
		return filepath.Abs(c.DB)
	}
	return filepath.Join(xdg.DataHome, "solitaire", "solitaire.db"), nil
}

// systemLocale returns the language of messages by the variables of POSIX, such
// as "bg_BG" of "bg_BG.UTF-8".
func systemLocale(env func(string) string) string {
	name := cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG"))
	if end := strings.IndexAny(name, ".@"); end >= 0 {
		name = name[:end]
	}
	return name
}

func (c *playCmd) player() string {
	if c.Name != "" {
		return c.Name
	}
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "player"
}

// faults collects the errors of background jobs until they can be printed without
// writing into the player's board: each text once. The zero value is ready for use.
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
