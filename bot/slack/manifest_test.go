package slack_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

func TestManifest(t *testing.T) {
	t.Parallel()
	check := slackfake.NewChecker(t)
	for name, o := range map[string]slack.ManifestOptions{
		"socket": {},
		"http":   {PublicURL: "https://bot.example.org/"},
		"names":  {Commands: slack.Commands{Solitaire: "/cards", Move: "/mv"}},
	} {
		o.Specs = play.New(nil).Specs()
		manifest, err := slack.Manifest(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range check.Manifest(manifest) {
			t.Errorf("%s: %s", name, v)
		}
		for _, spec := range play.Commands() {
			if !strings.Contains(string(manifest), spec.Name) && spec.Name != "more" {
				t.Errorf("%s: the usage hint doesn't name %s", name, spec.Name)
			}
		}
		bottest.Golden(t, *update, "manifest-"+name+".json", withoutCommands(string(manifest))+"\n")
	}
}

// withoutCommands leaves out of a manifest which commands there are today.
func withoutCommands(manifest string) string {
	return regexp.MustCompile(`"usage_hint": "new [^"]*"`).ReplaceAllString(manifest, `"usage_hint": "new | …"`)
}

func TestManifestIsRefused(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]slack.ManifestOptions{
		"can't be a slash command": {Commands: slack.Commands{Solitaire: "/So litaire"}},
		"give a slash followed":    {Commands: slack.Commands{Move: "move"}},
		"up to 31":                 {Commands: slack.Commands{Move: "/" + strings.Repeat("m", 32)}},
		"different names":          {Commands: slack.Commands{Solitaire: "/move"}},
		"must begin with https":    {PublicURL: "http://bot.example.org"},
	} {
		if _, err := slack.Manifest(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want it to say %q", err, want)
		}
	}
}
