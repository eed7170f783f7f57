package discordfake_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

// A recorder stands for a test and keeps what would fail it.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func TestMistakesFailTheTest(t *testing.T) {
	for name, c := range map[string]struct {
		method, path, body string
		want               string
	}{
		"against a rule": {"POST", "callback", `{"type":4,"data":{"content":"x"}}`, "D13"},
		"unknown route":  {"GET", "/guilds/1", "", "/guilds/1"},
		"unchanged set":  {"PUT", "commands", commands, "C16"},
		"old and late":   {"POST", "hook", hello, ""},
		"good":           {"POST", "callback", message4, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := &recorder{TB: t}
			l := &life{t: t, clock: newClock(), srv: discordfake.New(r, discordfake.Options{})}
			l.bot = newBot(t, l.srv, nil)
			l.bot.register(commands)
			l.ann = l.srv.Person("7", "ann", "vi")
			path := c.path
			switch path {
			case "callback", "hook":
				path = l.path(l.draft(false), path)
			case "commands":
				path = "/applications/" + l.srv.ApplicationID() + "/commands"
			}
			l.bot.do(c.method, path, c.body)
			all := strings.Join(r.failures, "\n")
			if !strings.Contains(all, c.want) || (c.want == "") != (all == "") {
				t.Errorf("the test was told %q; want something about %q", all, c.want)
			}
		})
	}
}
