package slack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// Platform is the platform of Slack's players.
const Platform = "slack"

// Config holds what an adapter needs: Bot, Catalogue and BotToken always, AppToken for
// Socket Mode, SigningSecret for HTTP.
type Config struct {
	Bot       *bot.Bot
	Catalogue *locale.Catalogue
	Log       *slog.Logger // nil: nothing is logged

	BotToken      string // xoxb-…
	AppToken      string // xapp-…
	SigningSecret string

	APIURL   string           // ends in /api/; empty: Slack's own
	Commands Commands         // empty names: /solitaire and /move
	Times    bot.Times        // zero: bot.DefaultTimes
	Painter  *picture.Painter // nil: there are no pictures
	Now      func() time.Time // nil: the system's clock
}

// Commands are the names of the slash commands, with their slash. Another app
// of the workspace may own the usual ones.
type Commands struct {
	Solitaire string
	Move      string
}

func (c Commands) orUsual() Commands {
	return Commands{cmp.Or(c.Solitaire, "/solitaire"), cmp.Or(c.Move, "/move")}
}

// An Adapter answers players on Slack. It is safe for concurrent use.
type Adapter struct {
	Config
	api    *slackgo.Client
	http   *http.Client
	reader reader
	spoken *strings.Replacer // replaces commands in texts by Slack's

	connected atomic.Int32
	work      *chat.InFlight // requests in flight
	errands   *chat.InFlight // jobs that no player waits for: the Home and old boards
	lookUps   *chat.InFlight // of people

	people        *chat.Cache[persist.Player, person]
	conversations *chat.Cache[persist.Player, string] // the channel of the conversation with the bot
	responses     *chat.Cache[string, *responseURL]   // by URL: a delivery may come twice
	homes         *chat.Cache[persist.Player, *home]
	sought        *chat.Cache[persist.Player, bool]      // players whose Home was looked up
	lines         *chat.Cache[string, *atomic.Bool]      // by event: a delivery may come twice
	asked         *chat.Cache[persist.Player, bot.Reply] // the open question in the conversation with the bot
	boards        *chat.Boards

	painter  *chat.Painter
	pictures *chat.Cache[string, string] // the file shown, by channel and game or message
	pause    time.Duration               // before the first retry of an answer; it doubles
	stagger  time.Duration               // between the first connection and the second
	token    chat.Token                  // the bot's
	closing  context.Context             // canceled by Drain, to give up slow work
	close    context.CancelFunc
	every    time.Duration // the shortest time between two updates of a Home that follows changes elsewhere
}

// Limits on work at a time and on memory.
const (
	maxWork    = 512
	maxErrands = 64
	maxLookUps = 4
	maxKept    = 10_000
)

// Status is the state of an adapter.
type Status struct {
	Connected bool // Socket Mode is connected; always false over HTTP
	Requests  int  // under way
}

// New returns an adapter. The error names what is missing.
func New(c Config) (*Adapter, error) {
	switch {
	case c.Bot == nil || c.Catalogue == nil:
		return nil, errors.New("slack: a bot and a catalogue are needed")
	case !strings.HasPrefix(c.BotToken, "xoxb-"):
		return nil, errors.New("slack: SLACK_BOT_TOKEN must be the bot token, which begins with xoxb-: see OAuth & Permissions of the app")
	case c.AppToken == "" && c.SigningSecret == "":
		return nil, errors.New("slack: set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for HTTP")
	case c.AppToken != "" && !strings.HasPrefix(c.AppToken, "xapp-"):
		return nil, errors.New("slack: SLACK_APP_TOKEN must be an app-level token, which begins with xapp-: see Basic Information of the app")
	case c.APIURL != "" && !strings.HasSuffix(c.APIURL, "/"):
		return nil, fmt.Errorf("slack: api_url %s must end in a slash, such as https://slack.com/api/", c.APIURL)
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Times == (bot.Times{}) {
		c.Times = bot.DefaultTimes()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	c.Commands = c.Commands.orUsual()
	client := chat.NewClient(callLimit)
	options := []slackgo.Option{slackgo.OptionHTTPClient(client), slackgo.OptionAppLevelToken(c.AppToken)}
	if c.APIURL != "" {
		options = append(options, slackgo.OptionAPIURL(c.APIURL))
	}
	errands := chat.NewInFlight(maxErrands)
	closing, end := context.WithCancel(context.Background())
	return &Adapter{
		Config: c, api: slackgo.New(c.BotToken, options...), http: client, reader: reader{marked()}, spoken: c.Commands.replacer(c.Bot.Specs()),
		work: chat.NewInFlight(maxWork), errands: errands, lookUps: chat.NewInFlight(maxLookUps),
		people: chat.NewCache[persist.Player, person](maxKept), responses: chat.NewCache[string, *responseURL](maxKept), conversations: chat.NewCache[persist.Player, string](maxKept),
		boards: chat.NewBoards(c.Log, errands, maxKept), homes: chat.NewCache[persist.Player, *home](maxKept), sought: chat.NewCache[persist.Player, bool](maxKept),
		lines: chat.NewCache[string, *atomic.Bool](maxKept), asked: chat.NewCache[persist.Player, bot.Reply](maxKept),
		painter: chat.NewPainter(c.Painter), pictures: chat.NewCache[string, string](maxKept),
		every: homeEvery, pause: 2 * time.Second, stagger: stagger, closing: closing, close: end,
	}, nil
}

// Status returns the state of the adapter.
func (a *Adapter) Status() Status {
	return Status{Connected: a.connected.Load() > 0, Requests: a.work.Count()}
}

// TokenError returns why Slack has begun to reject the bot token, and what to do; nil
// while the token works.
func (a *Adapter) TokenError() error { return a.token.Err() }

// Drain accepts no more deliveries and waits for those in flight. The error is the
// context's.
func (a *Adapter) Drain(ctx context.Context) error {
	defer a.http.CloseIdleConnections()
	if err := a.work.Drain(ctx); err != nil {
		return fmt.Errorf("requests are still in flight: %w", err)
	}
	a.close()
	for _, h := range a.homes.All() {
		h.rest()
	}
	for _, s := range []*chat.InFlight{a.errands, a.lookUps} {
		if err := s.Drain(ctx); err != nil {
			return fmt.Errorf("calls to Slack are still in flight: %w", err)
		}
	}
	return nil
}

// run does a job in a goroutine of its own, unless too many are running. A panic ends only
// the job. Jobs outlive the connection that brought them.
func (a *Adapter) run(in *chat.InFlight, job func(ctx context.Context)) bool {
	if !in.Add() {
		return false
	}
	go func() {
		defer in.Done()
		defer func() {
			if p := recover(); p != nil {
				a.Log.Error("slack: a request panicked", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			}
		}()
		job(context.Background())
	}()
	return true
}
