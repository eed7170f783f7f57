package bottest

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
)

// Keys returns the keys of a reply's lines, with a space between two.
func Keys(r bot.Reply) string {
	var list []string
	for _, m := range r.Lines {
		list = append(list, m.Key)
	}
	return strings.Join(list, " ")
}

// Said reports whether a reply has a line with a key.
func Said(r bot.Reply, key string) bool {
	return slices.Contains(strings.Fields(Keys(r)), key)
}

// Offers reports whether a reply has a button or menu entry that sends a command.
func Offers(r bot.Reply, text string) bool {
	for _, a := range slices.Concat(r.Actions...) {
		if a.Text == text {
			return true
		}
	}
	return slices.ContainsFunc(r.Menu, func(c command.Choice) bool { return c.Text() == text })
}

// Find returns the command of the button with a label, "" if there is none.
func Find(r bot.Reply, label string) string {
	for _, a := range slices.Concat(r.Actions...) {
		if a.Label.Key == label {
			return a.Text
		}
	}
	return ""
}

// Moves returns the command that makes moves.
func Moves(line []game.Move) string {
	var moves []string
	for _, m := range line {
		moves = append(moves, strings.TrimPrefix(command.Choice{Move: m}.Text(), "move "))
	}
	return "move " + strings.Join(moves, ", ")
}

// A Mailbox keeps what is posted on one platform, or refuses it.
type Mailbox struct {
	Posts  []bot.Post
	Refuse error
}

// Post is [bot.Poster].
func (m *Mailbox) Post(_ context.Context, p bot.Post) error {
	if m.Refuse != nil {
		return m.Refuse
	}
	m.Posts = append(m.Posts, p)
	return nil
}

// An Ack records how a request was acknowledged, and how long after Begin.
type Ack struct {
	Begin time.Time
	Fail  error // of Defer
	Calls []string
	Reply bot.Reply // the last one
}

func (a *Ack) note(call string) { a.Calls = append(a.Calls, call+" "+time.Since(a.Begin).String()) }

// Answer records an immediate reply.
func (a *Ack) Answer(_ context.Context, r bot.Reply) error {
	a.note("answer")
	a.Reply = r
	return nil
}

// Defer records that the reply comes later.
func (a *Ack) Defer(_ context.Context, private bool) error {
	if private {
		a.note("defer privately")
	} else {
		a.note("defer")
	}
	return a.Fail
}

// Finish records a reply that was deferred.
func (a *Ack) Finish(_ context.Context, r bot.Reply) error {
	a.note("finish")
	a.Reply = r
	return nil
}
