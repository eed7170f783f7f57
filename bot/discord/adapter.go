package discord

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/lease"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// Platform is the platform of players on Discord.
const Platform = "discord"

// A Config holds what an adapter needs: the bot, and the way to Discord.
type Config struct {
	Bot           *bot.Bot
	Catalogue     *locale.Catalogue
	Log           *slog.Logger
	Token         string // the bot's token, without "Bot "
	ApplicationID string
	PublicKey     ed25519.PublicKey // of the application; needed for HTTP only
	APIURL        string            // ends in /api/v10; empty: Discord's own
	Shards        int               // of the gateway; 0: as many as Discord recommends
	Referee       Referee           // nil: this copy of the bot is the only one
	Times         bot.Times         // zero: bot.DefaultTimes
	Painter       *picture.Painter  // nil: there are no pictures
}

// A Referee divides the shards among the copies of the bot, as [lease.Shards] does.
type Referee interface {
	Hold(ctx context.Context, name string, job func(ctx context.Context) error) error
	Take(ctx context.Context, name string, ttl time.Duration) error
}

// The most boards that are remembered, and the most that are turned into lines at a time.
// Without a limit, every move would add an edit while Discord doesn't answer.
const (
	maxBoards = 10_000
	maxLines  = 256
)

// callLimit is the timeout of calls without a deadline.
const callLimit = 30 * time.Second

// apiURL is the base of Discord's API.
const apiURL = "https://discord.com/api/v10"

// An Adapter lets people play on Discord. It is safe for concurrent use.
type Adapter struct {
	bot       *bot.Bot
	catalogue *locale.Catalogue
	log       *slog.Logger
	key       ed25519.PublicKey
	rest      *rest
	referee   Referee
	shards    int
	times     bot.Times
	specs     []command.Spec
	pace      pace
	now       func() time.Time
	sleep     func(context.Context, time.Duration) bool
	tiles     atomic.Pointer[tileIDs] // nil: some are missing

	boards       *chat.Boards
	lines        *chat.InFlight // edits that turn old boards into lines
	seats        *chat.Cache[persist.Player, *seat]
	painter      *chat.Painter
	interactions chat.InFlight // from the gateway
	work         chat.InFlight // requests in flight, with the work that they start

	wanted, connected atomic.Int64 // shards, see [Status]
}

// New returns an adapter. It sends nothing yet.
func New(c Config) (*Adapter, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	if c.APIURL == "" {
		c.APIURL = apiURL
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Referee == nil {
		c.Referee = lease.NewShards(new(lease.Memory))
	}
	if c.Times == (bot.Times{}) {
		c.Times = bot.DefaultTimes()
	}
	lines := chat.NewInFlight(maxLines)
	return &Adapter{
		bot: c.Bot, catalogue: c.Catalogue, log: c.Log, key: c.PublicKey,
		rest: &rest{client: chat.NewClient(callLimit), base: c.APIURL, app: c.ApplicationID, token: c.Token, pause: firstPause, log: c.Log}, referee: c.Referee, shards: c.Shards,
		times: c.Times, specs: c.Bot.Specs(), pace: usualPace(), now: time.Now, sleep: chat.Sleep, painter: chat.NewPainter(c.Painter),
		boards: chat.NewBoards(c.Log, lines, maxBoards), lines: lines,
		seats: chat.NewCache[persist.Player, *seat](maxBoards),
	}, nil
}

func (c Config) check() error {
	switch u, err := url.Parse(c.APIURL); {
	case c.Bot == nil || c.Catalogue == nil:
		return errors.New("the bot and the catalogue must be set")
	case !isNumber(c.ApplicationID):
		return errors.New("the application id must be the number that the developer portal shows under General Information")
	case len(c.PublicKey) != 0 && len(c.PublicKey) != ed25519.PublicKeySize:
		return fmt.Errorf("the public key must have %d bytes, %d hex digits; the developer portal shows it under General Information", ed25519.PublicKeySize, 2*ed25519.PublicKeySize)
	case err != nil, c.APIURL != "" && (u.Host == "" || !strings.HasSuffix(c.APIURL, "/api/v10")):
		return errors.New("the API's URL must be an absolute one that ends in /api/v10")
	case c.Shards < 0:
		return errors.New("shards must be 0 or more")
	}
	return nil
}

// TokenError returns why Discord has begun to reject the bot's token, and what to do; nil
// while the token works.
func (a *Adapter) TokenError() error { return a.rest.dead.Err() }

// Drain waits for the requests in flight, or until the context ends.
func (a *Adapter) Drain(ctx context.Context) error {
	defer a.rest.client.CloseIdleConnections()
	for _, jobs := range []*chat.InFlight{&a.work, a.lines} {
		if err := jobs.Wait(ctx); err != nil {
			return fmt.Errorf("discord: requests are still in flight: %w", err)
		}
	}
	return nil
}

// userAgent has the form that Discord requires.
const userAgent = "DiscordBot (https://github.com/solitaire-chat/solitaire, 1)"
