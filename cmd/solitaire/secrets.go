package main

import (
	"errors"
	"os"
	"regexp"
	"strings"
)

// secrets are what lets the bot in. They come from the environment or from files
// that it names, and are never written anywhere.
type secrets struct {
	DiscordToken       string
	SlackBotToken      string
	SlackAppToken      string // Socket Mode
	SlackSigningSecret string // HTTP
	Server             string // SOLITAIRE_SECRET; empty if not set
}

// canServe reports what the service needs beside what lets it in.
func (s secrets) canServe() error {
	if s.Server == "" {
		return configf("SOLITAIRE_SECRET is not set, nor SOLITAIRE_SECRET_FILE: the deals of the day are made with it; solitaire secret makes one")
	}
	return nil
}

// readSecrets reads the secrets that a configuration needs, and only those.
func readSecrets(c config, env func(string) string) (s secrets, err error) {
	need := func(target *string, name string, ok check, without string) {
		value, fault := readSecret(env, name, ok)
		if fault == nil && value == "" {
			fault = configf("%s is not set, nor %s_FILE: %s", name, name, without)
		}
		*target, err = value, errors.Join(err, fault)
	}
	if c.Discord.Enabled {
		need(&s.DiscordToken, "DISCORD_TOKEN", isDiscordToken,
			"give the bot's token of Discord's developer portal, or set discord.enabled: false")
	}
	server, fault := readSecret(env, "SOLITAIRE_SECRET", isServerSecret)
	s.Server, err = server, errors.Join(err, fault)
	if !c.Slack.Enabled {
		return s, err
	}
	need(&s.SlackBotToken, "SLACK_BOT_TOKEN", startsWith("xoxb-"),
		"give the Bot User OAuth Token of the Slack app, or set slack.enabled: false")
	if c.Slack.Transport == socketTransport {
		need(&s.SlackAppToken, "SLACK_APP_TOKEN", startsWith("xapp-"),
			"give an app-level token of the Slack app with the scope connections:write, or set slack.transport: http")
	} else {
		need(&s.SlackSigningSecret, "SLACK_SIGNING_SECRET", isWord,
			"give the signing secret of the Slack app, or set slack.transport: socket")
	}
	return s, err
}

// readSecret returns the value of a variable, or what stands in the file that
// the variable NAME_FILE names; empty if neither is set. No error repeats it.
func readSecret(env func(string) string, name string, ok check) (string, error) {
	value, file := env(name), env(name+"_FILE")
	switch {
	case value != "" && file != "":
		return "", configf("%s and %s_FILE are both set: set one of them", name, name)
	case file != "":
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
	if err := ok(value); err != nil {
		return "", configf("%s: %w", name, err)
	}
	return value, nil
}

// isWord takes what has no spaces or control characters in it, as every token.
func isWord(s string) error {
	if !regexp.MustCompile(`^[!-~]+$`).MatchString(s) {
		return errors.New("it has spaces, line ends or other characters in it that no token has")
	}
	return nil
}

func isDiscordToken(s string) error {
	if strings.HasPrefix(s, "Bot ") {
		return errors.New(`give the token without "Bot " before it`)
	}
	return isWord(s)
}

func startsWith(prefix string) check {
	return func(s string) error {
		if !strings.HasPrefix(s, prefix) {
			return errors.New("this token must begin with " + prefix)
		}
		return isWord(s)
	}
}

// isServerSecret takes a secret that solitaire secret could have made.
func isServerSecret(s string) error {
	if !regexp.MustCompile(`^[0-9a-fA-F]{64,}$`).MatchString(s) {
		return errors.New("it must have at least 64 hex digits and nothing else: solitaire secret makes one")
	}
	return nil
}
