package discord

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// A board of style cards is made of emojis. It stands in a message of displays, which
// Discord calls Components V2: such a message has neither content nor embeds, and
// remains one for good. So whatever takes its place is laid out in displays too.

// Limits of the displays of one message.
const (
	maxNodes    = 190    // emojis and formatted parts of one text; clients drop what is beyond 200
	maxDisplays = 4000   // characters of all texts
	maxBytes    = 10_000 // of all texts; Discord fails a little beyond
	leastLines  = 400    // characters that are kept for what happened, if there is so much to say
)

// laidOut marks a message of displays.
const laidOut = discordgo.MessageFlagsIsComponentsV2

// message is a reply with its picture, if there is one. It is laid out in displays if its
// board is of cards, or if it takes the place of a message of displays.
func (r *answerer) message(reply bot.Reply, picture *chat.Picture) *message {
	return r.messageWith(r.tiles.Load(), reply, picture)
}

// messageWith is message with some emojis; nil is none.
func (r *answerer) messageWith(tiles *tileIDs, reply bot.Reply, picture *chat.Picture) *message {
	p := r.presenter(reply.Lang, reply.Style)
	board := p.board(reply)
	r.tiled = false
	if reply.Style == bot.Cards && tiles != nil && !r.plain {
		p.tiles = *tiles
		var text string
		if text, r.tiled = p.tiledBoard(reply); r.tiled {
			board = text
		}
	}
	if r.tiled || r.replaces(reply) && r.in.Message.Flags&laidOut != 0 {
		return p.displays(reply, board, picture)
	}
	return r.Adapter.message(reply, picture)
}

// tiledBoard returns a board of emojis: with its piles as columns, or as rows if one of
// them is too long. It reports false if Discord or its clients have no room for it beside
// the rest of the reply.
func (p presenter) tiledBoard(r bot.Reply) (board string, ok bool) {
	if r.Board == nil {
		return "", false
	}
	rest := utf8.RuneCountInString(p.heading(r) + p.smallPrint(r))
	lines := utf8.RuneCountInString(p.lines(r))
	playable := 0 // where the waste shows one card, no sign is needed
	if r.Board.Rules.Draw > 1 {
		playable = render.PlayableTile(*r.Board)
	}
	columns, rows := render.Tiled(*r.Board, r.FourColour), render.TiledSideways(*r.Board, r.FourColour)
	for _, form := range []struct {
		tiles [][]render.Tile
		space string                   // between the tiles of a row
		name  func(render.Tile) string // screen readers say it, so it is whole where there is room
		lines int                      // characters that are kept for what happened
	}{
		{columns, " ", render.Tile.Name, lines},
		{columns, " ", shortName, min(lines, leastLines)},
		{rows, "", render.Tile.Name, lines},
		{rows, "", shortName, min(lines, leastLines)},
	} {
		board, ok = p.tiledRows(r, form.tiles, form.space, form.name, playable)
		nodes := 2 + strings.Count(p.heading(r), `\`) + strings.Count(board, "<")
		if ok && nodes <= maxNodes && utf8.RuneCountInString(board)+rest+form.lines <= maxDisplays {
			return board, true
		}
	}
	return "", false
}

// tiledRows returns rows of emojis with names. In the first row, which is that of stock,
// waste and foundations, a place other than 0 is in brackets. A thin arrow points at the
// card that was moved last: it stands in the gap before the card, or behind the card if
// that begins the row. It reports false if there is no emoji for a tile.
func (p presenter) tiledRows(r bot.Reply, rows [][]render.Tile, space string, name func(render.Tile) string, inBrackets int) (text string, ok bool) {
	moved := render.FaceTile(r.Moved, r.FourColour)
	var b strings.Builder
	for y, row := range rows {
		if y > 0 {
			b.WriteByte('\n')
		}
		for x, t := range row {
			id, known := p.tiles[t]
			if !known {
				return "", false
			}
			isMoved := r.Moved != 0 && t == moved
			switch {
			case y == 0 && x > 0 && x == inBrackets:
				b.WriteByte('[')
			case y == 0 && inBrackets > 0 && x == inBrackets+1:
				b.WriteByte(']')
			case x == 0:
			case isMoved:
				b.WriteString("›")
			case x == 1 && r.Moved != 0 && row[0] == moved:
				b.WriteString("‹")
			case y == 0:
				b.WriteByte(' ')
			default:
				b.WriteString(space)
			}
			b.WriteString("<:" + name(t) + ":" + id + ">")
			if isMoved && x == 0 && len(row) == 1 {
				b.WriteString("‹")
			}
		}
	}
	return b.String(), true
}

// shortName is a name that costs little room. Discord takes any: the id counts.
func shortName(t render.Tile) string {
	if t.Kind == render.FaceUp {
		return t.Card.String()
	}
	return "_"
}

// emoji is a card's emoji, for a button or a menu; nil in other styles than cards.
func (p presenter) emoji(r bot.Reply, c game.Card) *discordgo.ComponentEmoji {
	if p.tiles == nil || c == 0 {
		return nil
	}
	t := render.FaceTile(c, r.FourColour)
	id := p.tiles[t]
	if id == "" {
		return nil
	}
	return &discordgo.ComponentEmoji{ID: id, Name: t.Name()}
}

// heading is the reply's title as the first line of a text.
func (p presenter) heading(r bot.Reply) string {
	if title := p.title(r); title != "" {
		return "**" + title + "**\n"
	}
	return ""
}

// smallPrint is the status as the last line of a text.
func (p presenter) smallPrint(r bot.Reply) string {
	if status := prose(p.speaker.Join(r.Status)); status != "" {
		return "\n-# " + status
	}
	return ""
}

// displays is a reply as a message of displays: a box with the title and the board, what
// happened, the status and a picture, and below it the menu and the buttons. With
// sentences for a board, what happened comes before the board, since it is read aloud.
func (p presenter) displays(r bot.Reply, board string, picture *chat.Picture) *message {
	p.laid = true
	m := newMessage()
	m.Content, m.Flags = nil, laidOut
	m.attach(r.Files)
	var inBox []discordgo.MessageComponent
	if picture != nil {
		if r.Show == nil {
			board = ""
		}
		alt := chat.Cut(picture.Alt, maxAlt)
		inBox = append(inBox, discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{
			Media: discordgo.UnfurledMediaItem{URL: "attachment://" + picture.Name}, Description: &alt,
		}}})
		m.attach(append(slices.Clone(r.Files), bot.File{Name: picture.Name, Data: picture.Data}))
	}
	upper, lower := p.heading(r)+board, p.smallPrint(r)
	lines := cutBytes(p.lines(r), maxDisplays-utf8.RuneCountInString(upper+lower), maxBytes-len(upper+lower))
	if p.style == render.Text {
		upper, lower = p.heading(r)+lines, "\n"+board+lower
	} else {
		lower = lines + lower
	}
	for i, text := range []string{upper, lower} {
		if text = strings.Trim(text, "\n"); text != "" {
			inBox = slices.Insert(inBox, min(i, len(inBox)), discordgo.MessageComponent(discordgo.TextDisplay{Content: text}))
		}
	}
	for _, f := range r.Files {
		inBox = append(inBox, discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}})
	}
	if len(inBox) > 0 {
		accent := feltGreen
		if r.Board != nil && r.Board.Won {
			accent = gold
		}
		m.Components = append(m.Components, discordgo.Container{AccentColor: &accent, Components: inBox})
	}
	m.Components = append(m.Components, p.rows(r)...)
	return m
}

// cutBytes shortens a text to a number of characters and of bytes.
func cutBytes(text string, most, bytes int) string {
	for text = chat.Cut(text, most); len(text) > max(bytes, 0); {
		text = chat.Cut(text, utf8.RuneCountInString(text)-1)
	}
	return text
}

// line is a message of one text that takes the place of any other, laid out or not.
func (a *Adapter) line(lang, key string) *message {
	m := newMessage()
	m.Content, m.Flags = nil, laidOut
	m.Components = append(m.Components, discordgo.TextDisplay{Content: prose(a.catalogue.In(lang, false).Text(key, nil))})
	return m
}
