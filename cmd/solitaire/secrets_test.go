package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// enough are secrets for every transport.
func enough() map[string]string {
	return map[string]string{
		"DISCORD_TOKEN": "abc.def.ghi", "SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1", "SLACK_SIGNING_SECRET": "0123456789abcdef",
	}
}

func TestSecrets(t *testing.T) {
	got, err := readSecrets(defaultConfig(), envOf(enough()))
	if want := (secrets{DiscordToken: "abc.def.ghi", SlackBotToken: "xoxb-1", SlackAppToken: "xapp-1"}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	c := defaultConfig()
	c.Discord.Enabled, c.Slack.Transport = false, httpTransport
	got, err = readSecrets(c, envOf(enough()))
	if want := (secrets{SlackBotToken: "xoxb-1", SlackSigningSecret: "0123456789abcdef"}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestSecretsMissing(t *testing.T) {
	http := defaultConfig()
	http.Slack.Transport = httpTransport
	for name, c := range map[string]config{
		"DISCORD_TOKEN": defaultConfig(), "SLACK_BOT_TOKEN": defaultConfig(), "SLACK_APP_TOKEN": defaultConfig(), "SLACK_SIGNING_SECRET": http,
	} {
		env := enough()
		delete(env, name)
		_, err := readSecrets(c, envOf(env))
		if err == nil || !strings.HasPrefix(err.Error(), name+" is not set, nor "+name+"_FILE: give ") || report(&strings.Builder{}, err) != exitUsage {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readSecrets(defaultConfig(), noEnv); err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("got %v; want all three", err)
	}
}

func TestSecretInFile(t *testing.T) {
	for content, want := range map[string]string{"abc": "abc", "abc\n": "abc", "abc\r\n": "abc"} {
		got, err := readSecret(envOf(map[string]string{"X_FILE": secretFile(t, content)}), "X", func(string) error { return nil })
		if got != want || err != nil {
			t.Errorf("%q: %q, %v", content, got, err)
		}
	}
}

func secretFile(t *testing.T, content string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestSecretFaults(t *testing.T) {
	long := strings.Repeat("hunter2", 10)
	for want, env := range map[string]map[string]string{
		"DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set": {"DISCORD_TOKEN": "hunter2", "DISCORD_TOKEN_FILE": secretFile(t, "hunter2")},
		"DISCORD_TOKEN_FILE: open ":                         {"DISCORD_TOKEN": "", "DISCORD_TOKEN_FILE": filepath.Join(t.TempDir(), "none")},
		"DISCORD_TOKEN_FILE: the file is empty":             {"DISCORD_TOKEN": "", "DISCORD_TOKEN_FILE": secretFile(t, "\n")},
		`DISCORD_TOKEN: give the token without "Bot "`:      {"DISCORD_TOKEN": "Bot hunter2"},
		"DISCORD_TOKEN: it has spaces":                      {"DISCORD_TOKEN": "hunter2\n\n"},
		"SLACK_BOT_TOKEN: this token must begin with xoxb-": {"SLACK_BOT_TOKEN": "xapp-hunter2"},
		"SLACK_APP_TOKEN: this token must begin with xapp-": {"SLACK_APP_TOKEN": "xoxb-hunter2"},
		"SOLITAIRE_SECRET: it must have at least 64 hex":    {"SOLITAIRE_SECRET": long},
	} {
		all := enough()
		for name, value := range env {
			all[name] = value
		}
		_, err := readSecrets(defaultConfig(), envOf(all))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got %v; want %s", err, want)
		}
	}
}
