package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/solitaire-chat/solitaire/persist"
)

// A setter sets a key's value. Its error says which values are allowed.
type setter func(value *yaml.Node) error

// readKeys sets every key that a YAML file holds. An unknown key, a key set twice and
// a value that isn't allowed are errors with their line; the error holds all faults of
// a file.
func readKeys(file string, content []byte, known map[string]setter) error {
	top, err := parseYAML(content)
	if err != nil {
		return configf("%s:%w", file, err)
	}
	if top == nil {
		return nil
	}
	r := keyReader{file: file, known: known, seen: map[string]bool{}}
	r.section("", top)
	if len(r.faults) > 0 {
		return &configError{errors.Join(r.faults...)}
	}
	return nil
}

// parseYAML returns the only value of a file; nil if it has none. The error
// begins with its line.
func parseYAML(content []byte) (*yaml.Node, error) {
	loader, err := yaml.NewLoader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	var document, second yaml.Node
	switch err := loader.Load(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, yamlFault(err)
	}
	if err := loader.Load(&second); !errors.Is(err, io.EOF) {
		return nil, errors.New(" more than one document: take the lines with --- out")
	}
	return document.Content[0], nil
}

// yamlFault puts the parser's error into the form of the others.
func yamlFault(err error) error {
	if fault, ok := errors.AsType[*yaml.LoadError](err); ok {
		return fmt.Errorf("%d: this is no YAML: %s", fault.Mark.Line, fault.Message)
	}
	return fmt.Errorf(" this is no YAML: %w", err)
}

// A keyReader goes through a file and collects its faults.
type keyReader struct {
	file   string
	known  map[string]setter
	seen   map[string]bool
	faults []error
}

func (r *keyReader) fault(line int, format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf("%s:%d: %w", r.file, line, fmt.Errorf(format, args...)))
}

// section reads the keys of a mapping, whose own key is path. A mapping whose keys are
// all commented out is null.
func (r *keyReader) section(path string, n *yaml.Node) {
	switch {
	case n.Tag == "!!null":
		return
	case n.Kind != yaml.MappingNode:
		r.fault(n.Line, "%s must have keys of its own: %s", named(path), strings.Join(r.within(path), ", "))
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		r.key(path, n.Content[i], n.Content[i+1])
	}
}

func (r *keyReader) key(path string, name, value *yaml.Node) {
	full := join(path, name.Value)
	set, isKey := r.known[full]
	switch {
	case r.seen[full]:
		r.fault(name.Line, "%s is set twice", full)
	case isKey:
		if err := set(value); err != nil {
			r.fault(value.Line, "%s: %w", full, err)
		}
	case len(r.within(full)) > 0:
		r.section(full, value)
	default:
		r.unknown(path, name)
	}
	r.seen[full] = true
}

// unknown reports an unknown key and lists those that exist; a secret has no key.
func (r *keyReader) unknown(path string, name *yaml.Node) {
	for _, word := range []string{"token", "secret", "password"} {
		if strings.Contains(strings.ToLower(name.Value), word) {
			r.fault(name.Line, "%q: secrets don't belong in this file; they come from the environment, see config.example.yaml", name.Value)
			return
		}
	}
	r.fault(name.Line, "there is no key %q%s, only %s", name.Value, inside(path), strings.Join(r.within(path), ", "))
}

// within lists the keys right under one, in order; of the whole file if path is
// empty.
func (r *keyReader) within(path string) []string {
	names := map[string]bool{}
	for key := range r.known {
		if rest, ok := strings.CutPrefix(key, join(path, "")); ok {
			name, _, _ := strings.Cut(rest, ".")
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// join returns the path of a key under another one; nothing is above "".
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func named(path string) string {
	if path == "" {
		return "the file"
	}
	return path
}

func inside(path string) string {
	if path == "" {
		return ""
	}
	return " under " + path
}

// keys lists everything that the configuration file can say, and where it goes.
func keys(c *config) map[string]setter {
	return map[string]setter{
		"data":                     text(&c.Data, isPlainPlace),
		"http.listen":              text(&c.HTTP.Listen, isAddress),
		"admin.listen":             text(&c.Admin.Listen, isAddress),
		"discord.enabled":          truth(&c.Discord.Enabled),
		"discord.transport":        text(&c.Discord.Transport, oneOf(gatewayTransport, httpTransport)),
		"discord.application_id":   text(&c.Discord.ApplicationID, optional(isDiscordID)),
		"discord.public_key":       text(&c.Discord.PublicKey, optional(isPublicKey)),
		"discord.api_url":          text(&c.Discord.APIURL, optional(isURL("/api/v10"))),
		"discord.shards":           number(&c.Discord.Shards, strconv.Atoi, 0, 16_000),
		"slack.enabled":            truth(&c.Slack.Enabled),
		"slack.transport":          text(&c.Slack.Transport, oneOf(socketTransport, httpTransport)),
		"slack.api_url":            text(&c.Slack.APIURL, optional(isURL("/api/"))),
		"slack.commands.solitaire": text(&c.Slack.Commands.Solitaire, isSlash),
		"slack.commands.move":      text(&c.Slack.Commands.Move, isSlash),
		"solver.workers":           number(&c.Solver.Workers, strconv.Atoi, 1, 256),
		"solver.memory":            number(&c.Solver.Memory, parseSize, 64<<20, 1<<40),
		"solver.hint_budget":       number(&c.Solver.HintBudget, time.ParseDuration, 100*time.Millisecond, 10*time.Second),
		"solver.verdict_budget":    number(&c.Solver.VerdictBudget, time.ParseDuration, 100*time.Millisecond, 10*time.Second),
		"limits.moves_per_second":  number(&c.Limits.MovesPerSecond, parseFloat, 0.1, 10_000),
		"limits.moves_per_hour":    number(&c.Limits.MovesPerHour, strconv.Atoi, 0, persist.MaxPerHour),
		"limits.at_once":           number(&c.Limits.AtOnce, strconv.Atoi, 1, 100_000),
		"pictures":                 truth(&c.Pictures),
		"log.level":                text(&c.Log.Level, oneOf("debug", "info", "warn", "error")),
	}
}

// A check returns an error that says what a text must be. The error never repeats the
// text, which may be a secret.
type check func(string) error

// text sets a string that passes a check.
func text(target *string, ok check) setter {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
			return errors.New("give a text")
		}
		if err := ok(n.Value); err != nil {
			return err
		}
		*target = n.Value
		return nil
	}
}

func truth(target *bool) setter {
	return func(n *yaml.Node) error {
		if n.Kind != yaml.ScalarNode || n.Decode(target) != nil {
			return errors.New("give true or false")
		}
		return nil
	}
}

// number sets something that is written as a word and lies within bounds.
func number[T int | float64 | size | time.Duration](target *T, parse func(string) (T, error), least, most T) setter {
	return func(n *yaml.Node) error {
		value, err := parse(n.Value)
		if inside := value >= least && value <= most; n.Kind != yaml.ScalarNode || err != nil || !inside { // NaN is never inside
			return fmt.Errorf("give a value from %v to %v", least, most)
		}
		*target = value
		return nil
	}
}

func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }

func parseSize(s string) (n size, err error) {
	err = n.UnmarshalText([]byte(s))
	return n, err
}

func optional(ok check) check {
	return func(s string) error {
		if s == "" {
			return nil
		}
		return ok(s)
	}
}

func oneOf(words ...string) check {
	return func(s string) error {
		if !slices.Contains(words, s) {
			return fmt.Errorf("give one of %s", strings.Join(words, ", "))
		}
		return nil
	}
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

// isURL accepts the base of a platform's API.
func isURL(end string) check {
	return func(s string) error {
		u, err := url.Parse(s)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || !strings.HasSuffix(u.Path, end) {
			return fmt.Errorf("give an http or https URL that ends in %s", end)
		}
		return nil
	}
}

func isDiscordID(s string) error {
	if _, err := strconv.ParseUint(s, 10, 64); err != nil {
		return errors.New("give the application's id, a number that Discord's developer portal shows; in quotes")
	}
	return nil
}

func isPublicKey(s string) error {
	if b, err := hex.DecodeString(s); err != nil || len(b) != 32 {
		return errors.New("give the application's public key, 64 hex digits that Discord's developer portal shows")
	}
	return nil
}

func isSlash(s string) error {
	if !regexp.MustCompile(`^/[a-z0-9_-]{1,31}$`).MatchString(s) {
		return errors.New("give a slash and up to 31 lower-case letters, digits, - or _")
	}
	return nil
}

// isPlainPlace accepts a place for the data that holds no secret.
func isPlainPlace(s string) error {
	if err := isPlace(s); err != nil {
		return err
	}
	if u, err := url.Parse(s); isDatabase(s) && err == nil {
		_, inUser := u.User.Password()
		if inUser || u.Query().Has("password") || u.Query().Has("sslpassword") {
			return errors.New("a password doesn't belong here: give the whole URL in SOLITAIRE_DATA or SOLITAIRE_DATA_FILE, or the password in PGPASSWORD or PGPASSFILE")
		}
	}
	return nil
}

// isOtherwiseDatabase reports whether a text is meant to be a database, in a form
// that other programs take, such as "host=db password=x". As a file name it would
// be created, and its password would be in the log.
func isOtherwiseDatabase(s string) bool {
	return regexp.MustCompile(`^postgres(ql)?:|(^|\s)(host|hostaddr|port|dbname|user|password|service)\s*=`).MatchString(s)
}

// isPlace accepts a place for the data.
func isPlace(s string) error {
	_, err := url.Parse(s)
	switch scheme, _, isURL := strings.Cut(s, "://"); {
	case s == "":
		return errors.New("give a file name, or postgres://host/database")
	case isDatabase(s) && err != nil:
		return errors.New("this is no URL: characters such as / and @ in a password are written as %2F and %40")
	case isURL && !isDatabase(s):
		return fmt.Errorf("%s: is not known: give a file name, or postgres://host/database", scheme)
	case !isURL && isOtherwiseDatabase(s):
		return errors.New("give a database as a URL, postgres://host/database")
	}
	return nil
}
