package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/advise"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/lease"
	"github.com/solitaire-chat/solitaire/render/picture"
)

type serveCmd struct {
	configFlag
	NewSecret bool `help:"Accept that SOLITAIRE_SECRET is another one than before."`
}

// configFlag names the configuration of a command that can't do without.
type configFlag struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration; config.example.yaml explains every key."`
}

// Help is the longer text of serve --help.
func (serveCmd) Help() string {
	return `Runs the bot for Discord, Slack or both until it gets SIGTERM or SIGINT: then it accepts nothing new, finishes
the requests in flight, and ends. A second signal ends it at once. Secrets come from the environment.`
}

// Run serves until the context ends.
func (c *serveCmd) Run(ctx context.Context, s streams) (err error) {
	conf, err := loadConfig(c.Config, s.env)
	if err != nil {
		return err
	}
	secrets, err := readSecrets(conf, s.env)
	if err := errors.Join(conf.canServe(), err); err != nil { // broken settings before missing ones
		return err
	}
	if err := secrets.canServe(); err != nil {
		return err
	}
	signal.Ignore(syscall.SIGPIPE) // a closed log pipe must not end the bot
	log, m := newLog(s.err, conf.Log.Level), newMetrics()
	store, err := openStore(ctx, conf.Data, m.transacted)
	if err != nil && ctx.Err() != nil {
		log.Info("stopped", "clean", true) // while it waited for the store, before anything began
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	b := newBot(conf, measuredStore{store, m}, requestLog{log, m})
	b.Secret = []byte(secrets.Server)
	if err := daily.CheckSecret(ctx, b, c.NewSecret); errors.Is(err, daily.ErrSecretChanged) {
		return configf("SOLITAIRE_SECRET: %w: give that one, or accept this one with --new-secret", err)
	} else if err != nil {
		return err
	}
	adapters, err := newAdapters(conf, secrets, log, store, b)
	if err != nil {
		return err
	}
	service := &service{log: log, adapters: adapters, jobs: newJobs(b, store, log)}
	if err := service.listen(conf, store, m); err != nil {
		return err
	}
	log.Info("serving", "version", version(), "data", shownPlace(conf.Data),
		"discord", transportOrOff(conf.Discord.Enabled, conf.Discord.Transport),
		"slack", transportOrOff(conf.Slack.Enabled, conf.Slack.Transport),
		"http", service.public.address(), "admin", service.admin.address())
	return service.run(ctx)
}

func newBot(conf config, store persist.Store, w requestLog) *bot.Bot {
	b := play.New(store)
	b.Limits = conf.Limits.limits()
	solver := advise.New(conf.Solver.advise(), w.metrics.solver)
	b.Solver, b.Advisor = solver, solver
	b.Observer = solver.Watch(w)
	return b
}

// newJobs returns the timed and background jobs. One copy of the bot at a time runs
// them.
func newJobs(b *bot.Bot, leases persist.Leaser, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		return lease.NewShards(leases).Hold(ctx, "jobs", func(ctx context.Context) error {
			daily.Work(ctx, b, daily.Jobs{
				Days:       daily.DaysAhead,
				Failed:     func(err error) { log.Error("job", "error", err) },
				Background: stockWinnable(b),
				Recovered:  func(post string, tries int) { log.Info("came through", "post", post, "tries", tries) },
			})
			return nil
		})
	}
}

// stockWinnable is the background work that keeps winnable deals ready.
func stockWinnable(b *bot.Bot) []func(context.Context) error {
	return []func(context.Context) error{func(ctx context.Context) error { return play.StockWinnable(ctx, b) }}
}

// newAdapters returns the adapters of the platforms that are enabled.
func newAdapters(conf config, secret secrets, log *slog.Logger, store persist.Store, b *bot.Bot) ([]adapter, error) {
	catalogue, err := locale.Load()
	if err != nil {
		return nil, err
	}
	b.Words = catalogue.Words()
	b.Pictures = conf.Pictures
	var painter *picture.Painter // nil: no pictures
	if conf.Pictures {
		if painter, err = picture.New(); err != nil {
			return nil, err
		}
	}
	var list []adapter
	if conf.Discord.Enabled {
		c := conf.Discord.adapterConfig(secret)
		c.Bot, c.Catalogue, c.Log, c.Painter = b, catalogue, log, painter
		d, err := newDiscord(c, conf.Discord.Transport, lease.NewShards(store))
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	if conf.Slack.Enabled {
		c := conf.Slack.adapterConfig(secret)
		c.Bot, c.Catalogue, c.Log, c.Painter = b, catalogue, log, painter
		s, err := newSlack(c, conf.Slack.Transport)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	b.Posters = make(map[string]bot.Poster, len(list))
	for _, a := range list {
		b.Posters[a.platform] = a.poster
	}
	return list, nil
}

// A service is the adapters and listeners of a process.
type service struct {
	log      *slog.Logger
	adapters []adapter
	jobs     func(context.Context) error
	public   *web // nil if no platform calls us
	admin    *web

	stopping chan struct{} // closed when nothing new is taken any more
}

// drainTime is how long requests in flight may take once the service stops.
const drainTime = 10 * time.Second

// listen opens the listeners, so that a port in use is an error before anything
// begins.
func (s *service) listen(conf config, store persist.Store, m *metrics) (err error) {
	s.stopping = make(chan struct{})
	mux, called := http.NewServeMux(), false
	for _, a := range s.adapters {
		m.connections(a.platform, a.status)
		for path, h := range a.routes {
			mux.Handle(path, h)
			called = true
		}
	}
	pages := newAdmin(s.parts(store), m, newBackup(store, conf.Data, s.stopping, s.log), s.stopping)
	if s.admin, err = listenAdmin(conf.Admin.Listen, pages, s.log); err != nil || !called {
		return err
	}
	if s.public, err = listenPublic(conf.HTTP.Listen, mux, m, s.log); err != nil {
		return errors.Join(err, s.admin.listener.Close())
	}
	return nil
}

// parts are the parts that must work for the service to be ready.
func (s *service) parts(store persist.Store) []part {
	list := []part{{"service", s.open}, {"store", store.Ping}}
	for _, a := range s.adapters {
		list = append(list, part{a.platform, func(context.Context) error {
			if connected, wanted := a.status(); connected < wanted {
				return fmt.Errorf("%d of %d connections stand", connected, wanted)
			}
			return nil
		}})
	}
	return list
}

func (s *service) open(context.Context) error {
	select {
	case <-s.stopping:
		return errors.New("it is stopping")
	default:
		return nil
	}
}

// run serves until the context ends or a part of the service fails, which is the
// error. Either way it finishes the requests in flight.
func (s *service) run(ctx context.Context) error {
	group, running := errgroup.WithContext(ctx)
	for _, a := range s.adapters {
		if a.run != nil {
			group.Go(func() error { return a.run(running) })
		}
	}
	group.Go(func() error { return s.jobs(running) })
	group.Go(s.admin.serve)
	if s.public != nil {
		group.Go(s.public.serve)
	}
	<-running.Done()
	s.log.Info("stopping")
	drained := s.stop(context.WithoutCancel(ctx))
	err := errors.Join(group.Wait(), drained)
	s.log.Info("stopped", "clean", err == nil)
	return err
}

// stop takes nothing new and waits for the requests in flight. The adapters drain
// side by side, within one deadline, so that a slow one takes no time from another.
// An adapter that is called over HTTP drains once the calls are answered, or half of
// the time is over. The operator's pages work until the end.
func (s *service) stop(ctx context.Context) error {
	close(s.stopping)
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	var group sync.WaitGroup
	faults := make([]error, len(s.adapters)+1)
	answered := make(chan struct{}) // closed when no call is in flight
	group.Go(func() {
		defer close(answered)
		if s.public != nil {
			faults[len(s.adapters)] = s.public.stop(ctx)
		}
	})
	for i, a := range s.adapters {
		group.Go(func() {
			if len(a.routes) > 0 {
				select {
				case <-answered:
				case <-time.After(drainTime / 2):
				}
			}
			faults[i] = a.drain(ctx)
		})
	}
	group.Wait()
	return errors.Join(append(faults, s.admin.stop(ctx))...)
}

// An adapter is a platform's adapter as the service uses it.
type adapter struct {
	platform string
	run      func(context.Context) error // holds connections to the platform; nil where it calls us
	routes   map[string]http.Handler     // for the platform's calls; none where we call it
	drain    func(context.Context) error // waits for the requests in flight
	status   func() (connected, wanted int)
	poster   bot.Poster
}

func (c discordConfig) adapterConfig(s secrets) discord.Config {
	key, _ := hex.DecodeString(c.PublicKey) // it was checked
	return discord.Config{Token: s.DiscordToken, ApplicationID: c.ApplicationID, PublicKey: key, APIURL: c.APIURL, Shards: c.Shards}
}

func newDiscord(c discord.Config, transport string, r *lease.Shards) (adapter, error) {
	c.Referee = r
	d, err := discord.New(c)
	if err != nil {
		return adapter{}, &configError{err}
	}
	a := adapter{platform: discord.Platform, poster: d, drain: d.Drain, status: func() (int, int) { return d.Status().Connected, d.Status().Wanted }}
	if transport == httpTransport {
		a.routes = map[string]http.Handler{"/discord/interactions": d.Interactions()}
		a.run = whileGood(d.CheckToken)
	} else {
		a.run = func(ctx context.Context) error {
			ctx, stop := context.WithCancel(ctx)
			defer stop()
			go r.Spread(ctx)
			return d.Run(ctx)
		}
	}
	return a, nil
}

// whileGood runs an adapter that is called over HTTP, unless its token is dead:
// answers that come later would not get through.
func whileGood(check func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := check(ctx); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	}
}

func (c slackConfig) adapterConfig(s secrets) slack.Config {
	return slack.Config{
		BotToken: s.SlackBotToken, AppToken: s.SlackAppToken, SigningSecret: s.SlackSigningSecret,
		APIURL: c.APIURL, Commands: slack.Commands(c.Commands),
	}
}

func newSlack(c slack.Config, transport string) (adapter, error) {
	s, err := slack.New(c)
	if err != nil {
		return adapter{}, &configError{err}
	}
	a := adapter{platform: slack.Platform, poster: s, drain: s.Drain}
	if transport == httpTransport {
		a.routes = map[string]http.Handler{"/slack/": s.Handler()}
		a.run = whileGood(s.CheckToken)
		a.status = func() (int, int) { return 0, 0 }
	} else {
		a.run = s.Run
		a.status = func() (int, int) {
			if s.Status().Connected {
				return 1, 1
			}
			return 0, 1
		}
	}
	return a, nil
}
