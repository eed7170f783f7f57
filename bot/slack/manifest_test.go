package slack_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

func TestManifest(t *testing.T) {
	check := slackfake.NewChecker(t)
	for name, o := range map[string]slack.ManifestOptions{
		"socket": {},
		"http":   {PublicURL: "https://bot.example.org/"},
		"names":  {Commands: slack.Commands{Solitaire: "/cards", Move: "/mv"}},
	} {
		manifest, err := slack.Manifest(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range check.Manifest(manifest) {
			t.Errorf("%s: %s", name, v)
		}
		golden(t, "manifest-"+name+".json", string(manifest)+"\n")
	}
}

func TestManifestIsRefused(t *testing.T) {
	for want, o := range map[string]slack.ManifestOptions{
		"can't be a slash command": {Commands: slack.Commands{Solitaire: "/So litaire"}},
		"begins with a slash":      {Commands: slack.Commands{Move: "move"}},
		"up to 31":                 {Commands: slack.Commands{Move: "/" + strings.Repeat("m", 32)}},
		"different names":          {Commands: slack.Commands{Solitaire: "/move"}},
		"must begin with https":    {PublicURL: "http://bot.example.org"},
	} {
		if _, err := slack.Manifest(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want it to say %q", err, want)
		}
	}
}
