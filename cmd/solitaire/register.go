package main

import (
	"context"
	"fmt"

	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
)

type registerCmd struct {
	configFlag
	DryRun bool `help:"Only show what would change."`
}

// Help is the longer text of register --help.
func (registerCmd) Help() string {
	return `Run it after each upgrade: it asks Discord for the commands that are installed, shows how they differ from
this version's, and installs these. When nothing differs nothing is sent.`
}

// Run installs the commands.
func (c *registerCmd) Run(ctx context.Context, s streams) error {
	conf, err := loadConfig(c.Config, s.env)
	if err != nil {
		return err
	}
	conf.Discord.Enabled, conf.Slack.Enabled = true, false // whatever is served
	secrets, err := readSecrets(conf, s.env)
	if err != nil {
		return err
	}
	if err := conf.canServe(); err != nil {
		return err
	}
	catalogue, err := locale.Load()
	if err != nil {
		return err
	}
	d := conf.Discord.adapterConfig(secrets)
	d.Bot, d.Catalogue = play.New(nil), catalogue // nobody plays
	adapter, err := discord.New(d)
	if err != nil {
		return err
	}
	changes, err := adapter.Register(ctx, c.DryRun)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.out, changes)
	return err
}
