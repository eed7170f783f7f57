package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A config is what the configuration file says, with defaults for what it
// leaves out. No secret is in it; see [secrets].
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

// defaultConfig is what an empty file means. config.example.yaml says the same,
// with words.
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
	case c.Discord.Enabled:
		return c.Discord.canServe()
	}
	return nil
}

func (c discordConfig) canServe() error {
	switch {
	case c.ApplicationID == "":
		return configf("discord.application_id is not set: give the number of Discord's developer portal, or set discord.enabled: false")
	case c.Transport == httpTransport && c.PublicKey == "":
		return configf("discord.public_key is not set: give the key of Discord's developer portal, or set discord.transport: gateway")
	}
	return nil
}

// how says in a word how the platform is reached.
func (c discordConfig) how() string { return transportOrOff(c.Enabled, c.Transport) }
func (c slackConfig) how() string   { return transportOrOff(c.Enabled, c.Transport) }

func transportOrOff(enabled bool, transport string) string {
	if !enabled {
		return "off"
	}
	return transport
}
