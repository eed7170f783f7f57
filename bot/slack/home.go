package slack

import (
	"cmp"
	"context"
	"sync"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Home follows changes made elsewhere: the shortest time between two updates, and for
// how long after it was opened.
const (
	homeEvery = 30 * time.Second
	homeFor   = 24 * time.Hour
)

// A home is the App Home of a player who has opened it lately.
type home struct {
	turn sync.Mutex // held from reading the game until it is shown, so that an older state can't overwrite a newer one

	mu     sync.Mutex
	req    bot.Request // its player
	opened time.Time
	at     time.Time // of the latest update
	shows  look
	failed time.Duration // the pause after the latest update, if that failed
	next   *time.Timer   // for the next update; nil if none is due
}

// A look holds everything that a published page depends on.
type look struct {
	ref         bot.BoardRef
	lang, style string
}

func lookOf(r bot.Reply) look { return look{r.Ref, r.Lang, r.Style} }

// A homeAnswerer answers a tap in the App Home.
type homeAnswerer struct{ *answerer }

// Answer implements [bot.Responder].
func (h *homeAnswerer) Answer(ctx context.Context, r bot.Reply) error {
	h.acknowledge()
	return h.Finish(ctx, r)
}

// Finish publishes the Home.
func (h *homeAnswerer) Finish(ctx context.Context, r bot.Reply) error {
	defer h.after(ctx, r)
	home := h.home(h.req)
	home.turn.Lock()
	defer home.turn.Unlock()
	if r.Board == nil { // the Home has room for one page only, and the game belongs there
		r = h.withGame(ctx, h.req, r)
	}
	h.publish(ctx, home, h.delivery, r)
	return nil
}

// withGame returns the page of the current game, with the lines of a reply.
func (a *Adapter) withGame(ctx context.Context, req bot.Request, r bot.Reply) bot.Reply {
	page := a.current(ctx, req)
	page.Lines, page.Files = r.Lines, r.Files
	if len(r.Actions) > 0 {
		page.Actions = r.Actions
	} else if len(r.Lines) > 0 { // a screen such as the statistics
		page.Actions = append([][]bot.Action{{bot.Back()}}, page.Actions...)
	}
	return page
}

// current returns the page of the current game.
func (a *Adapter) current(ctx context.Context, req bot.Request) bot.Reply {
	r, err := a.Bot.Home(ctx, req)
	if err != nil {
		a.Log.ErrorContext(ctx, "slack: a game could not be read for the Home", "request", bot.Mark(req.ID), "error", reason(err))
	}
	return r
}

// home returns the player's Home after it was opened or tapped.
func (a *Adapter) home(req bot.Request) *home {
	a.sought.Put(req.Player, true)
	h := a.homes.Own(req.Player, func() *home { return &home{} })
	h.mu.Lock()
	defer h.mu.Unlock()
	h.req, h.opened = req, a.Now()
	return h
}

// show publishes the current game.
func (a *Adapter) show(ctx context.Context, h *home) {
	h.turn.Lock()
	defer h.turn.Unlock()
	req := h.request()
	a.publish(ctx, h, delivery{req: req, inHome: true}, a.current(ctx, req))
}

// catchUp publishes the current game if the Home shows another state of it.
func (a *Adapter) catchUp(ctx context.Context, h *home) {
	h.turn.Lock()
	defer h.turn.Unlock()
	h.rest() // the next update shows later changes
	req := h.request()
	if r := a.current(ctx, req); h.look() != lookOf(r) {
		a.publish(ctx, h, delivery{req: req, inHome: true}, r)
	}
}

func (h *home) request() bot.Request {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.req
}

func (h *home) look() look {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.shows
}

// publish shows a page in the Home. The caller holds the Home's turn. If another page was
// published since the tap, publish shows the stored state instead.
func (a *Adapter) publish(ctx context.Context, h *home, d delivery, r bot.Reply) {
	err := a.putView(ctx, d, r)
	if code(err) == "hash_conflict" {
		d.hash = ""
		if now := a.current(ctx, d.req); now.Ref != r.Ref {
			r = now
		}
		err = a.putView(ctx, d, r)
	}
	switch {
	case code(err) == "not_enabled":
		a.Log.ErrorContext(ctx, "slack: the Home tab is off: install the app again with the manifest")
	case err != nil:
		a.Log.ErrorContext(ctx, "slack: the Home could not be published", "request", bot.Mark(d.req.ID), "error", reason(err))
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at, h.shows = a.Now(), lookOf(r)
	if !passes(err) || a.closing.Err() != nil {
		h.failed = 0
		return
	}
	h.shows, h.failed = look{}, min(max(2*h.failed, a.pause), time.Minute) // the Home shows another page now
	a.later(h, max(h.failed, fault(err).Wait))
}

// later schedules an update of a Home. The caller holds its lock.
func (a *Adapter) later(h *home, wait time.Duration) {
	if h.next == nil {
		h.next = time.AfterFunc(wait, func() {
			if !a.run(a.errands, func(ctx context.Context) { a.catchUp(ctx, h) }) {
				h.rest()
			}
		})
	}
}

func (a *Adapter) putView(ctx context.Context, d delivery, r bot.Reply) error {
	view := slackgo.HomeTabViewRequest{Type: slackgo.VTHomeTab, Blocks: slackgo.Blocks{BlockSet: a.homePage(r, a.revision(d))}}
	request := slackgo.PublishViewContextRequest{UserID: d.user(), View: view}
	if d.hash != "" {
		request.Hash = &d.hash
	}
	return a.patiently(ctx, func(ctx context.Context) error {
		_, err := a.api.PublishViewContext(ctx, request)
		return err
	})
}

// follow updates the player's Home after a change elsewhere, if the Home was opened
// lately. The reply is the answer to that change; zero if it isn't known.
func (a *Adapter) follow(d delivery, r bot.Reply) {
	h, ok := a.homes.Get(d.req.Player)
	if !ok {
		a.seek(d, r)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := a.Now()
	switch {
	case now.Sub(h.opened) > homeFor:
		a.homes.Drop(d.req.Player)
	case h.next != nil || r.Lang != "" && h.shows == lookOf(r):
	default:
		h.req.ID = cmp.Or(d.req.ID, h.req.ID)
		a.later(h, max(0, a.every-now.Sub(h.at)))
	}
}

// Moved has the player's Home follow a move that was made elsewhere, such as on the page.
func (a *Adapter) Moved(p persist.Player) {
	if p.Platform != Platform {
		return
	}
	d := delivery{req: bot.Request{Player: p, Place: bot.Place{Server: p.Space}, Own: true}}
	if _, known := a.homes.Get(p); known {
		a.follow(d, bot.Reply{})
		return
	}
	a.run(a.errands, func(ctx context.Context) {
		a.introduce(ctx, &d.req)
		a.seek(d, bot.Reply{})
	})
}

// seek finds out, once for each player, whether the Home was opened lately: before this
// process started, or in another copy of the bot. If so, the Home follows from now on.
func (a *Adapter) seek(d delivery, r bot.Reply) {
	if _, done := a.sought.Get(d.req.Player); done {
		return
	}
	a.sought.Put(d.req.Player, true)
	looking := a.run(a.errands, func(ctx context.Context) {
		open, err := a.Bot.HasOpenHome(ctx, d.req.Player)
		switch {
		case err != nil:
			a.sought.Drop(d.req.Player)
			a.Log.ErrorContext(ctx, "slack: could not find out who has a Home open", "request", bot.Mark(d.req.ID), "error", reason(err))
		case open:
			a.home(d.homeRequest())
			a.follow(d, r)
		}
	})
	if !looking {
		a.sought.Drop(d.req.Player)
	}
}

// homeRequest returns the request that shows the Home of a player who has made a request
// elsewhere.
func (d delivery) homeRequest() bot.Request {
	return bot.Request{
		ID: d.req.ID, Player: d.req.Player, Place: bot.Place{Server: d.req.Place.Server},
		Name: d.req.Name, Locale: d.req.Locale, Admin: d.req.Admin, Own: true,
	}
}

// rest cancels an update that is due.
func (h *home) rest() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.next != nil {
		h.next.Stop()
		h.next = nil
	}
}

// opened handles the opening of a tab of the app.
func (a *Adapter) opened(ctx context.Context, e event) {
	if mayBeDirect(e.channel) {
		a.conversations.Put(e.player(), e.channel)
	}
	if e.tab == "home" {
		req := e.request()
		a.introduce(ctx, &req)
		// This comes first, so that the Home still follows after a kill.
		if err := a.Bot.NoteHome(ctx, req.Player); err != nil {
			a.Log.ErrorContext(ctx, "slack: could not store that a Home was opened", "request", bot.Mark(req.ID), "error", reason(err))
		}
		a.show(ctx, a.home(req))
	}
}
