package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

const exampleConfig = "../../config.example.yaml"

// load reads a configuration that stands in a file.
func load(t *testing.T, content string, env map[string]string) (config, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := loadConfig(file, envOf(env))
	if err != nil && report(&strings.Builder{}, err) != exitUsage {
		t.Errorf("%v: not exit status 2", err)
	}
	return c, err
}

func envOf(variables map[string]string) func(string) string {
	return func(name string) string { return variables[name] }
}

func TestExampleConfigSaysTheDefaults(t *testing.T) {
	got, err := loadConfig(exampleConfig, noEnv)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(defaultConfig(), got); diff != "" {
		t.Errorf("defaults (-) and example (+):\n%s", diff)
	}
}

func TestExampleConfigHasEveryKey(t *testing.T) {
	example, err := os.ReadFile(exampleConfig)
	if err != nil {
		t.Fatal(err)
	}
	defaults, err := yaml.Dump(defaultConfig())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(keysOf(t, defaults), keysOf(t, example)); diff != "" {
		t.Errorf("keys of the configuration (-) and of the example (+):\n%s", diff)
	}
}

// keysOf returns a YAML text's keys, without their values.
func keysOf(t *testing.T, content []byte) map[string]any {
	t.Helper()
	var all map[string]any
	if err := yaml.Load(content, &all); err != nil {
		t.Fatal(err)
	}
	var blank func(map[string]any)
	blank = func(m map[string]any) {
		for key, value := range m {
			if section, ok := value.(map[string]any); ok {
				blank(section)
			} else {
				m[key] = nil
			}
		}
	}
	blank(all)
	return all
}

func TestConfigSetsEveryKey(t *testing.T) {
	got, err := load(t, `
data: postgres://ann@db.example/solitaire
http: {listen: "[::1]:80", shutdown_delay: 5s}
admin: {listen: "127.0.0.1:0", hosts: [bot.example], socket: /run/solitaire/socket}
discord: {enabled: false, transport: http, application_id: "123", shards: 4, board: cards,
  public_key: 8f2a1cbb8f2a1cbb8f2a1cbb8f2a1cbb8f2a1cbb8f2a1cbb8f2a1cbb8f2a1cbb, api_url: "http://localhost:1/api/v10"}
slack: {enabled: no, transport: http, api_url: "https://slack.example/api/", commands: {solitaire: /cards, move: /mv}}
solver: {workers: 2, memory: 512MiB, hint_budget: 500ms, verdict_budget: 3s}
limits: {moves_per_second: 0.5, moves_per_hour: 100, at_once: 10}
pictures: false
log: {level: debug}
`, nil)
	if err != nil {
		t.Fatal(err)
	}
	var want config
	want.Data, want.HTTP.Listen, want.Admin.Listen = "postgres://ann@db.example/solitaire", "[::1]:80", "127.0.0.1:0"
	want.HTTP.ShutdownDelay, want.Admin.Hosts, want.Admin.Socket = 5e9, []string{"bot.example"}, "/run/solitaire/socket"
	want.Discord = discordConfig{
		Transport: "http", ApplicationID: "123", Shards: 4, Board: cardsBoard,
		PublicKey: strings.Repeat("8f2a1cbb", 8), APIURL: "http://localhost:1/api/v10",
	}
	want.Slack.Transport, want.Slack.APIURL = "http", "https://slack.example/api/"
	want.Slack.Commands.Solitaire, want.Slack.Commands.Move = "/cards", "/mv"
	want.Solver.Workers, want.Solver.Memory, want.Solver.HintBudget, want.Solver.VerdictBudget = 2, 512<<20, 500e6, 3e9
	want.Limits.MovesPerSecond, want.Limits.MovesPerHour, want.Limits.AtOnce = 0.5, 100, 10
	want.Log.Level = "debug"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

func TestConfigLeavesDefaults(t *testing.T) {
	for _, content := range []string{"", "# nothing\n", "---\n", "discord:\n  # enabled: false\n", "limits: {}\n"} {
		got, err := load(t, content, nil)
		if diff := cmp.Diff(defaultConfig(), got); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", content, err, diff)
		}
	}
}

func TestConfigFaults(t *testing.T) {
	for content, want := range map[string]string{
		"data: x\nlimts: {}":                   `c.yaml:2: there is no key "limts" here; config.example.yaml has all keys`,
		"http: {port: 80}":                     `c.yaml:1: there is no key "port" here`,
		"slack:\n  commands:\n    undo: /undo": `c.yaml:3: there is no key "undo" here`,
		"discord:\n  Token: abc":               `c.yaml:2: "Token": secrets don't belong in this file`,
		"data: x\ndata: y":                     `c.yaml:2: mapping key "data" already defined at line 1`,
		"http: 80":                             `c.yaml:1: give keys and their values`,
		"- data":                               `c.yaml:1: give keys and their values`,
		"data: [a]":                            `c.yaml:1: give a text`,
		`data: ""`:                             `data: give a file name, or postgres://host/database`,
		"data: mysql://host/db":                `data: mysql: is not known`,
		"http: {listen: localhost}":            `http.listen: give an address and a port`,
		`admin: {listen: ":99999"}`:            `admin.listen: give an address and a port`,
		`admin: {hosts: ["a b:80"]}`:           `admin.hosts: give a list of host names without ports`,
		"http: {shutdown_delay: 2m}":           `http.shutdown_delay: give a value from 0s to 1m0s`,
		"discord: {transport: socket}":         `discord.transport: give one of gateway, http`,
		"discord: {application_id: solitaire}": `discord.application_id: give the application's id`,
		"discord: {public_key: abc}":           `discord.public_key: give the application's public key`,
		"discord: {api_url: discord.com}":      `discord.api_url: give an http or https URL that ends in /api/v10`,
		"discord: {shards: -1}":                `discord.shards: give a value from 0 to 16000`,
		"discord: {board: picture}":            `discord.board: give one of text, cards`,
		"discord: {enabled: maybe}":            `c.yaml:1: give true or false`,
		"slack: {api_url: http://x/api}":       `slack.api_url: give an http or https URL that ends in /api/`,
		"slack: {transport: gateway}":          `slack.transport: give one of socket, http`,
		"slack: {commands: {move: move}}":      `slack.commands.move: give a slash and up to`,
		"solver: {workers: 0}":                 `solver.workers: give a value from 1 to 256`,
		"solver: {memory: lots}":               `c.yaml:1: this is no size: give one such as 512MiB`,
		"solver: {verdict_budget: 11s}":        `solver.verdict_budget: give a value from 100ms to 10s`,
		"solver: {memory: 1MiB}":               `solver.memory: give a value from 64MiB to 1024GiB`,
		"solver: {hint_budget: 5}":             `c.yaml:1: give a time such as 500ms or 2s`,
		"limits: {moves_per_second: .nan}":     `limits.moves_per_second: give a value from 0.1 to 10000`,
		"limits: {moves_per_hour: 4097}":       `limits.moves_per_hour: give a value from 0 to 4096`,
		"limits: {at_once: 1.5}":               `c.yaml:1: give a number without quotes`,
		"log: {level: loud}":                   `log.level: give one of debug, info, warn, error`,
		"data: a\nhttp: {\n":                   `c.yaml:3: this is no YAML: did not find`,
		"data: a\n---\ndata: b":                `c.yaml: more than one document`,
		"\xff\xfe\x00":                         `c.yaml:`,
	} {
		_, err := load(t, content, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\n got %v\nwant %s", content, err, want)
		}
	}
}

func TestConfigReportsAllFaults(t *testing.T) {
	_, err := load(t, "limts: {}\nlog: {level: loud}\nhttp: {listen: x}", nil)
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("got %v; want three faults", err)
	}
}

func TestConfigPassword(t *testing.T) {
	for _, url := range []string{"postgres://ann:hunter2@db/x", "postgresql://db/x?password=hunter2&user=ann", "postgres://db/x?sslpassword=hunter2"} {
		_, err := load(t, "data: "+url, nil)
		if err == nil || !strings.Contains(err.Error(), "c.yaml:1: data: a password doesn't belong here") {
			t.Errorf("%s: %v", url, err)
		}
		c, err := load(t, "data: old.db", map[string]string{"SOLITAIRE_DATA": url})
		if err != nil || c.Data != url {
			t.Errorf("SOLITAIRE_DATA: data %q, %v", c.Data, err)
		}
		if shown := shownPlace(c.Data); shown != "postgres://db/x" && shown != "postgresql://db/x" {
			t.Errorf("shown as %q", shown)
		}
	}
	for _, url := range []string{
		"postgres://ann:hunter2/@db", "postgres://ann:hunter2%zz@db/x",
		"host=db user=ann password=hunter2", "password = hunter2", "postgres:ann:hunter2@db/x", "postgresql:/ann:hunter2@db/x",
	} {
		for _, env := range []map[string]string{nil, {"SOLITAIRE_DATA": url}} {
			content := "data: " + url
			if env != nil {
				content = ""
			}
			_, err := load(t, content, env)
			if err == nil || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s, %v: %v", content, env, err)
			}
		}
	}
}

func TestConfigFile(t *testing.T) {
	if _, err := loadConfig("missing.yaml", noEnv); err == nil || !strings.Contains(err.Error(), "missing.yaml: there is no such file") {
		t.Errorf("got %v", err)
	}
	if _, err := loadConfig(t.TempDir(), noEnv); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("got %v", err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte("data: a\nlimits: {at_once: 1}\n"))
	f.Add([]byte("http: &x {b: *x}"))
	f.Add([]byte("slack: &s {commands: *s}"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if _, err := parseConfig("c.yaml", content); err != nil && report(&strings.Builder{}, err) != exitUsage {
			t.Errorf("%v: not exit status 2", err)
		}
	})
}

// Where no shell has read a path, ~ is the home directory: in the configuration, in
// --data=~/x and in variables. Another user's is a name like any other.
func TestPathsFromHome(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "token"), []byte("abc\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": home}
	getenv := func(name string) string { return env[name] }
	for written, want := range map[string]string{"~/x.db": filepath.Join(home, "x.db"), "~ann/x.db": "~ann/x.db", "a~/x.db": "a~/x.db", "postgres://db/~x": "postgres://db/~x"} {
		if c, err := load(t, "data: "+written, env); err != nil || c.Data != want {
			t.Errorf("data: %s: got %q, %v", written, c.Data, err)
		}
		if c, err := (dataFlags{Data: written}).config(getenv); err != nil || c.Data != want {
			t.Errorf("--data=%s: got %q, %v", written, c.Data, err)
		}
		env["SOLITAIRE_DATA"] = written
		if c, err := (dataFlags{}).config(getenv); err != nil || c.Data != want {
			t.Errorf("SOLITAIRE_DATA=%s: got %q, %v", written, c.Data, err)
		}
		delete(env, "SOLITAIRE_DATA")
	}
	env["DISCORD_TOKEN_FILE"] = "~/token"
	if value, err := readSecret(getenv, "DISCORD_TOKEN", func(string) error { return nil }); err != nil || value != "abc" {
		t.Errorf("DISCORD_TOKEN_FILE=~/token: got %q, %v", value, err)
	}
}
