package main

import (
	"errors"
	"os"
	"regexp"
	"strings"
)

// secrets are the tokens and keys of the platforms. They come from the environment or
// from files that it names, and are never written anywhere.
type secrets struct {
	DiscordToken       string
	SlackBotToken      string
	SlackAppToken      string // Socket Mode
	SlackSigningSecret string // HTTP
	Server             string // SOLITAIRE_SECRET; empty if not set
}

// readSecrets reads only the secrets that a configuration needs. The error names all that
// are missing or invalid.
func readSecrets(c config, env func(string) string) (s secrets, err error) {
	s.Server, err = readSecret(env, "SOLITAIRE_SECRET", func(s string) error {
		return token(s, `[0-9a-fA-F]{64,}`, "it must have at least 64 hex digits and nothing else: solitaire secret makes one")
	})
	slackHTTP := c.Slack.Transport == httpTransport
	for _, need := range []struct {
		needed              bool
		target              *string
		name, begin, advice string
	}{
		{c.Discord.Enabled, &s.DiscordToken, "DISCORD_TOKEN", "", "give the bot's token of Discord's developer portal, or set discord.enabled: false"},
		{c.Slack.Enabled, &s.SlackBotToken, "SLACK_BOT_TOKEN", "xoxb-", "give the Bot User OAuth Token of the Slack app, or set slack.enabled: false"},
		{
			c.Slack.Enabled && !slackHTTP, &s.SlackAppToken, "SLACK_APP_TOKEN", "xapp-",
			"give an app-level token of the Slack app with the scope connections:write, or set slack.transport: http",
		},
		{
			c.Slack.Enabled && slackHTTP, &s.SlackSigningSecret, "SLACK_SIGNING_SECRET", "",
			"give the signing secret of the Slack app, or set slack.transport: socket",
		},
	} {
		if !need.needed {
			continue
		}
		value, fault := readSecret(env, need.name, func(s string) error {
			switch {
			case strings.HasPrefix(s, "Bot "):
				return errors.New(`give the token without "Bot " before it`)
			case !strings.HasPrefix(s, need.begin):
				return errors.New("this token must begin with " + need.begin)
			}
			return token(s, `[!-~]+`, "it has spaces, line ends or other characters in it that no token has")
		})
		if fault == nil && value == "" {
			fault = configf("%s is not set, nor %[1]s_FILE: %s", need.name, need.advice)
		}
		*need.target, err = value, errors.Join(err, fault)
	}
	return s, err
}

// readSecret returns the value of a variable, or the content of the file that the
// variable NAME_FILE names; empty if neither is set. No error repeats the value.
func readSecret(env func(string) string, name string, check func(string) error) (string, error) {
	value, file := env(name), env(name+"_FILE")
	switch {
	case value != "" && file != "":
		return "", configf("%s and %[1]s_FILE are both set: set one of them", name)
	case file != "":
		file, err := fromHome(file, env)
		if err != nil {
			return "", configf("%s_FILE: %w", name, err)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return "", configf("%s_FILE: %w", name, err)
		}
		value = strings.TrimSuffix(strings.TrimSuffix(string(b), "\n"), "\r")
		if value == "" {
			return "", configf("%s_FILE: the file is empty", name)
		}
	case value == "":
		return "", nil
	}
	if err := check(value); err != nil {
		return "", configf("%s: %w", name, err)
	}
	return value, nil
}

func token(s, pattern, fault string) error {
	if !regexp.MustCompile(`^` + pattern + `$`).MatchString(s) {
		return errors.New(fault)
	}
	return nil
}
