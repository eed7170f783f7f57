package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/solitaire-chat/solitaire/cmd/solitaire/internal/advise"
	"github.com/solitaire-chat/solitaire/persist"
)

// A config is the configuration file; config.example.yaml explains every key. It
// holds no secrets: see [secrets].
type config struct {
	Data string `yaml:"data"` // a place: see [openStore]
	HTTP struct {
		Listen        string        `yaml:"listen"`
		ShutdownDelay time.Duration `yaml:"shutdown_delay"`
	} `yaml:"http"`
	Admin struct {
		Listen string   `yaml:"listen"`
		Hosts  []string `yaml:"hosts"`  // names by which others reach it
		Socket string   `yaml:"socket"` // see [config.socketPath]
	} `yaml:"admin"`
	Discord discordConfig `yaml:"discord"`
	Slack   slackConfig   `yaml:"slack"`
	Web     struct {
		Enabled bool   `yaml:"enabled"`
		URL     string `yaml:"url"`
		Contact string `yaml:"contact"`
	} `yaml:"web"`
	Solver struct {
		Workers       int           `yaml:"workers"`
		Memory        size          `yaml:"memory"`
		HintBudget    time.Duration `yaml:"hint_budget"`
		VerdictBudget time.Duration `yaml:"verdict_budget"`
	} `yaml:"solver"`
	Limits struct {
		MovesPerSecond float64 `yaml:"moves_per_second"` // of one player
		MovesPerHour   int     `yaml:"moves_per_hour"`   // of one player; 0: no limit
		AtOnce         int     `yaml:"at_once"`          // requests of all players together
	} `yaml:"limits"`
	Pictures bool `yaml:"pictures"`
	Log      struct {
		Level string `yaml:"level"`
	} `yaml:"log"`
}

type discordConfig struct {
	Enabled       bool   `yaml:"enabled"`
	Transport     string `yaml:"transport"` // gatewayTransport or httpTransport
	ApplicationID string `yaml:"application_id"`
	PublicKey     string `yaml:"public_key"` // 64 hex digits
	APIURL        string `yaml:"api_url"`    // empty: Discord's own
	Shards        int    `yaml:"shards"`     // 0: as many as Discord recommends
	Board         string `yaml:"board"`      // textBoard or cardsBoard
}

type slackConfig struct {
	Enabled   bool   `yaml:"enabled"`
	Transport string `yaml:"transport"` // socketTransport or httpTransport
	APIURL    string `yaml:"api_url"`   // empty: Slack's own
	Commands  struct {
		Solitaire string `yaml:"solitaire"`
		Move      string `yaml:"move"`
	} `yaml:"commands"` // another app of the workspace may own the usual names
}

// The transports.
const (
	gatewayTransport = "gateway" // Discord's WebSocket
	socketTransport  = "socket"  // Slack's
	httpTransport    = "http"    // the platform calls us
)

// The boards that Discord players see who have chosen no style.
const (
	textBoard  = "text"
	cardsBoard = "cards"
)

// defaultConfig is the meaning of an empty file.
func defaultConfig() (c config) {
	c.Data = "solitaire.db"
	c.HTTP.Listen, c.HTTP.ShutdownDelay = ":8080", 3*time.Second
	c.Admin.Listen, c.Admin.Hosts = "127.0.0.1:9090", []string{}
	c.Discord.Enabled, c.Discord.Transport, c.Discord.Board = true, gatewayTransport, textBoard
	c.Slack.Enabled, c.Slack.Transport = true, socketTransport
	c.Slack.Commands.Solitaire, c.Slack.Commands.Move = "/solitaire", "/move"
	c.Solver.Workers, c.Solver.Memory = 1, 1<<30
	c.Solver.HintBudget, c.Solver.VerdictBudget = time.Second, 2*time.Second
	c.Limits.MovesPerSecond, c.Limits.MovesPerHour, c.Limits.AtOnce = 5, 4000, 256
	c.Pictures = true
	c.Log.Level = "info"
	return c
}

// loadConfig reads a configuration file. The variable SOLITAIRE_DATA replaces its data
// key; only the variable may hold a database URL with a password.
func loadConfig(file string, env func(string) string) (config, error) {
	content, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return config{}, configf("%s: there is no such file; config.example.yaml is one to start from", file)
	case err != nil:
		return config{}, configf("%s: %w", file, withoutPath(err))
	}
	c, err := parseConfig(file, content)
	if err != nil {
		return c, err
	}
	place, err := readSecret(env, "SOLITAIRE_DATA", isPlace)
	if err != nil {
		return c, err
	}
	c.Data, err = fromHome(cmp.Or(place, c.Data), env)
	return c, err
}

// parseConfig returns the configuration that YAML text holds. The error, a
// [*usageError], has a line for each fault, in the order of the file.
func parseConfig(file string, content []byte) (config, error) {
	c := defaultConfig()
	loader, err := yaml.NewLoader(bytes.NewReader(content))
	if err != nil {
		return c, configf("%s: %w", file, err)
	}
	var top yaml.Node
	switch err := loader.Load(&top); {
	case errors.Is(err, io.EOF): // nothing but comments
		return c, nil
	case err != nil:
		if fault, ok := errors.AsType[*yaml.LoadError](err); ok {
			return c, configf("%s:%d: this is no YAML: %s", file, fault.Mark.Line, fault.Message)
		}
		return c, configf("%s: this is no YAML: %w", file, err)
	case !errors.Is(loader.Load(new(yaml.Node)), io.EOF):
		return c, configf("%s: more than one document: take the lines with --- out", file)
	}
	type fault struct {
		line int
		text string
	}
	var faults []fault
	err = top.Load(&c, yaml.WithKnownFields())
	if unusable, ok := errors.AsType[*yaml.LoadErrors](err); ok {
		for _, e := range unusable.Errors {
			faults = append(faults, fault{e.Mark.Line, plainFault(e.Message)})
		}
	} else if err != nil {
		return c, configf("%s: %w", file, err)
	}
	for _, check := range c.checks() {
		if check.err != nil {
			faults = append(faults, fault{lineOf(&top, check.key), fmt.Sprintf("%s: %v", check.key, check.err)})
		}
	}
	slices.SortStableFunc(faults, func(a, b fault) int { return a.line - b.line })
	var list []error
	for _, f := range faults {
		list = append(list, fmt.Errorf("%s:%d: %s", file, f.line, f.text))
	}
	if len(list) > 0 {
		return c, configf("%w", errors.Join(list...))
	}
	return c, nil
}

// plainFault puts the YAML library's error into an operator's words. It never repeats
// a value, which may be a secret.
func plainFault(message string) string {
	if key, ok := strings.CutPrefix(message, "field "); ok {
		key, _, _ = strings.Cut(key, " ")
		if regexp.MustCompile(`(?i)token|secret|password`).MatchString(key) {
			return fmt.Sprintf("%q: secrets don't belong in this file; they come from the environment, see config.example.yaml", key)
		}
		return fmt.Sprintf("there is no key %q here; config.example.yaml has all keys", key)
	}
	_, kind, ok := strings.Cut(message, " into ")
	if !ok {
		return message
	}
	switch kind {
	case "string":
		return "give a text"
	case "bool":
		return "give true or false"
	case "int", "float64":
		return "give a number without quotes"
	case "time.Duration":
		return "give a time such as 500ms or 2s"
	case "main.size":
		return "give a size such as 512MiB or 1GiB"
	}
	return "give keys and their values; config.example.yaml has all keys"
}

// lineOf returns the line of a key such as "log.level"; 0 if the file doesn't set it.
func lineOf(n *yaml.Node, key string) int {
	if n.Kind == yaml.DocumentNode {
		n = n.Content[0]
	}
	name, rest, deeper := strings.Cut(key, ".")
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		switch {
		case n.Content[i].Value != name:
		case deeper:
			return lineOf(n.Content[i+1], rest)
		default:
			return n.Content[i+1].Line
		}
	}
	return 0
}

type keyCheck struct {
	key string
	err error // which values are allowed; nil if the value is one
}

// checks lists what each key's value must be.
func (c *config) checks() []keyCheck {
	return []keyCheck{
		{"data", isPlainPlace(c.Data)},
		{"http.listen", isAddress(c.HTTP.Listen)},
		{"http.shutdown_delay", within(c.HTTP.ShutdownDelay, 0, time.Minute)},
		{"admin.listen", isAddress(c.Admin.Listen)},
		{"admin.hosts", areHosts(c.Admin.Hosts)},
		{"discord.transport", oneOf(c.Discord.Transport, gatewayTransport, httpTransport)},
		{"discord.application_id", matches(c.Discord.ApplicationID, `\d{0,20}`, "the application's id, a number that Discord's developer portal shows")},
		{"discord.public_key", matches(c.Discord.PublicKey, `([0-9a-fA-F]{64})?`, "the application's public key, 64 hex digits that Discord's developer portal shows")},
		{"discord.api_url", isURL(c.Discord.APIURL, "/api/v10")},
		{"discord.shards", within(c.Discord.Shards, 0, 16_000)},
		{"discord.board", oneOf(c.Discord.Board, textBoard, cardsBoard)},
		{"slack.transport", oneOf(c.Slack.Transport, socketTransport, httpTransport)},
		{"slack.api_url", isURL(c.Slack.APIURL, "/api/")},
		{"slack.commands.solitaire", isSlash(c.Slack.Commands.Solitaire)},
		{"slack.commands.move", isSlash(c.Slack.Commands.Move)},
		{"web.url", isPage(c.Web.URL)},
		{"solver.workers", within(c.Solver.Workers, 1, 256)},
		{"solver.memory", within(c.Solver.Memory, 64<<20, 1<<40)},
		{"solver.hint_budget", within(c.Solver.HintBudget, 100*time.Millisecond, 10*time.Second)},
		{"solver.verdict_budget", within(c.Solver.VerdictBudget, 100*time.Millisecond, 10*time.Second)},
		{"limits.moves_per_second", within(c.Limits.MovesPerSecond, 0.1, 10_000)},
		{"limits.moves_per_hour", within(c.Limits.MovesPerHour, 0, persist.MaxPerHour)},
		{"limits.at_once", within(c.Limits.AtOnce, 1, 100_000)},
		{"log.level", oneOf(c.Log.Level, "debug", "info", "warn", "error")},
	}
}

// isPage accepts the address of the page. It accepts http only on this machine, since
// elsewhere others could read the cookies that identify players.
func isPage(s string) error {
	u, err := url.Parse(s)
	switch {
	case s == "":
		return nil
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http":
		return errors.New("give an address such as https://cards.example, or leave it empty")
	case u.Scheme == "http" && u.Hostname() != "localhost" && u.Hostname() != "127.0.0.1" && u.Hostname() != "::1":
		return errors.New("give an address that begins with https://")
	}
	return nil
}

func within[T cmp.Ordered](value, least, most T) error {
	if value >= least && value <= most { // false for NaN
		return nil
	}
	return fmt.Errorf("give a value from %v to %v", least, most)
}

func oneOf(value string, words ...string) error {
	if !slices.Contains(words, value) {
		return fmt.Errorf("give one of %s", strings.Join(words, ", "))
	}
	return nil
}

func matches(value, pattern, want string) error {
	if !regexp.MustCompile(`^(` + pattern + `)$`).MatchString(value) {
		return errors.New("give " + want)
	}
	return nil
}

func isSlash(s string) error {
	return matches(s, `/[a-z0-9_-]{1,31}`, "a slash and up to 31 lower-case letters, digits, - or _")
}

// isAddress accepts the address of a listener.
func isAddress(s string) error {
	_, port, err := net.SplitHostPort(s)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return errors.New(`give an address and a port, such as "127.0.0.1:9090" or ":8080"`)
	}
	return nil
}

// areHosts accepts host names without ports.
func areHosts(names []string) error {
	for _, name := range names {
		if err := matches(name, `[A-Za-z0-9._-]+`, "a list of host names without ports, such as [solitaire.example.org]"); err != nil {
			return err
		}
	}
	return nil
}

// isURL accepts the base of a platform's API, and an empty text.
func isURL(s, end string) error {
	u, err := url.Parse(s)
	if s == "" || err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && strings.HasSuffix(u.Path, end) {
		return nil
	}
	return fmt.Errorf("give an http or https URL that ends in %s", end)
}

// canServe returns an error unless the file has everything needed to serve a platform.
func (c *config) canServe() error {
	switch {
	case !c.Discord.Enabled && !c.Slack.Enabled && !c.Web.Enabled:
		return configf("discord.enabled, slack.enabled and web.enabled are all false: there is nobody to serve")
	case c.Web.Enabled && c.Web.URL == "":
		return configf("web.url is not set: give the address at which browsers find the page, such as https://cards.example")
	case c.Slack.Enabled && c.Slack.Commands.Solitaire == c.Slack.Commands.Move:
		return configf("slack.commands.solitaire and slack.commands.move must have different names")
	case c.Discord.Enabled && c.Discord.ApplicationID == "":
		return configf("discord.application_id is not set: give the number of Discord's developer portal, or set discord.enabled: false")
	case c.Discord.Enabled && c.Discord.Transport == httpTransport && c.Discord.PublicKey == "":
		return configf("discord.public_key is not set: give the key of Discord's developer portal, or set discord.transport: gateway")
	}
	return nil
}

func (c *config) advise() advise.Config {
	s := c.Solver
	return advise.Config{Workers: s.Workers, Memory: int64(s.Memory), HintBudget: s.HintBudget, VerdictBudget: s.VerdictBudget}
}

// A size is a number of bytes, written as 512MiB or 1GiB.
type size int64

// String returns the size in the largest unit that gives a whole number.
func (s size) String() string {
	units := []string{"", "KiB", "MiB", "GiB"}
	for len(units) > 1 && s != 0 && s%1024 == 0 {
		s /= 1024
		units = units[1:]
	}
	return strconv.FormatInt(int64(s), 10) + units[0]
}

// UnmarshalText reads a size.
func (s *size) UnmarshalText(text []byte) error {
	number, unit := strings.TrimSpace(string(text)), int64(1)
	for i, suffix := range []string{"KiB", "MiB", "GiB"} {
		if n, ok := strings.CutSuffix(number, suffix); ok {
			number, unit = strings.TrimSpace(n), 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > (1<<50)/unit {
		return errors.New("this is no size: give one such as 512MiB or 1GiB")
	}
	*s = size(n * unit)
	return nil
}
