package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

const noSlack = "slack: {enabled: false}"

// onDiscord configures the bot for a Discord of the test's own.
func onDiscord(d *discordfake.Server, transport string) (section string, env map[string]string) {
	return fmt.Sprintf("discord: {transport: %s, application_id: %q, public_key: %q, api_url: %q}",
			transport, d.ApplicationID(), d.PublicKey(), d.URL+"/api/v10"),
		map[string]string{"DISCORD_TOKEN": d.Token()}
}

// newDiscordFake lets a killed bot come back at once, whereas Discord would make it wait
// for some seconds.
func newDiscordFake(t testing.TB) *discordfake.Server {
	return discordfake.New(t, discordfake.Options{IdentifyWindow: -1})
}

// joinDiscord waits until Discord and the bot can reach each other.
func joinDiscord(d *discordfake.Server, s *server, transport string) {
	if transport == httpTransport {
		d.UseHTTP("http://" + s.http + "/discord/interactions")
		return
	}
	d.Gateway.WaitReady(1)
}

// TestDiscordEndToEnd installs the bot, plays, kills it, continues on the existing board,
// and wins.
func TestDiscordEndToEnd(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{gatewayTransport, httpTransport} {
		t.Run(transport, func(t *testing.T) {
			d := newDiscordFake(t)
			section, env := onDiscord(d, transport)
			config := configure(t, section, noSlack)
			register(t, d, config, env)
			s := serve(t, config, env)
			joinDiscord(d, s, transport)
			ann := d.Person("7", "ann", "en-GB")
			board := ann.Slash("solitaire new", "game:yukon", "deal:452").Message
			says(t, board, "Yukon · deal 452", "0 moves")
			says(t, ann.Slash("move", "from:3 2 5").Message, "1 move ·")
			says(t, ann.Click(ann.Last().Options()[0].Label).Message, "2 moves ·")
			says(t, ann.Click("Undo").Message, "1 move ·", "1 undo")
			before := ann.Last()

			s.kill()
			s = serve(t, config, env)
			joinDiscord(d, s, transport)
			says(t, ann.ClickOn(before, "Undo").Message, "0 moves", "2 undos")
			ann.Slash("solitaire new", "deal:1141")
			says(t, ann.Click("Yes").Message, "deal 1141")
			says(t, ann.Slash("move", "from:"+winningLine(t, 1141)).Message, "You won!")
			if status := s.terminate(); status != 0 {
				t.Errorf("exit status %d:\n%s", status, s.logged())
			}
		})
	}
}

// Once the emojis are uploaded, all players who have chosen no style see real cards, if
// the configuration says so.
func TestDiscordCardsEndToEnd(t *testing.T) {
	t.Parallel()
	d := newDiscordFake(t)
	section, env := onDiscord(d, gatewayTransport)
	config := configure(t, strings.Replace(section, "{", "{board: cards, ", 1), noSlack)
	if out := output(t, env, "register", "--no-emojis", "--config", config); strings.Contains(out, "emoji") || len(d.Emojis()) > 0 {
		t.Errorf("register says %q and uploads %d emojis", out, len(d.Emojis()))
	}
	if out := output(t, env, "register", "--config", config); !strings.Contains(out, "\n+ emoji nine_of_hearts_") {
		t.Errorf("register says %q", out)
	}
	s := serve(t, config, env)
	joinDiscord(d, s, gatewayTransport)
	ann := d.Person("7", "ann", "en-GB")
	board := ann.Slash("solitaire new", "deal:1").Message
	for range 200 { // the bot looks for the emojis while it connects
		if len(board.Displays()) > 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
		board = ann.Slash("solitaire show").Message
	}
	if text := board.Text(); !strings.Contains(text, "Klondike · deal 1") || !strings.Contains(text, "<:face_down_24:") {
		t.Errorf("the board is %s", board.JSON)
	}
	says(t, ann.Click("Draw").Message, "<:face_down_23:", "1 move ·")
	if status := s.terminate(); status != 0 {
		t.Errorf("exit status %d:\n%s", status, s.logged())
	}
}

// register installs the commands, once.
func register(t *testing.T, d *discordfake.Server, config string, env map[string]string) {
	t.Helper()
	if out := output(t, env, "register", "--dry-run", "--config", config); !strings.Contains(out, "+ /move") || len(d.Commands()) != 0 {
		t.Errorf("a dry run says %q and installs %v", out, d.Commands())
	}
	if out := output(t, env, "register", "--config", config); !strings.Contains(out, "+ /move") || len(d.Commands()) == 0 {
		t.Errorf("register says %q and installs %v", out, d.Commands())
	}
	sent := len(d.Payloads())
	if out := output(t, env, "register", "--config", config); out != "The commands are up to date.\n" || len(d.Payloads()) != sent {
		t.Errorf("the second time it says %q", out)
	}
}

// winningLine returns moves that win a deal under the default rules.
func winningLine(t *testing.T, deal int) string {
	t.Helper()
	rules, err := game.Options{}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	state, err := game.Deal(rules, game.Numbered(deal))
	if err != nil {
		t.Fatal(err)
	}
	answer := solve.New().Solve(context.Background(), state, solve.Limits{})
	if answer.Verdict != solve.Winnable {
		t.Fatalf("deal %d is %v", deal, answer.Verdict)
	}
	var moves []string
	for _, m := range answer.Line {
		moves = append(moves, m.String())
	}
	return strings.Join(moves, ", ")
}

// says checks that a message on Discord contains texts.
func says(t testing.TB, m *discordfake.Message, texts ...string) {
	t.Helper()
	if m == nil {
		t.Fatal("there is no message")
	}
	said := strings.NewReplacer(`\`, "", "\uFE0E", "").Replace(m.Text())
	for _, text := range texts {
		if !strings.Contains(said, text) {
			t.Fatalf("the message doesn't say %q:\n%s", text, said)
		}
	}
}

// TestTerminated ends the program while the answer to a command is on its way to Discord.
// The answer arrives.
func TestTerminated(t *testing.T) {
	t.Parallel()
	d, s := onSlowDiscord(t)
	answer := make(chan error, 1)
	go func() {
		_, err := d.Person("7", "ann", "en-GB").TrySlash("solitaire new")
		answer <- err
	}()
	s.waitFor(`"msg":"handled"`)
	if status := s.terminate(); status != 0 {
		t.Errorf("exit status %d:\n%s", status, s.logged())
	}
	if err := <-answer; err != nil {
		t.Error(err)
	}
}

// TestTerminatedTwice ends it at once, while it would wait for an operator whose request
// never ends.
func TestTerminatedTwice(t *testing.T) {
	c := newCaller(t)
	s := serve(t, configure(t, c.section()), callerEnv())
	conn, err := net.Dial("tcp", s.ops)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST /healthz HTTP/1.1\r\nHost: solitaire\r\nContent-Length: 10\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	get(t, s, "/healthz") // which is handled after that
	s.signal(syscall.SIGTERM)
	s.waitFor(`"msg":"stopping"`)
	if status := s.terminate(); status != -1 {
		t.Errorf("exit status %d, want the signal's:\n%s", status, s.logged())
	}
}

// onSlowDiscord starts a bot whose answers take a second to arrive.
func onSlowDiscord(t *testing.T) (*discordfake.Server, *server) {
	t.Helper()
	d := discordfake.New(t, discordfake.Options{})
	section, env := onDiscord(d, gatewayTransport)
	config := configure(t, section, noSlack)
	output(t, env, "register", "--config", config)
	s := serve(t, config, env)
	d.Gateway.WaitReady(1)
	d.Fail(discordfake.Fault{Route: discordfake.RouteCallback, Kind: discordfake.Slow, Delay: time.Second})
	return d, s
}

// TestDeadToken checks that a dead token ends the program with a message about what to
// do, over either transport.
func TestDeadToken(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{gatewayTransport, httpTransport} {
		d := discordfake.New(t, discordfake.Options{Tolerate: true})
		section, env := onDiscord(d, transport)
		env["DISCORD_TOKEN"] = "hunter2"
		s := serve(t, configure(t, section, noSlack), env)
		if status := s.wait(); status != exitFailed || !strings.Contains(s.logged(), "solitaire: discord: Discord refuses the bot's token. Set DISCORD_TOKEN") ||
			strings.Contains(s.logged(), "hunter2") {
			t.Errorf("%s: exit status %d:\n%s", transport, status, s.logged())
		}
	}
}
