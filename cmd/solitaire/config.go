package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/advise"
)

// A config holds the keys of the configuration file, with defaults for those that
// it leaves out. No secret is in it; see [secrets].
type config struct {
	Data    string // where the players are kept; see [openStore]
	HTTP    httpConfig
	Admin   adminConfig
	Discord discordConfig
	Slack   slackConfig
	Solver  solverConfig
	Limits  limitsConfig
	// Pictures says whether boards may be drawn as pictures.
	Pictures bool
	Log      logConfig
}

type httpConfig struct{ Listen string }

type adminConfig struct{ Listen string }

type discordConfig struct {
	Enabled       bool
	Transport     string // gatewayTransport or httpTransport
	ApplicationID string
	PublicKey     string // 64 hex digits
	APIURL        string // empty: Discord's own
	Shards        int    // 0: as many as Discord recommends
}

type slackConfig struct {
	Enabled   bool
	Transport string // socketTransport or httpTransport
	APIURL    string // empty: Slack's own
	Commands  slackCommands
}

// slackCommands are the slash commands' names; another app of the workspace may
// own the usual ones.
type slackCommands struct{ Solitaire, Move string }

type solverConfig struct {
	Workers       int
	Memory        size
	HintBudget    time.Duration
	VerdictBudget time.Duration
}

func (c solverConfig) advise() advise.Config {
	return advise.Config{Workers: c.Workers, Memory: int64(c.Memory), HintBudget: c.HintBudget, VerdictBudget: c.VerdictBudget}
}

type limitsConfig struct {
	MovesPerSecond float64 // of one player
	MovesPerHour   int     // of one player; 0: no limit
	AtOnce         int     // requests of all players together
}

func (c limitsConfig) limits() bot.Limits {
	return bot.Limits{PerSecond: c.MovesPerSecond, PerHour: c.MovesPerHour, AtOnce: c.AtOnce}
}

type logConfig struct{ Level string }

// The transports.
const (
	gatewayTransport = "gateway" // Discord's WebSocket
	socketTransport  = "socket"  // Slack's
	httpTransport    = "http"    // the platform calls us
)

// defaultConfig is the meaning of an empty file. config.example.yaml has the same
// values, and explains them.
func defaultConfig() config {
	return config{
		Data:     "solitaire.db",
		HTTP:     httpConfig{Listen: ":8080"},
		Admin:    adminConfig{Listen: "127.0.0.1:9090"},
		Discord:  discordConfig{Enabled: true, Transport: gatewayTransport},
		Slack:    slackConfig{Enabled: true, Transport: socketTransport, Commands: slackCommands{"/solitaire", "/move"}},
		Solver:   solverConfig{Workers: 1, Memory: 1 << 30, HintBudget: time.Second, VerdictBudget: 2 * time.Second},
		Limits:   limitsConfig{MovesPerSecond: 5, MovesPerHour: 4000, AtOnce: 256},
		Pictures: true,
		Log:      logConfig{Level: "info"},
	}
}

// loadConfig reads a configuration file. SOLITAIRE_DATA takes the place of its
// data key: a database's URL with a password may stand there and nowhere else.
func loadConfig(file string, env func(string) string) (config, error) {
	c := defaultConfig()
	b, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, configf("%s: there is no such file; config.example.yaml is one to start from", file)
	case err != nil:
		return c, configf("%s: %w", file, withoutPath(err))
	}
	if err := readKeys(file, b, keys(&c)); err != nil {
		return c, err
	}
	place, err := readSecret(env, "SOLITAIRE_DATA", isPlace)
	if err == nil && place != "" {
		c.Data = place
	}
	return c, err
}

// A configError is a fault of the configuration or of a secret.
type configError struct{ err error }

func (e *configError) Error() string { return e.err.Error() }
func (e *configError) Unwrap() error { return e.err }

func configf(format string, args ...any) error {
	return &configError{fmt.Errorf(format, args...)}
}

// canServe reports whether the file says enough to serve a platform.
func (c config) canServe() error {
	switch {
	case !c.Discord.Enabled && !c.Slack.Enabled:
		return configf("discord.enabled and slack.enabled are both false: there is nobody to serve")
	case c.Slack.Enabled && c.Slack.Commands.Solitaire == c.Slack.Commands.Move:
		return configf("slack.commands.solitaire and slack.commands.move must have different names")
	case c.Discord.Enabled && c.Discord.ApplicationID == "":
		return configf("discord.application_id is not set: give the number of Discord's developer portal, or set discord.enabled: false")
	case c.Discord.Enabled && c.Discord.Transport == httpTransport && c.Discord.PublicKey == "":
		return configf("discord.public_key is not set: give the key of Discord's developer portal, or set discord.transport: gateway")
	}
	return nil
}

// transportOrOff names the transport of a platform for the log.
func transportOrOff(enabled bool, transport string) string {
	if !enabled {
		return "off"
	}
	return transport
}

// secrets are the tokens and keys of the platforms. They come from the environment or
// from files that it names, and are never written anywhere.
type secrets struct {
	DiscordToken       string
	SlackBotToken      string
	SlackAppToken      string // Socket Mode
	SlackSigningSecret string // HTTP
	Server             string // SOLITAIRE_SECRET; empty if not set
}

// canServe returns an error if the server secret is missing.
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

// readSecret returns the value of a variable, or the content of the file that the
// variable NAME_FILE names; empty if neither is set. No error repeats it.
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

// isWord accepts a text without spaces and control characters, as every token is.
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
