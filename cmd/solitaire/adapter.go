package main

import (
	"context"
	"encoding/hex"
	"net/http"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/persist/lease"
)

// An adapter is a platform's, as serve sees it.
type adapter struct {
	platform string
	run      func(context.Context) error // holds connections to the platform; nil where it calls us
	routes   map[string]http.Handler     // for the platform's calls; none where we call it
	drain    func(context.Context) error // waits for the requests under way
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
