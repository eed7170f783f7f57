package discord

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
)

// Limits of an embed's parts, in characters. Their sum stays below 6,000, the limit for
// all embeds of a message.
const (
	maxTitle       = 256
	maxDescription = 4096
)

// Colours of the bar beside the embed. No information is in the colour alone.
const (
	feltGreen = 0x2E7D32
	gold      = 0xC9A227
)

// A presenter shows replies to one reader.
type presenter struct {
	speaker *locale.Speaker
	style   render.Style
	tiles   tileIDs // of style cards; nil in others
	laid    bool    // the message is laid out in displays, see cards.go
}

func (a *Adapter) presenter(lang, style string) presenter {
	s, ok := render.ParseStyle(style)
	if !ok {
		s = render.Unicode
	}
	speaker := a.catalogue.In(lang, s == render.ASCII).WithMoments(moment)
	if s == render.Text {
		speaker = speaker.InWords()
	}
	return presenter{speaker: speaker, style: s}
}

// momentStyle shows a moment as date and time.
const momentStyle = ":f"

// moment shows a time in the reader's own zone.
func moment(t time.Time) string { return "<t:" + strconv.FormatInt(t.Unix(), 10) + momentStyle + ">" }

// notice is a message of one text.
func (a *Adapter) notice(lang, key string) *message {
	m := newMessage()
	m.Embeds = append(m.Embeds, &discordgo.MessageEmbed{Description: prose(a.catalogue.In(lang, false).Text(key, nil)), Color: feltGreen})
	return m
}

func (p presenter) embed(r bot.Reply) *discordgo.MessageEmbed {
	e := &discordgo.MessageEmbed{Title: p.title(r), Description: p.description(r), Color: feltGreen}
	if r.Board != nil && r.Board.Won {
		e.Color = gold
	}
	return e
}

func (p presenter) title(r bot.Reply) string {
	title := p.speaker.Join(r.Title)
	if r.Board == nil {
		return chat.Cut(prose(title), maxTitle)
	}
	if pass := render.Pass(*r.Board, p.speaker); pass != "" && p.style != render.Text { // the sentences include it
		title += " · " + pass
	}
	return chat.Cut(prose(title), maxTitle)
}

// description has the board, what happened, and the status. If the board is in sentences,
// the lines come first, since a screen reader starts at the top. If there is too much
// text, the lines are cut, never the board.
func (p presenter) description(r bot.Reply) string { return p.describe(r, p.board(r)) }

// withoutBoard returns the description beside a picture of the board.
func (p presenter) withoutBoard(r bot.Reply) string { return p.describe(r, "") }

func (p presenter) describe(r bot.Reply, board string) string {
	status := prose(p.speaker.Join(r.Status))
	room := maxDescription - utf8.RuneCountInString(board) - utf8.RuneCountInString(status) - len("\n\n")
	parts := []string{board, chat.Cut(p.lines(r), room)}
	if p.style == render.Text {
		slices.Reverse(parts)
	}
	parts = append(parts, status)
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n")
}

func (p presenter) board(r bot.Reply) string {
	if r.Board == nil {
		return ""
	}
	board := render.Mark(render.Board(*r.Board, p.style, p.speaker), p.style, r.Moved)
	switch p.style {
	case render.Text:
		return prose(board)
	case render.Coloured:
		return "```ansi\n" + render.Paint(board, r.FourColour) + "\n```"
	case render.Unicode, render.ASCII:
	}
	return "```\n" + board + "\n```"
}

func (p presenter) lines(r bot.Reply) string {
	said := make([]string, len(r.Lines))
	for i, m := range r.Lines {
		said[i] = prose(p.speaker.Say(m))
	}
	return strings.Join(said, "\n")
}
