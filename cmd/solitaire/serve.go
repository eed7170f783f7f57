package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sync/errgroup"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/bot/slack"
	site "github.com/solitaire-chat/solitaire/bot/web"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/advise"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/files"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/lease"
	"github.com/solitaire-chat/solitaire/render/picture"
)

type serveCmd struct {
	configFlag
	NewSecret bool `help:"Accept that SOLITAIRE_SECRET has changed."`
}

type configFlag struct {
	Config string `required:"" placeholder:"FILE" help:"The configuration; config.example.yaml explains every key."`
}

// Help is the longer text of serve --help.
func (serveCmd) Help() string {
	return `Runs the bot for Discord, Slack and the page in a browser until SIGTERM or SIGINT. Then it accepts nothing new, finishes the
requests in flight, and exits. A second signal ends it at once. Secrets come from the environment.`
}

// Run serves until the context ends.
func (c *serveCmd) Run(ctx context.Context, s streams) (err error) {
	conf, err := loadConfig(c.Config, s.env)
	if err != nil {
		return err
	}
	secrets, err := readSecrets(conf, s.env)
	if err := errors.Join(conf.canServe(), err); err != nil {
		return err
	}
	if secrets.Server == "" {
		return configf("SOLITAIRE_SECRET is not set, nor SOLITAIRE_SECRET_FILE: the deals of the day are made with it; solitaire secret makes one")
	}
	signal.Ignore(syscall.SIGPIPE) // a closed log pipe must not end the bot
	m := newMetrics()
	lines := queueLog(s.err, m.logDropped.Inc)
	defer lines.close()
	log := newLog(lines, conf.Log.Level)
	slog.SetDefault(log) // libraries that log by themselves must not block either
	defer answerHangUps(log)()
	store, err := openStore(ctx, conf.Data, m.transacted)
	switch {
	case err != nil && ctx.Err() != nil:
		log.Info("stopped", "clean", true) // while it waited for the store
		return nil
	case err != nil:
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if !isDatabase(conf.Data) {
		if n := files.Sweep(filepath.Dir(conf.Data)); n > 0 {
			log.Info("removed what killed processes had left beside the data file", "files", n)
		}
	}
	changes := new(site.Changes)
	b := newBot(conf, measuredStore{changes.Watch(store), m}, requestLog{log, m})
	b.Secret = []byte(secrets.Server)
	if err := daily.CheckSecret(ctx, b, c.NewSecret); errors.Is(err, daily.ErrSecretChanged) {
		return configf("SOLITAIRE_SECRET: %w: give that one, or accept this one with --new-secret", err)
	} else if err != nil {
		return err
	}
	adapters, err := newAdapters(conf, secrets, log, store, b, changes)
	if err != nil {
		return err
	}
	service := &service{log: log, metrics: m, adapters: adapters, jobs: newJobs(b, store, log, m)}
	m.store(store)
	if err := service.listen(conf, store); err != nil {
		return err
	}
	transport := func(enabled bool, transport string) string {
		if !enabled {
			return "off"
		}
		return transport
	}
	log.Info("serving", "version", version(), "data", shownPlace(conf.Data),
		"discord", transport(conf.Discord.Enabled, conf.Discord.Transport),
		"slack", transport(conf.Slack.Enabled, conf.Slack.Transport),
		"web", transport(conf.Web.Enabled, conf.Web.URL),
		"http", service.public.address(), "admin", service.admin.address(), "socket", service.socket.address())
	return service.run(ctx)
}

// answerHangUps keeps SIGHUP from ending the bot, which systemd would take for a clean
// end, until stop is called.
func answerHangUps(log *slog.Logger) (stop func()) {
	hangUps := make(chan os.Signal, 1)
	signal.Notify(hangUps, syscall.SIGHUP)
	go func() {
		for range hangUps {
			log.Info("SIGHUP changes nothing: the configuration is read at the start; restart the bot to apply it")
		}
	}()
	return func() {
		signal.Stop(hangUps)
		close(hangUps)
	}
}

func newBot(conf config, store persist.Store, w requestLog) *bot.Bot {
	b := play.New(store)
	b.Limits = bot.Limits{PerSecond: conf.Limits.MovesPerSecond, PerHour: conf.Limits.MovesPerHour, AtOnce: conf.Limits.AtOnce}
	solver := advise.New(conf.advise(), w.metrics)
	b.Solver, b.Advisor = solver, solver
	b.Observer = solver.Watch(w)
	return b
}

// newJobs returns the timed and background jobs. Only one copy of the bot runs them at
// a time.
func newJobs(b *bot.Bot, leases persist.Leaser, log *slog.Logger, m *metrics) func(context.Context) error {
	return func(ctx context.Context) error {
		return lease.NewShards(leases).Hold(ctx, "jobs", func(ctx context.Context) error {
			m.jobs.Set(1)
			defer m.jobs.Set(0)
			daily.Work(ctx, b, daily.Jobs{
				Days: daily.DaysAhead,
				Failed: func(err error) {
					m.jobFailures.Inc()
					log.Error("job", "error", err)
				},
				Background: append(stockWinnable(b), site.Sweeper(b)),
				Recovered:  func(post string, tries int) { log.Info("came through", "post", post, "tries", tries) },
			})
			return nil
		})
	}
}

// stockWinnable is the background job that keeps winnable deals ready.
func stockWinnable(b *bot.Bot) []func(context.Context) error {
	return []func(context.Context) error{func(ctx context.Context) error { return play.StockWinnable(ctx, b) }}
}

// An adapter connects the bot to a platform.
type adapter struct {
	platform string
	run      func(context.Context) error // until the context ends; an error ends the service
	routes   map[string]http.Handler     // for the platform's calls; none where we call it
	drain    func(context.Context) error // waits for the requests in flight
	stopping func()                      // is called when the HTTP server is to stop; may be nil
	status   func() (connected, wanted int)
	token    func() error // why the platform refuses the bot's token; nil as long as it takes it
	poster   bot.Poster
	moved    func(persist.Player) // is called when the platform's player has made a request on the page; may be nil
}

// newAdapters returns the adapters of the platforms that are enabled.
func newAdapters(conf config, secret secrets, log *slog.Logger, store persist.Store, b *bot.Bot, changes *site.Changes) (list []adapter, err error) {
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
	b.Posters = map[string]bot.Poster{}
	if conf.Discord.Enabled {
		c := conf.Discord.adapterConfig(secret)
		c.Bot, c.Catalogue, c.Log, c.Painter = b, catalogue, log, painter
		a, cards, err := newDiscord(c, conf.Discord.Transport, lease.NewShards(store))
		if err != nil {
			return nil, err
		}
		b.Posters[a.platform] = a.poster
		b.Cards = func(platform string) bool { return platform == discord.Platform && cards() }
		b.CardsFirst = conf.Discord.Board == cardsBoard
		list = append(list, a)
	}
	if conf.Slack.Enabled {
		a, err := newSlack(slack.Config{
			BotToken: secret.SlackBotToken, AppToken: secret.SlackAppToken, SigningSecret: secret.SlackSigningSecret,
			APIURL: conf.Slack.APIURL, Commands: slack.Commands(conf.Slack.Commands),
			Bot: b, Catalogue: catalogue, Log: log, Painter: painter,
		}, conf.Slack.Transport)
		if err != nil {
			return nil, err
		}
		b.Posters[a.platform] = a.poster
		list = append(list, a)
	}
	if conf.Web.Enabled {
		page, err := site.New(site.Config{
			Bot: b, Catalogue: catalogue, Log: log, Changes: changes, Painter: painter, URL: conf.Web.URL, Contact: conf.Web.Contact,
			SecretUntil: daily.SecretUntil,
			Moved: func(p persist.Player) {
				for _, a := range list {
					if a.platform == p.Platform && a.moved != nil {
						a.moved(p)
					}
				}
			},
		})
		if err != nil {
			return nil, configf("web.url: %w", err)
		}
		list = append(list, adapter{
			platform: site.Platform, routes: map[string]http.Handler{page.Base() + "/": page.Handler()}, stopping: page.Stop,
			drain: func(context.Context) error { return nil }, status: func() (int, int) { return 0, 0 },
			token: func() error { return nil },
		})
	}
	return list, nil
}

func (c discordConfig) adapterConfig(s secrets) discord.Config {
	key, _ := hex.DecodeString(c.PublicKey) // [config.checks] has validated it
	return discord.Config{Token: s.DiscordToken, ApplicationID: c.ApplicationID, PublicKey: key, APIURL: c.APIURL, Shards: c.Shards}
}

// newDiscord returns the adapter, and a function that reports whether it can show
// boards of cards.
func newDiscord(c discord.Config, transport string, leases *lease.Shards) (a adapter, cards func() bool, err error) {
	c.Referee = leases
	d, err := discord.New(c)
	if err != nil {
		return adapter{}, nil, configf("%w", err)
	}
	a = adapter{platform: discord.Platform, poster: d, moved: d.Moved, drain: d.Drain, token: d.TokenError, status: func() (int, int) { return d.Status().Connected, d.Status().Wanted }}
	if transport == httpTransport {
		a.routes = map[string]http.Handler{"/discord/interactions": d.Interactions()}
		serve := whileValid(d.CheckToken)
		a.run = func(ctx context.Context) error {
			go d.WatchEmojis(ctx)
			return serve(ctx)
		}
		return a, d.Cards, nil
	}
	a.run = func(ctx context.Context) error {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		go leases.Spread(ctx)
		go d.WatchEmojis(ctx)
		return d.Run(ctx)
	}
	return a, d.Cards, nil
}

func newSlack(c slack.Config, transport string) (adapter, error) {
	s, err := slack.New(c)
	if err != nil {
		return adapter{}, configf("%w", err)
	}
	a := adapter{platform: slack.Platform, poster: s, moved: s.Moved, drain: s.Drain, token: s.TokenError, run: s.Run}
	a.status = func() (connected, wanted int) {
		if s.Status().Connected {
			return 1, 1
		}
		return 0, 1
	}
	if transport == httpTransport {
		a.routes = map[string]http.Handler{"/slack/": s.Handler()}
		a.run = whileValid(s.CheckToken)
		a.status = func() (int, int) { return 0, 0 }
	}
	return a, nil
}

// whileValid checks the token of an adapter that is called over HTTP: with an invalid
// one, messages after the first answer would not get through.
func whileValid(check func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := check(ctx); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	}
}

// A service runs the adapters, jobs and HTTP servers.
type service struct {
	log      *slog.Logger
	metrics  *metrics
	adapters []adapter
	jobs     func(context.Context) error

	readiness *readiness
	public    *web // nil if no platform calls us
	admin     *web
	socket    *web          // nil if there is none
	delay     time.Duration // between the end of readiness and that of the public listener
	ending    atomic.Bool   // /readyz says so, and the platforms' calls go over new connections
}

// drainTime is how long requests in flight may take once the service stops.
const drainTime = 10 * time.Second

// listen opens the listeners, so that a port in use is an error before anything
// begins. Without the socket the bot can do its work, so that is only logged, unless
// the configuration names one.
func (s *service) listen(conf config, store persist.Store) (err error) {
	parts := []part{{"service", func(context.Context) error {
		if s.ending.Load() {
			return errEnding
		}
		return nil
	}}, {"store", store.Ping}}
	mux, called := http.NewServeMux(), false
	for _, a := range s.adapters {
		s.metrics.connections(a.platform, a.status)
		s.metrics.token(a.platform, a.token)
		parts = append(parts, part{a.platform, func(context.Context) error {
			if err := a.token(); err != nil {
				return err
			}
			if connected, wanted := a.status(); connected < wanted {
				return fmt.Errorf("%d of %d connections stand", connected, wanted)
			}
			return nil
		}})
		for path, h := range a.routes {
			mux.Handle(path, h)
			called = true
		}
	}
	s.readiness = newReadiness(parts...)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.admin.close(), s.socket.close())
		}
	}()
	admin := func(socket string) http.Handler {
		return newAdmin(s.readiness, s.metrics, conf.adminHosts(), socket)
	}
	path := conf.socketPath()
	if path != "" {
		var backup http.Handler
		if b, ok := store.(backuper); ok {
			backup = newBackup(b, conf.Data, s.log, s.metrics.lastBackup.SetToCurrentTime)
		}
		if path, err = filepath.Abs(path); err != nil {
			return err
		}
		s.socket, err = listenSocket(path, newPrivate(admin(path), backup), s.log)
		if err != nil && conf.Admin.Socket != "" {
			return fmt.Errorf("admin.socket: %w", err)
		} else if err != nil {
			s.log.Warn("there is no socket for solitaire backup and profiles", "error", err)
			path = ""
		}
	}
	if s.admin, err = listen("admin.listen", conf.Admin.Listen, maxOperator, admin(path), s.log); err != nil {
		return err
	}
	if !isLoopback(s.admin.listener.Addr()) {
		s.log.Warn("other machines can reach admin.listen: health and metrics there need no password; let a firewall or the container's network keep others out",
			"admin", s.admin.address())
	}
	if !called {
		return nil
	}
	h := retire(promhttp.InstrumentHandlerCounter(s.metrics.responses, mux), &s.ending)
	if s.public, err = listen("http.listen", conf.HTTP.Listen, maxPublic, h, s.log); err != nil {
		return err
	}
	s.delay = conf.HTTP.ShutdownDelay
	for _, a := range s.adapters {
		if a.stopping != nil {
			s.public.server.RegisterOnShutdown(a.stopping)
		}
	}
	s.public.server.ReadTimeout, s.public.server.WriteTimeout = readTime, writeTime
	return nil
}

// run serves until the context ends or a part of the service fails, which is the
// error. Either way it finishes the requests in flight. When the context ends and the
// platforms call us, it first is not ready for a while, so that a load balancer sends
// the calls elsewhere before connections are refused.
func (s *service) run(ctx context.Context) error {
	parent, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	group, running := errgroup.WithContext(parent)
	for _, a := range s.adapters {
		if a.run != nil {
			group.Go(func() error { return a.run(running) })
		}
	}
	group.Go(func() error { return s.jobs(running) })
	group.Go(func() error { s.readiness.watch(running, s.metrics, s.log); return nil })
	for _, w := range []*web{s.admin, s.socket, s.public} {
		if w != nil {
			group.Go(w.serve)
		}
	}
	select {
	case <-running.Done():
	case <-ctx.Done():
	}
	s.ending.Store(true)
	if s.public != nil && running.Err() == nil && s.delay > 0 {
		s.log.Info("not ready any longer, stopping soon", "after", s.delay.String())
		select {
		case <-running.Done():
		case <-time.After(s.delay):
		}
	}
	end()
	s.log.Info("stopping")
	drained := s.stop(context.WithoutCancel(ctx))
	err := errors.Join(group.Wait(), drained)
	s.log.Info("stopped", "clean", err == nil)
	return err
}

// stop accepts nothing new and waits for the requests in flight. The adapters drain
// side by side, within one deadline, so that a slow one takes no time from another.
// An adapter that is called over HTTP drains once the calls are answered, or half of
// the time is over. The operator's pages work until the end, but for backups and
// profiles.
func (s *service) stop(ctx context.Context) error {
	if s.socket != nil {
		s.socket.cut(errStopping)
	}
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
	return errors.Join(append(faults, s.admin.stop(ctx), s.socket.stop(ctx))...)
}
