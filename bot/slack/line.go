package slack

import (
	"context"
	"strings"
	"sync/atomic"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// A line is a message that a player types in the conversation with the bot. It is a
// command without a slash, as in a terminal. The player's line stays in view, so the board
// is posted below it, and the message that showed the board before says so.

// A post is what Slack reports of any message in a conversation with the bot. The bot's
// own messages are among them, and so are edits.
type post struct {
	Kind    string `json:"channel_type"`
	Subtype string `json:"subtype"`
	Bot     string `json:"bot_id"`
	Thread  string `json:"thread_ts"`
	Text    string `json:"text"`
}

// isLine reports whether a person has typed the message to the bot. The bot must not
// answer any other message: edits, deletions, files, other apps' messages, and its own,
// which it would answer for ever. A thread is people's talk about a board.
func (p post) isLine(from string) bool {
	return p.Kind == "im" && p.Subtype == "" && p.Bot == "" && p.Thread == "" && from != slackbot && strings.TrimSpace(p.Text) != ""
}

// line answers a line. It acknowledges the line once the change is stored, so Slack
// delivers one again that a crash has lost.
func (a *Adapter) line(ctx context.Context, e event, acknowledge ack) {
	acknowledge, stop := a.inTime(acknowledge)
	defer stop()
	r := &tapAnswerer{&answerer{Adapter: a, delivery: a.typedLine(e), ack: acknowledge}}
	defer r.acknowledge()
	if e.id != "" && a.lines.Own(e.id, func() *atomic.Bool { return new(atomic.Bool) }).Swap(true) {
		return // a repeated delivery: the answer was given or is on its way
	}
	a.conversations.Put(r.req.Player, e.channel)
	a.introduce(ctx, &r.req)
	a.respond(ctx, r.req, r)
}

// typedLine decodes a line.
func (a *Adapter) typedLine(e event) delivery {
	text, people := a.reader.read(e.post.Text, e.from)
	text = strings.Trim(emojis().Replace(text), "`*_~ \n") // Slack's marks of code and bold text
	d := delivery{isLine: true, req: bot.Request{
		ID: e.id, Player: e.player(), Place: e.from.place(e.channel, false), Mentions: people, Text: text,
	}}
	asked, _ := a.asked.Get(d.req.Player)
	typed := a.Catalogue.Words().English(strings.Fields(locale.Fold(text)))
	if command, ok := asked.Answer(typed); ok {
		d.req.Text, d.req.Board = command, asked.Ref
	}
	return d
}

// ask remembers the question of a reply, which the player's next line may answer. Any
// other reply closes the question.
func (a *Adapter) ask(d delivery, r bot.Reply) {
	if !d.direct() {
		return
	}
	asked := bot.Reply{}
	if r.Asks() {
		asked.Actions, asked.Ref = r.Actions, r.Ref
	}
	a.asked.Put(d.req.Player, asked)
}
