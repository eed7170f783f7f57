package slack

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// An ack acknowledges a delivery, with a message or, if that is nil, without one. An error
// means that a message can't be sent this way; the delivery must then still be
// acknowledged.
type ack func(m *message) error

// command answers a slash command.
func (a *Adapter) command(ctx context.Context, c slackgo.SlashCommand, ack ack) {
	r := &answerer{Adapter: a, delivery: a.typed(c), ack: ack}
	defer r.acknowledge() // in any case
	if len(r.req.Mentions) > 0 {
		r.acknowledge() // looking up the people may take long
	}
	if mayBeDirect(c.ChannelID) {
		r.acknowledge() // looking up the conversation may take long
		r.req.Place.Shared = !a.isDirect(ctx, r.req.Player, c.ChannelID)
	}
	a.introduce(ctx, &r.req)
	a.respond(ctx, r.req, r)
}

// interaction answers a tap or a choice. It acknowledges the tap once the change is
// stored, so a tap lost in a crash fails visibly. A slow one is acknowledged earlier, in
// time for Slack.
func (a *Adapter) interaction(ctx context.Context, c slackgo.InteractionCallback, acknowledge ack) {
	acknowledge, stop := a.inTime(acknowledge)
	defer stop()
	r := &answerer{Adapter: a, ack: acknowledge}
	defer r.acknowledge()
	d, ok := a.chosen(c)
	if !ok {
		return
	}
	if channel := d.req.Place.Channel; mayBeDirect(channel) && a.isDirect(ctx, d.req.Player, channel) {
		d.req.Place.Shared, d.req.Own = false, true
	}
	a.introduce(ctx, &d.req)
	r.delivery = d
	if d.inHome {
		a.respond(ctx, d.req, &homeAnswerer{r})
		return
	}
	a.respond(ctx, d.req, &tapAnswerer{r})
}

// inTime returns an acknowledgement without a message, which is made once, and in time for
// Slack even if nobody calls it before stop.
func (a *Adapter) inTime(acknowledge ack) (once ack, stop func()) {
	made := sync.OnceValue(func() error { return acknowledge(nil) })
	late := time.AfterFunc(a.Times.Patience, func() { _ = made() })
	return func(*message) error { return made() }, func() { late.Stop() }
}

// A tapAnswerer answers a tap on a message, or a line. Their acknowledgement brings no
// message.
type tapAnswerer struct{ *answerer }

// Answer implements [bot.Responder].
func (r *tapAnswerer) Answer(ctx context.Context, reply bot.Reply) error {
	r.acknowledge()
	return r.Finish(ctx, reply)
}

func (a *Adapter) respond(ctx context.Context, req bot.Request, r bot.Responder) {
	if err := a.Bot.Respond(ctx, req, r, a.Times); err != nil {
		a.Log.ErrorContext(ctx, "slack: a request failed", "request", bot.Mark(req.ID), "error", reason(err))
	}
}

// An answerer answers one delivery; it is the bot's Responder. Its methods log their
// errors and return none.
type answerer struct {
	*Adapter
	delivery
	ack   ack    // nil once the delivery is acknowledged
	image *image // the answer's picture; nil if it has none
}

// acknowledge acknowledges the delivery without a message, unless that was done before.
func (r *answerer) acknowledge() {
	if r.ack == nil {
		return
	}
	if err := r.ack(nil); err != nil { // Slack will deliver it once more
		r.Log.Warn("slack: a delivery could not be acknowledged", "request", bot.Mark(r.req.ID), "error", reason(err))
	}
	r.ack = nil
}

// Answer sends the reply in a command's acknowledgement, or like a late reply.
func (r *answerer) Answer(ctx context.Context, reply bot.Reply) error {
	r.ask(r.delivery, reply)                                       // before the player can see it, and answer
	if r.ack != nil && !r.paints(reply) && !r.publicBoard(reply) { // a picture must be uploaded first
		acknowledge := r.way(reply, func(_ context.Context, p page) (chat.Message, error) {
			return nil, r.ack(p.newMessage(reply.Private))
		})
		if r.boards.Show(ctx, acknowledge) == nil {
			r.ack = nil
			r.after(ctx, reply)
			return nil
		}
	}
	r.acknowledge()
	return r.Finish(ctx, reply)
}

// Defer acknowledges the delivery.
func (r *answerer) Defer(context.Context, bool) error {
	r.acknowledge()
	return nil
}

// Finish shows the reply after the acknowledgement.
func (r *answerer) Finish(ctx context.Context, reply bot.Reply) error {
	r.ask(r.delivery, reply)
	defer r.after(ctx, reply)
	r.upload(ctx, reply)
	live := r.boards.Live(reply.Ref.Game, r.req.Place.Channel)
	replace, _ := r.manner(reply)
	if r.give(ctx, reply) && reply.Replace && !replace && r.tapped.private && r.req.Place.Shared && (live == nil || live.ID() != r.tapped.ts) {
		r.boards.Retire(r.tappedBoard(), reply.Lang) // the board has become public, so it is in another message now
	}
	return nil
}

// give shows a reply, and reports whether it succeeded. It retries temporary failures,
// with growing pauses, for the lifetime of a response_url.
func (r *answerer) give(ctx context.Context, reply bot.Reply) bool {
	err := r.try(ctx, reply)
	if err != nil && r.typedBoard(reply) { // an early sign for the player
		r.Log.WarnContext(ctx, "slack: a board could not be posted", "request", bot.Mark(r.req.ID), "error", reason(err))
		if here := r.post(ctx, r.url, r.page(reply, r.revision(r.delivery)).response(false, true)); here == nil && !passes(err) {
			err = nil
		}
	}
	report := func(err error) {
		if err != nil {
			r.Log.ErrorContext(ctx, "slack: an answer could not be given", "request", bot.Mark(r.req.ID), "error", reason(err))
		}
	}
	later := *r
	later.image = nil // deleted, since no answer shows it
	if !passes(err) || !r.run(r.errands, func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, responseAge)
		defer cancel()
		defer context.AfterFunc(r.closing, cancel)()
		report(chat.Retry{Pause: r.pause}.Again(ctx, err, fault, func(ctx context.Context) error { return later.try(ctx, reply) }))
	}) {
		report(err)
	}
	return err == nil
}

// try shows a reply through the response_url, otherwise by the Web API, or, where the bot
// can't write at all, in the player's conversation with it. A typed command's public board
// goes by the Web API first, since only messages posted that way can be changed later.
func (r *answerer) try(ctx context.Context, reply bot.Reply) error {
	if r.publicBoard(reply) {
		err := r.boards.Show(ctx, r.byWebAPI(reply))
		if err == nil || passes(err) {
			return err
		}
		r.Log.WarnContext(ctx, "slack: a public board could not be posted", "request", bot.Mark(r.req.ID), "error", reason(err))
	}
	if r.url != nil && !r.typedBoard(reply) {
		replace, private := r.manner(reply)
		way := r.way(reply, func(ctx context.Context, p page) (chat.Message, error) {
			err := r.post(ctx, r.url, p.response(replace, private))
			if !replace {
				return nil, err
			}
			return r.tappedBoard(), err
		})
		way.Edits = replace
		err := r.boards.Show(ctx, way)
		if err == nil {
			return nil
		}
		r.Log.WarnContext(ctx, "slack: the response_url failed", "request", bot.Mark(r.req.ID), "error", reason(err))
	}
	if !r.inHome {
		err := r.boards.Show(ctx, r.byWebAPI(reply))
		if err == nil || passes(err) || r.direct() {
			return err
		}
		r.Log.WarnContext(ctx, "slack: an answer could not be posted", "request", bot.Mark(r.req.ID), "error", reason(err))
		reply.Lines = slices.Concat([]locale.Message{{Key: "slack.elsewhere"}}, reply.Lines)
	}
	channel, err := r.directChannel(ctx, r.once, r.req.Player)
	if err == nil {
		_, err = r.send(ctx, r.once, channel, r.page(reply, r.revision(r.delivery)))
	}
	return err
}

// after does the work after every answer.
func (r *answerer) after(ctx context.Context, reply bot.Reply) {
	if !r.inHome {
		r.follow(r.delivery, reply)
	}
	if r.image != nil && !r.image.shown {
		r.discard(r.image.file)
	}
	for _, f := range reply.Files {
		if err := r.sendFile(ctx, r.req.Player, f); err != nil {
			r.Log.ErrorContext(ctx, "slack: a file could not be sent", "request", bot.Mark(r.req.ID), "error", reason(err))
			r.give(ctx, bot.Reply{Lines: []locale.Message{{Key: "slack.no-file"}}, Lang: reply.Lang, Style: reply.Style, Private: true})
			return
		}
	}
}

// publicBoard reports whether a reply to something typed shows a board to everybody in a
// channel. If the bot may write there, the board stays one message. A board in the
// acknowledgement couldn't be changed, so each move would add another.
func (r *answerer) publicBoard(reply bot.Reply) bool {
	return r.req.Place.Shared && !r.req.Tap && !reply.Private && reply.Ref.Game != ""
}

// typedBoard reports whether a reply shows the board after a command typed in the
// conversation with the bot. There it stays one message.
func (r *answerer) typedBoard(reply bot.Reply) bool {
	return r.direct() && !r.req.Tap && reply.Board != nil
}

// manner decides how an answer is given: in place of the tapped message, or else visible
// to the player only or to all. A private reply never goes into a message that others see.
// A message that only the player sees can't become public, so a public board is then a new
// message, and any other reply in its place stays private. A message to others is always a
// new one.
func (r *answerer) manner(reply bot.Reply) (replace, private bool) {
	switch {
	case r.direct():
		return r.req.Tap && reply.Replace, true
	case !r.req.Tap:
		return false, reply.Private
	case !reply.Replace:
		return false, reply.Private || reply.Board != nil
	case r.tapped.private && reply.Board == nil:
		return true, true
	}
	return reply.Private == r.tapped.private, reply.Private
}

// byWebAPI returns the way by the Web API. In the conversation with the bot, and for a
// typed command's public board, it edits the live board, unless none can be edited, or a
// command requests the board at the bottom, or a line stands below the board.
func (r *answerer) byWebAPI(reply bot.Reply) chat.Way {
	channel, direct := r.req.Place.Channel, r.direct()
	replace, private := r.manner(reply)
	way := r.way(reply, func(ctx context.Context, p page) (chat.Message, error) {
		if private && !direct {
			return nil, r.once(ctx, func(ctx context.Context) error {
				_, err := r.api.PostEphemeralContext(ctx, channel, r.user(), p.options())
				return err
			})
		}
		var before *shownBoard
		switch {
		case !direct && !r.publicBoard(reply) || reply.Board == nil:
		case replace:
			before = r.tappedBoard()
		case !r.req.Tap && !r.isLine && !r.atBottom():
			before, _ = r.boards.Live(reply.Ref.Game, channel).(*shownBoard)
		}
		if before != nil && !before.private {
			err := r.change(ctx, r.once, channel, before.ts, p)
			if err == nil || passes(err) {
				return before, err
			}
			r.Log.WarnContext(ctx, "slack: a board could not be changed", "request", bot.Mark(r.req.ID), "error", reason(err))
		}
		ts, err := r.send(ctx, r.once, channel, p)
		return &shownBoard{Adapter: r.Adapter, channel: channel, ts: ts}, err
	})
	way.Edits = direct || r.publicBoard(reply)
	return way
}

// way returns a way to send the reply's page, with its picture or without. Slack may still
// be processing the picture.
func (r *answerer) way(reply bot.Reply, send func(ctx context.Context, p page) (chat.Message, error)) chat.Way {
	w := chat.Way{Request: r.req.ID, Channel: r.req.Place.Channel, Reply: reply}
	if r.image != nil {
		w.Picture = new(chat.Picture)
	}
	w.Plain = func(err error) bool { return w.Picture != nil && !rateLimited(err) }
	w.Send = func(ctx context.Context, p *chat.Picture) (m chat.Message, err error) {
		if p == nil {
			if m, err = send(ctx, r.page(reply, r.revision(r.delivery))); err == nil {
				r.replacePicture(reply, "")
			}
			return m, err
		}
		m, err = send(ctx, r.pageWith(reply, r.revision(r.delivery), r.image))
		if err != nil && !rateLimited(err) && chat.Sleep(ctx, settling) {
			m, err = send(ctx, r.pageWith(reply, r.revision(r.delivery), r.image))
		}
		if r.image.shown = err == nil; err == nil {
			r.replacePicture(reply, r.image.file)
		}
		return m, err
	}
	return w
}

// atBottom reports whether a command requests a new message for the board.
func (r *answerer) atBottom() bool {
	words := r.Catalogue.Words().English(strings.Fields(strings.TrimLeft(locale.Fold(r.req.Text), "/")))
	return len(words) == 0 || words[0] == "show" || words[0] == "board"
}

// send posts a message.
func (a *Adapter) send(ctx context.Context, call caller, channel string, p page) (ts string, err error) {
	err = call(ctx, func(ctx context.Context) (err error) {
		_, ts, err = a.api.PostMessageContext(ctx, channel, p.options())
		return err
	})
	return ts, err
}

// change replaces a message of the bot by a page.
func (a *Adapter) change(ctx context.Context, call caller, channel, ts string, p page) error {
	return call(ctx, func(ctx context.Context) error {
		_, _, _, err := a.api.UpdateMessageContext(ctx, channel, ts, p.options())
		return err
	})
}

// sendFile sends a file to the player's conversation with the bot: the file is personal,
// and in a channel everybody could read it.
func (a *Adapter) sendFile(ctx context.Context, to persist.Player, f bot.File) error {
	channel, err := a.directChannel(ctx, a.patiently, to)
	if err != nil {
		return err
	}
	return a.patiently(ctx, func(ctx context.Context) error {
		_, err := a.api.UploadFileContext(ctx, slackgo.UploadFileParameters{
			Filename: f.Name, Title: f.Name, FileSize: len(f.Data), Content: string(f.Data), Channel: channel,
		})
		return err
	})
}

// A shownBoard is a message that shows a board.
type shownBoard struct {
	*Adapter
	channel, ts string
	private     bool         // only the player sees the message, and the Web API can't change it
	url         *responseURL // that of the last tap on it in a channel; nil if there was none
}

// tappedBoard returns the tapped message.
func (r *answerer) tappedBoard() *shownBoard {
	b := &shownBoard{Adapter: r.Adapter, channel: r.req.Place.Channel, ts: r.tapped.ts, private: r.tapped.private}
	if r.req.Place.Shared {
		b.url = r.url
	}
	return b
}

// ID implements [chat.Message].
func (b *shownBoard) ID() string { return b.ts }

// Line implements [chat.Message].
func (b *shownBoard) Line(ctx context.Context, lang string) error {
	line := b.note("slack.moved", lang)
	switch {
	case b.url != nil && b.Now().Before(b.url.until):
		return b.post(ctx, b.url, line.response(true, true))
	case b.private || b.url != nil:
		return nil
	}
	return b.change(ctx, b.patiently, b.channel, b.ts, line)
}

// isDirect reports whether a channel is a player's conversation with the bot. The id can't
// show that, since a conversation of two people looks the same. If Slack doesn't answer,
// isDirect assumes that others read the channel.
func (a *Adapter) isDirect(ctx context.Context, p persist.Player, channel string) bool {
	direct, err := a.directChannel(ctx, a.once, p)
	if err != nil {
		a.Log.WarnContext(ctx, "slack: a conversation could not be looked up", "error", reason(err))
	}
	if rateLimited(err) { // the next request finds it in the cache
		a.run(a.errands, func(ctx context.Context) {
			_ = limits.Again(ctx, err, onlyLimits, func(ctx context.Context) error {
				_, err := a.directChannel(ctx, a.once, p)
				return err
			})
		})
	}
	return direct == channel
}

// directChannel returns the channel of a player's conversation with the bot.
func (a *Adapter) directChannel(ctx context.Context, call caller, p persist.Player) (string, error) {
	if known, ok := a.conversations.Get(p); ok {
		return known, nil
	}
	var opened *slackgo.Channel
	err := call(ctx, func(ctx context.Context) (err error) {
		opened, _, _, err = a.api.OpenConversationContext(ctx, &slackgo.OpenConversationParameters{Users: []string{p.User}})
		return err
	})
	switch {
	case err != nil:
		return "", err
	case opened == nil || opened.ID == "":
		return "", errors.New("conversations.open named no channel")
	}
	a.conversations.Put(p, opened.ID)
	return opened.ID, nil
}
