package slack

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot/command"
)

// ManifestOptions are the operator's choices.
type ManifestOptions struct {
	Specs     []command.Spec // commands of the bot
	Commands  Commands       // default: /solitaire and /move
	PublicURL string         // the bot's address for Slack, such as https://bot.example.org; empty means Socket Mode
}

// Manifest returns the app manifest, from which Slack creates the app: its commands, its
// events and its scopes.
func Manifest(o ManifestOptions) ([]byte, error) {
	commands := o.Commands.orUsual()
	valid := regexp.MustCompile(`^/[a-z0-9_-]{1,31}$`)
	for _, name := range []string{commands.Solitaire, commands.Move} {
		if !valid.MatchString(name) {
			return nil, fmt.Errorf("%q can't be a slash command: give a slash followed by up to 31 lower-case letters, digits, - or _", name)
		}
	}
	if commands.Solitaire == commands.Move {
		return nil, fmt.Errorf("both slash commands are called %s: they need different names", commands.Move)
	}
	base := strings.TrimSuffix(o.PublicURL, "/")
	if base != "" && !strings.HasPrefix(base, "https://") {
		return nil, fmt.Errorf("the public address %s must begin with https://", base)
	}
	at := func(path string) string {
		if base == "" {
			return ""
		}
		return base + path
	}
	return json.MarshalIndent(manifest{
		Display: slackgo.Display{Name: "Solitaire", Description: "Klondike and Yukon solitaire", BackgroundColor: "#14532d"},
		Features: features{
			AppHome: appHome{Home: true, Messages: true},
			BotUser: slackgo.BotUser{DisplayName: "Solitaire", AlwaysOnline: true},
			SlashCommands: []slackgo.ManifestSlashCommand{
				{Command: commands.Solitaire, Description: "Play Klondike or Yukon", UsageHint: usage(o.Specs), ShouldEscape: true, Url: at("/slack/commands")},
				{Command: commands.Move, Description: "Move cards", UsageHint: "3 5 | w f | 9h 10s | d", ShouldEscape: true, Url: at("/slack/commands")},
			},
		},
		OAuth: oauth{Scopes: slackgo.OAuthScopes{Bot: scopes()}},
		Settings: settings{
			Events:        slackgo.EventSubscriptions{RequestUrl: at("/slack/events"), BotEvents: []string{"app_home_opened", "message.im", "user_change"}},
			Interactivity: slackgo.Interactivity{IsEnabled: true, RequestUrl: at("/slack/interactions")},
			SocketMode:    base == "",
		},
	}, "", "  ")
}

// scopes are the permissions that the adapter needs: for commands; to post and change
// messages, also in public channels that the bot isn't in; to look up names and locales; to
// find the conversation with a player, to read it, and to send files there.
func scopes() []string {
	return []string{"commands", "chat:write", "chat:write.public", "users:read", "im:write", "im:history", "files:write"}
}

// usage lists what can follow /solitaire.
func usage(specs []command.Spec) string {
	var names []string
	for _, spec := range specs {
		if spec.Name != "more" { // only the button uses it
			names = append(names, spec.Name)
		}
	}
	return strings.Join(names, " | ")
}

// A manifest is the library's type without the parts that would be empty.
type manifest struct {
	Display  slackgo.Display `json:"display_information"`
	Features features        `json:"features"`
	OAuth    oauth           `json:"oauth_config"`
	Settings settings        `json:"settings"`
}

type features struct {
	AppHome       appHome                        `json:"app_home"`
	BotUser       slackgo.BotUser                `json:"bot_user"`
	SlashCommands []slackgo.ManifestSlashCommand `json:"slash_commands"`
}

// appHome allows people to type in the conversation with the bot. The library's type
// omits this, which would forbid it.
type appHome struct {
	Home     bool `json:"home_tab_enabled"`
	Messages bool `json:"messages_tab_enabled"`
	ReadOnly bool `json:"messages_tab_read_only_enabled"`
}

type oauth struct {
	Scopes slackgo.OAuthScopes `json:"scopes"`
}

type settings struct {
	Events        slackgo.EventSubscriptions `json:"event_subscriptions"`
	Interactivity slackgo.Interactivity      `json:"interactivity"`
	SocketMode    bool                       `json:"socket_mode_enabled"`
}
