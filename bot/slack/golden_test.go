package slack_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// The payloads of some typical turns, as Slack gets them.
func TestGoldenPayloads(t *testing.T) {
	t.Parallel()
	now := time.Now() // requests are signed by Slack's clock
	for name, turn := range map[string]func(ann *slackfake.Person){
		"new": func(ann *slackfake.Person) { ann.In("C1").Slash("/solitaire", "new deal 1141") },
		"tap": func(ann *slackfake.Person) {
			ann.In("C1").Slash("/solitaire", "new deal 1141")
			ann.In("C1").Click("Draw")
		},
		"direct": func(ann *slackfake.Person) { ann.Slash("/solitaire", "new yukon deal 452") },
		"home":   func(ann *slackfake.Person) { ann.OpenHome() },
		"sentences": func(ann *slackfake.Person) {
			ann.Slash("/solitaire", "settings style text")
			ann.In("C1").Slash("/solitaire", "new deal 1141")
			ann.In("C1").Slash("/move", "d")
		},
		"ascii": func(ann *slackfake.Person) {
			ann.Slash("/solitaire", "settings style ascii")
			ann.In("C1").Slash("/solitaire", "new draw 3 deal 1770")
		},
		"question": func(ann *slackfake.Person) {
			ann.In("C1").Slash("/solitaire", "new deal 1141")
			ann.In("C1").Slash("/move", "d")
			ann.In("C1").Slash("/solitaire", "resign")
		},
		"refused": func(ann *slackfake.Person) {
			ann.In("C1").Slash("/solitaire", "new deal 1141 public")
			ann.In("C1").Slash("/move", "1 2")
		},
		"won": func(ann *slackfake.Person) {
			ann.In("C1").Slash("/solitaire", "new deal 1141")
			ann.In("C1").Slash("/move", lineKlondike)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &stage{now: func() time.Time { return fixed }}
			s.open(t, overHTTP, memory(), slackfake.Options{Now: func() time.Time { return now }})
			s.bot.Now = s.now
			s.bot.NewID = func() string { return "GAME" }
			turn(s.ann())
			s.adapter.Settle()
			bottest.Golden(t, *update, name+".txt", seenBy(s.ann(), name))
			switch name {
			case "new", "tap", "direct", "home":
				bottest.Golden(t, *update, name+".json", shown(t, s)+"\n")
			}
		})
	}
}

// The key screens in every language, as they are read and as they are spoken.
func TestGoldenLanguages(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for _, lang := range locale.Codes() {
		t.Run(lang, func(t *testing.T) {
			s := &stage{now: func() time.Time { return fixed }}
			s.open(t, overHTTP, memory(), slackfake.Options{Now: func() time.Time { return now }})
			s.bot.Now = s.now
			s.bot.NewID = func() string { return "GAME" }
			var all strings.Builder
			for _, typed := range []string{
				"/solitaire settings language " + lang, "/solitaire new deal 1141", "/move d", "/move 5 1", "/solitaire resign",
				"/solitaire rules", "/solitaire undo", "/move " + lineKlondike, "/solitaire stats",
			} {
				command, text, _ := strings.Cut(typed, " ")
				s.ann().In("C1").Slash(command, text)
				s.adapter.Settle()
				fmt.Fprintf(&all, "--- %.40s\n%s\n", typed, seenBy(s.ann(), ""))
			}
			s.ann().OpenHome()
			s.adapter.Settle()
			fmt.Fprintf(&all, "--- App Home\n%s", seenBy(s.ann(), "home"))
			bottest.Golden(t, *update, "language-"+lang+".txt", all.String())
		})
	}
}

// seenBy is the newest message as it is read, and then as it is spoken.
func seenBy(ann *slackfake.Person, name string) string {
	switch name {
	case "home":
		return ann.Home().Reading() + "\n"
	case "direct":
	default:
		ann = ann.In("C1")
	}
	seen := ann.Sees()
	last := seen[len(seen)-1]
	return last.Reading() + "\n\nspoken:\n" + last.Text + "\n"
}

// shown is the last payload that shows something.
func shown(t *testing.T, s *stage) string {
	t.Helper()
	for _, p := range slices.Backward(s.Payloads()) {
		if !strings.Contains(p.Body, `"blocks"`) {
			continue
		}
		var b bytes.Buffer
		if err := json.Indent(&b, []byte(p.Body), "", "  "); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%s to %s\n%s", p.Route, p.To, b.String())
	}
	t.Fatal("nothing was shown")
	return ""
}
