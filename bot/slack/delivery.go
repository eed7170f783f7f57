package slack

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// accept answers a transport's delivery in the background. It is a [slackgo.SlashCommand],
// a [slackgo.InteractionCallback] or an [event]. accept acknowledges it in time, unless it
// returns false: then too many requests are in flight and it has done nothing.
func (a *Adapter) accept(in any, acknowledge ack) bool {
	command, typed := in.(slackgo.SlashCommand)
	accepted := a.run(a.work, func(ctx context.Context) {
		switch in := in.(type) {
		case slackgo.SlashCommand:
			a.command(ctx, in, acknowledge)
		case slackgo.InteractionCallback:
			a.interaction(ctx, in, acknowledge)
		default:
			event, ok := in.(event)
			if ok && event.isLine() {
				a.line(ctx, event, acknowledge)
				return
			}
			if err := acknowledge(nil); err != nil { // Slack delivers it again
				a.Log.WarnContext(ctx, "slack: a delivery could not be acknowledged", "error", reason(err))
			}
			if ok {
				a.happened(ctx, event)
			}
		}
	})
	if accepted {
		return true
	}
	a.Log.Warn("slack: too many requests are in flight, a request was turned away")
	return typed && acknowledge(a.busy(command)) == nil
}

// busy asks the player to try again, in the player's language if it is cached: there is no
// time to look it up.
func (a *Adapter) busy(c slackgo.SlashCommand) *message {
	req := a.typed(c).req
	p, _ := a.people.Get(req.Player)
	req.Locale = p.locale
	return a.note("failure.busy", a.Bot.Lang(req)).newMessage(true)
}

// A delivery is a request, and the data needed to answer it.
type delivery struct {
	req    bot.Request
	url    *responseURL // nil for events and in the Home
	tapped tapped       // the tapped message; zero for typed text
	isLine bool         // typed without a slash in the conversation with the bot
	inHome bool         // the tap was in the App Home
	hash   string       // the hash of the Home's view
}

// tapped is a message of the bot that was tapped.
type tapped struct {
	ts      string
	private bool // only the player sees it
}

// user returns the player's id.
func (d delivery) user() string { return d.req.Player.User }

// emojis turns the names by which Slack delivers emojis into suits and numbers.
func emojis() *strings.Replacer {
	return strings.NewReplacer(
		":clubs:", "♣", ":diamonds:", "♦", ":hearts:", "♥", ":heart:", "♥", ":spades:", "♠", ":keycap_ten:", "10", ":arrow_right:", "→",
		":two:", "2", ":three:", "3", ":four:", "4", ":five:", "5", ":six:", "6", ":seven:", "7", ":eight:", "8", ":nine:", "9", ":one:", "1", ":zero:", "0",
	)
}

// typed decodes a slash command.
//
// Slack makes one trigger_id for each action of a player and repeats it with every
// redelivery, so it identifies the request.
func (a *Adapter) typed(c slackgo.SlashCommand) delivery {
	from := ofCommand(c)
	text, people := a.reader.read(c.Text, from)
	text = emojis().Replace(text)
	if strings.EqualFold(c.Command, a.Commands.Move) {
		text = "move " + text
	}
	return delivery{
		req: bot.Request{
			ID:       cmp.Or(c.TriggerID, c.ResponseURL),
			Player:   from.player(c.UserID),
			Place:    from.place(c.ChannelID, true),
			Mentions: people,
			Text:     text,
		},
		url: a.responseURL(c.ResponseURL),
	}
}

// chosen decodes a tap on a button or a choice in a menu. It reports false for
// interactions of other kinds.
func (a *Adapter) chosen(c slackgo.InteractionCallback) (d delivery, ok bool) {
	if c.Type != slackgo.InteractionTypeBlockActions || len(c.ActionCallback.BlockActions) == 0 || c.User.ID == "" {
		return d, false
	}
	action := c.ActionCallback.BlockActions[0]
	from := ofInteraction(c)
	d = delivery{
		req: bot.Request{
			ID:     cmp.Or(c.TriggerID, action.ActionTs+c.User.ID+action.ActionID),
			Player: from.player(c.User.ID),
			Text:   unescape(cmp.Or(action.Value, action.SelectedOption.Value)), // no command contains entities
			Tap:    true,
		},
		url: a.responseURL(c.ResponseURL),
	}
	d.req.Board, ok = readActionID(action.ActionID)
	if !ok || d.req.Text == "" { // a later version wrote it, so its meaning is unknown
		d.req.Text, d.req.Board = "show", bot.BoardRef{}
	}
	if c.Container.Type == "view" {
		d.inHome, d.hash, d.url = true, c.View.Hash, nil
		d.req.Own, d.req.Home = true, true
		d.req.Place = from.place("", false)
		return d, true
	}
	d.tapped = tapped{ts: cmp.Or(c.Container.MessageTs, c.Message.Timestamp), private: c.Container.IsEphemeral}
	d.req.Own = d.tapped.private
	d.req.Place = from.place(cmp.Or(c.Container.ChannelID, c.Channel.ID), true)
	return d, true
}

// mayBeDirect reports whether a channel is a conversation of two, and so possibly the
// player's with the bot.
func mayBeDirect(channel string) bool { return strings.HasPrefix(channel, "D") }

// direct reports whether the request came from the player's conversation with the bot.
func (d delivery) direct() bool { return !d.inHome && !d.req.Place.Shared }

// An event reports a change in the workspace.
type event struct {
	kind      string // such as "app_home_opened"
	id        string
	from      installation
	user      string
	channel   string // the conversation with the bot
	tab       string // the opened tab
	post      post   // of a message
	challenge string // Slack verifies the URL
}

// readEvent decodes an event, or Slack's verification of the URL.
func readEvent(data []byte) (any, error) {
	var outer struct {
		envelope
		Type      string `json:"type"`
		Challenge string `json:"challenge"`
		EventID   string `json:"event_id"`
		Event     struct {
			Type    string `json:"type"`
			User    id     `json:"user"`
			Channel id     `json:"channel"`
			Tab     string `json:"tab"`
			post
		} `json:"event"`
	}
	if err := json.Unmarshal(data, &outer); err != nil {
		return nil, errors.New("this is not an event")
	}
	if outer.Type == "url_verification" {
		return event{kind: outer.Type, challenge: outer.Challenge}, nil
	}
	return event{
		kind: outer.Event.Type, id: outer.EventID, from: ofEvent(outer.envelope),
		user: string(outer.Event.User), channel: string(outer.Event.Channel), tab: outer.Event.Tab,
		post: outer.Event.post,
	}, nil
}

// An id stands alone in some events, and in an object with further data in others.
type id string

func (i *id) UnmarshalJSON(data []byte) error {
	var object struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(data, (*string)(i)) != nil && json.Unmarshal(data, &object) == nil {
		*i = id(object.ID)
	}
	return nil // any other value names nobody
}

func (e event) isLine() bool { return e.kind == "message" && e.user != "" && e.post.isLine(e.user) }

func (e event) player() persist.Player { return e.from.player(e.user) }

// request is the request to show the Home.
func (e event) request() bot.Request {
	return bot.Request{
		ID: e.id, Player: e.player(), Place: e.from.place("", false), Own: true,
	}
}

// happened handles an event. Handling one of Slack's retries does no harm.
func (a *Adapter) happened(ctx context.Context, e event) {
	switch {
	case e.user == "":
	case e.kind == "app_home_opened":
		a.opened(ctx, e)
	case e.kind == "user_change":
		a.people.Drop(e.player())
	}
}
