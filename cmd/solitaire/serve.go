package main

import (
	"context"
	"errors"
	"log/slog"
	"os/signal"
	"syscall"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
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
	return `Runs the bot for Discord, Slack or both until it gets SIGTERM or SIGINT: then it takes nothing new, finishes
what is under way, and ends. A second signal ends it at once. Secrets come from the environment.`
}

// Run serves until the context ends.
func (c *serveCmd) Run(ctx context.Context, s streams) (err error) {
	conf, err := loadConfig(c.Config, s.env)
	if err != nil {
		return err
	}
	secrets, err := readSecrets(conf, s.env)
	if err := errors.Join(conf.canServe(), err); err != nil { // what is broken before what is missing
		return err
	}
	if err := secrets.canServe(); err != nil {
		return err
	}
	signal.Ignore(syscall.SIGPIPE) // who reads the log may end before the bot
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
	b := newBot(conf, measuredStore{store, m}, watcher{log, m})
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
	defer overlap()() // after the solver has counted the cores
	log.Info("serving", "version", version(), "data", shownPlace(conf.Data), "discord", conf.Discord.how(), "slack", conf.Slack.how(),
		"http", service.public.address(), "admin", service.admin.address())
	return service.run(ctx)
}

func newBot(conf config, store persist.Store, w watcher) *bot.Bot {
	b := play.New(store)
	b.Limits = conf.Limits.limits()
	k := newThinker(conf.Solver, w.metrics.solver)
	b.Solver, b.Advisor = k, k
	b.Observer = noticing{w, &k.quiet}
	return b
}

// newJobs returns what one copy of the bot at a time does without being asked.
func newJobs(b *bot.Bot, leases persist.Leaser, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		return newReferee(leases).Hold(ctx, "jobs", func(ctx context.Context) error {
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

// newPainter returns the painter of all adapters; nil where pictures are switched
// off.
func newPainter(conf config, b *bot.Bot) (*picture.Painter, error) {
	b.Pictures = conf.Pictures
	if !conf.Pictures {
		return nil, nil
	}
	return picture.New()
}

// newAdapters returns the adapters of the platforms that are enabled.
func newAdapters(conf config, secret secrets, log *slog.Logger, store persist.Store, b *bot.Bot) ([]adapter, error) {
	catalogue, err := locale.Load()
	if err != nil {
		return nil, err
	}
	b.Words = catalogue.Words()
	painter, err := newPainter(conf, b)
	if err != nil {
		return nil, err
	}
	var list []adapter
	if conf.Discord.Enabled {
		c := conf.Discord.adapterConfig(secret)
		c.Bot, c.Catalogue, c.Log, c.Painter = b, catalogue, log, painter
		d, err := newDiscord(c, conf.Discord.Transport, newReferee(store))
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
