package main

import (
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v4"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/bot/slack"
)

type manifestCmd struct {
	Config string `placeholder:"FILE" help:"The configuration, if it gives the slash commands other names."`
	URL    string `name:"url" placeholder:"https://HOST" help:"Where Slack reaches this bot; without it the app uses Socket Mode."`
	YAML   bool   `name:"yaml" help:"Write YAML instead of JSON."`
}

// Help is the longer text of manifest --help.
func (manifestCmd) Help() string {
	return `From the manifest Slack makes the app: at https://api.slack.com/apps choose "Create New App", "From a
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
	if c.Config != "" && c.URL == "" && conf.Slack.Transport == httpTransport {
		return usagef("%s has slack.transport: http, so --url must say where Slack reaches this bot", c.Config)
	}
	manifest, err := slack.Manifest(slack.ManifestOptions{Specs: bot.New(nil, play.Commands()).Specs(), Commands: slack.Commands(conf.Slack.Commands), PublicURL: c.URL})
	if err != nil {
		return &usageError{err}
	}
	if c.YAML {
		if manifest, err = inYAML(manifest); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(s.out, "%s\n", manifest)
	return err
}

// inYAML writes JSON as YAML.
func inYAML(b []byte) ([]byte, error) {
	var value any
	if err := json.Unmarshal(b, &value); err != nil {
		return nil, err
	}
	return yaml.Dump(value)
}
