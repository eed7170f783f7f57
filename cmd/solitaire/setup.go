package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/bot/slack"
)

type secretCmd struct{}

// Help is the longer text of secret --help.
func (secretCmd) Help() string {
	return `The bot computes the deals of the day from SOLITAIRE_SECRET, so that nobody can foresee them. Keep the secret
with your other secrets. Another secret means other deals.`
}

// Run writes a new secret and nothing else.
func (secretCmd) Run(s streams) error {
	var b [32]byte
	_, _ = rand.Read(b[:]) // it never fails
	_, err := fmt.Fprintln(s.out, hex.EncodeToString(b[:]))
	return err
}

type registerCmd struct {
	configFlag
	DryRun bool `help:"Only show what would change."`
	Emojis bool `default:"true" negatable:"" help:"Upload the pictures of the cards too."`
}

// Help is the longer text of register --help.
func (registerCmd) Help() string {
	return `Run it after each upgrade. It compares the commands that are installed on Discord with this version's, shows the
differences, and installs this version's. Then it does the same with the pictures of the cards, which are emojis of
the application: it uploads those that are missing and removes its own that have changed. Discord limits uploads to some
number an hour; register waits as long as Discord demands. You can stop it: the next run goes on from there. If
nothing differs it changes nothing.`
}

// Run installs the commands and uploads the emojis, whichever platforms the bot serves.
func (c *registerCmd) Run(ctx context.Context, s streams) error {
	conf, err := loadConfig(c.Config, s.env)
	if err != nil {
		return err
	}
	conf.Discord.Enabled, conf.Slack.Enabled = true, false
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
	d.Bot, d.Catalogue = play.New(nil), catalogue // register handles no games
	adapter, err := discord.New(d)
	if err != nil {
		return err
	}
	changes, err := adapter.Register(ctx, c.DryRun)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(s.out, changes); err != nil {
		return err
	}
	if !c.Emojis {
		return nil
	}
	emojis, err := adapter.RegisterEmojis(ctx, c.DryRun, func(left int, wait time.Duration) {
		_, _ = fmt.Fprintf(s.err, "Discord takes no more emojis for now: %d are left. Going on in %v.\n", left, wait.Round(time.Second))
	})
	if err != nil || emojis.None() {
		return err
	}
	_, err = fmt.Fprintln(s.out, emojis)
	return err
}

type manifestCmd struct {
	Config string `placeholder:"FILE" help:"The bot's configuration, if it renames the slash commands."`
	URL    string `name:"url" placeholder:"https://HOST" help:"Where Slack reaches this bot; without it the app uses Socket Mode."`
	YAML   bool   `name:"yaml" help:"Write YAML instead of JSON."`
}

// Help is the longer text of manifest --help.
func (manifestCmd) Help() string {
	return `Slack creates the app from the manifest: at https://api.slack.com/apps choose "Create New App", "From a
manifest", and paste it.`
}

// Run writes the manifest.
func (c *manifestCmd) Run(s streams) error {
	conf := defaultConfig()
	if c.Config != "" {
		var err error
		if conf, err = loadConfig(c.Config, s.env); err != nil {
			return err
		}
	}
	if c.URL == "" && conf.Slack.Transport == httpTransport {
		return usagef("%s has slack.transport: http, so --url must say where Slack reaches this bot", c.Config)
	}
	manifest, err := slack.Manifest(slack.ManifestOptions{
		Specs: bot.New(nil, play.Commands()).Specs(), Commands: slack.Commands(conf.Slack.Commands), PublicURL: c.URL,
	})
	if err != nil {
		return usagef("%w", err)
	}
	if c.YAML {
		var value any
		if err := json.Unmarshal(manifest, &value); err != nil {
			return err
		}
		if manifest, err = yaml.Dump(value); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(s.out, "%s\n", manifest)
	return err
}
