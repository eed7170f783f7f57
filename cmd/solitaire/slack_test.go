package main

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

const (
	noDiscord   = "discord: {enabled: false}"
	slackPublic = "https://bot.example.org" // in manifests
)

// A slackRoom is a workspace connected to a bot that the test may restart.
type slackRoom struct {
	*slackfake.Server
	transport string
	at        atomic.Value // the bot's address
}

func newSlackRoom(t testing.TB, transport string) *slackRoom {
	r := &slackRoom{transport: transport}
	r.Server = slackfake.New(t, slackfake.Options{
		Uses: 2, // a second use shrinks the tapped board when the game moves on
		Reach: func(url string) string {
			return strings.Replace(url, slackPublic, fmt.Sprint("http://", r.at.Load()), 1)
		},
	})
	args := []string{"manifest"}
	if transport == httpTransport {
		args = append(args, "--url", slackPublic)
	}
	r.Install([]byte(output(t, nil, args...)))
	return r
}

// configure configures the bot for this workspace.
func (r *slackRoom) configure() (section string, env map[string]string) {
	return fmt.Sprintf("slack: {transport: %s, api_url: %q}", r.transport, r.URL+"/api/"),
		map[string]string{"SLACK_BOT_TOKEN": r.BotToken, "SLACK_APP_TOKEN": r.AppToken, "SLACK_SIGNING_SECRET": r.SigningSecret}
}

// join waits until Slack and a bot can reach each other.
func (r *slackRoom) join(s *server) {
	r.at.Store(s.http)
	if r.transport == socketTransport {
		r.AwaitConnections(1)
	}
}

// reads checks that what is shown on Slack contains texts.
func reads(t testing.TB, shown slackfake.Shown, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(shown.Reading(), text) {
			t.Fatalf("it doesn't read %q:\n%s", text, shown.Reading())
		}
	}
}

func TestSlackEndToEnd(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{socketTransport, httpTransport} {
		t.Run(transport, func(t *testing.T) {
			r := newSlackRoom(t, transport)
			r.Channel("C1", "games")
			section, env := r.configure()
			config := configure(t, section, noDiscord)
			s := serve(t, config, env)
			r.join(s)
			ann := r.Person("U1", "ann", "de-DE", "Europe/Berlin").In("C1")
			reads(t, ann.Slash("/solitaire", "new yukon deal 452"), "Yukon · deal 452", "0 moves")
			reads(t, ann.Slash("/move", "3 2 5"), "1 move ·")
			board := ann.Click(last(ann).Choices()[0])
			reads(t, board, "2 moves ·")
			reads(t, ann.Click("Undo"), "1 move ·", "1 undo")
			reads(t, ann.OpenHome(), "Yukon · deal 452", "1 move ·")

			s.kill()
			s = serve(t, config, env)
			r.join(s)
			reads(t, ann.ClickOn(board.TS, "Undo"), "0 moves", "2 undos")
			awaitOnSlack(ann.AtHome(), "Yukon · deal 452", "0 moves") // it follows, though this process hasn't opened it
			ann.Slash("/solitaire", "new deal 1141")
			ann.Click("Yes")
			awaitOnSlack(ann, "deal 1141", "0 moves")
			ann.Slash("/move", winningLine(t, 1141))
			awaitOnSlack(ann, "You won!")
			reads(t, ann.OpenHome(), "Klondike · deal 1141")
			if status := s.terminate(); status != 0 {
				t.Errorf("exit status %d:\n%s", status, s.logged())
			}
		})
	}
}

// awaitOnSlack waits until somebody sees texts in one message: when a board moves on,
// several messages change, in no certain order.
func awaitOnSlack(p *slackfake.Person, texts ...string) {
	p.Await(strings.Join(texts, ", "), func(shown slackfake.Shown) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(shown.Reading(), text) })
	})
}

// last returns the newest message that somebody sees.
func last(p *slackfake.Person) slackfake.Shown {
	sees := p.Sees()
	return sees[len(sees)-1]
}

// TestBothPlatforms plays on Discord and Slack with one process and one store.
func TestBothPlatforms(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{"connections", httpTransport} {
		t.Run(transport, func(t *testing.T) {
			onD, onS := gatewayTransport, socketTransport
			if transport == httpTransport {
				onD, onS = httpTransport, httpTransport
			}
			d, r := discordfake.New(t, discordfake.Options{}), newSlackRoom(t, onS)
			dSection, env := onDiscord(d, onD)
			rSection, rEnv := r.configure()
			for name, value := range rEnv {
				env[name] = value
			}
			config := configure(t, dSection, rSection)
			output(t, env, "register", "--config", config)
			s := serve(t, config, env)
			joinDiscord(d, s, onD)
			r.join(s)
			ann, ben := d.Person("7", "ann", "en-GB"), r.Person("U7", "ben", "en-GB", "Europe/London")
			says(t, ann.Slash("solitaire new", "deal:1").Message, "deal 1 ·")
			reads(t, ben.Slash("/solitaire", "new deal 2"), "deal 2 ·")
			says(t, ann.Click("Draw").Message, "deal 1 ·", "1 move")
			reads(t, ben.Click("Draw"), "deal 2 ·", "1 move")
			if status := s.terminate(); status != 0 {
				t.Errorf("exit status %d:\n%s", status, s.logged())
			}
			for _, secret := range []string{d.Token(), r.BotToken, r.AppToken, r.SigningSecret} {
				if strings.Contains(s.logged(), secret) {
					t.Errorf("the log holds a secret: %s", s.logged())
				}
			}
		})
	}
}

// TestManifestNames renames the commands, in JSON and in YAML.
func TestManifestNames(t *testing.T) {
	config := configure(t, "slack: {commands: {solitaire: /cards}}")
	for _, flags := range [][]string{nil, {"--yaml"}} {
		out := output(t, nil, slices.Concat([]string{"manifest", "--config", config}, flags)...)
		if !strings.Contains(out, "/cards") || strings.Contains(out, "/solitaire") || !strings.Contains(out, "should_escape") {
			t.Errorf("%v: %s", flags, out)
		}
	}
}
