package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/adrg/xdg"
	"golang.org/x/sync/errgroup"

	"github.com/solitaire-chat/solitaire/bot/console"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	site "github.com/solitaire-chat/solitaire/bot/web"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/advise"
	"github.com/solitaire-chat/solitaire/persist"
)

// playCmd is the game in a terminal.
type playCmd struct {
	DB       string `name:"db" placeholder:"FILE" help:"The data file; default: solitaire/solitaire.db in your data folder."`
	Name     string `placeholder:"NAME" help:"Your name; default: your user name."`
	Plain    bool   `help:"Play line by line, without a table."`
	Web      bool   `help:"Play in a browser: start the page on this machine and print its address."`
	NoMotion bool   `name:"no-motion" help:"Don't let the cards fall after a win."`
}

// resting is how long after a key the background jobs leave the machine to the table. A
// search at full speed would delay every twentieth frame by more than 20 ms, because
// threads that wake up on its core wait for the end of its time slice.
const resting = 10 * time.Second

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
		if place, err = fromHome(c.DB, s.env); err == nil {
			place, err = filepath.Abs(place)
		}
		if err != nil {
			return err
		}
	}
	store, err := openStore(ctx, place, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	changes := new(site.Changes)
	b := play.New(changes.Watch(store))
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
	defer func() { faults.print(s.err) }()
	beside := func(ctx context.Context) {
		daily.Work(ctx, b, daily.Jobs{Days: 1, Failed: faults.add, Background: stockWinnable(b)})
	}
	if c.Web {
		page := site.Config{Bot: b, Catalogue: catalogue, Changes: changes, SecretUntil: daily.SecretUntil, Log: newLog(s.err, "error")}
		return playOnPage(ctx, s.out, page, player, beside)
	}
	chat := console.Console{
		Bot: b, Catalogue: catalogue, Name: player.User, Place: place, Locale: language(s.env),
		Lines: c.Plain || s.env("TERM") == "dumb", ASCII: !showsUnicode(s.env),
		Motion: !c.NoMotion, History: place + ".history",
		Errors:  func(err error) { fmt.Fprintf(s.err, "solitaire: %v\n", err) },
		Pressed: func() { solver.Play(resting) },
		Beside:  beside,
	}
	return chat.Run(ctx, s.in, s.out)
}

// playOnPage serves the page to browsers of this machine until the context ends.
func playOnPage(ctx context.Context, out io.Writer, c site.Config, p persist.Player, beside func(context.Context)) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("the page can't be served on this machine: %w", err)
	}
	c.URL = "http://" + listener.Addr().String()
	page, err := site.New(c)
	if err != nil {
		return err
	}
	link, err := page.Link(ctx, p)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(out, "Open this in your browser: %s\nPress Ctrl+C here when you have finished. Your game is kept.\n", link); err != nil {
		return err
	}
	server := &http.Server{Handler: page.Handler(), ReadHeaderTimeout: headerTime}
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error { beside(running); return nil })
	group.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	<-running.Done()
	page.Stop()
	return errors.Join(server.Shutdown(context.WithoutCancel(ctx)), group.Wait())
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
