package slack

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
)

// Slack's limits, in characters and pieces.
const (
	maxText      = 4000 // Slack cuts longer texts
	maxHeader    = 150
	maxSection   = 3000
	maxLabel     = 75 // of buttons and options
	maxValue     = 2000
	maxOption    = 75 // the value of an option
	maxOptions   = 100
	maxElements  = 25
	maxSections  = 8 // more than any reply needs
	maxAsButtons = 5 // the most choices that get a button each
	maxQuick     = 4 // the most moves that get a button each beside the menu
)

// A page is a reply as blocks, and as text for notifications and screen
// readers.
type page struct {
	text   string
	blocks []slackgo.Block
}

// revision begins the block ids of one rendering. Slack requires new ids whenever a
// message is changed.
func (a *Adapter) revision(d delivery) string {
	sum := sha256.Sum256([]byte(d.req.ID + a.Now().UTC().String()))
	return hex.EncodeToString(sum[:6])
}

// page draws a reply.
func (a *Adapter) page(r bot.Reply, revision string) page { return a.pageWith(r, revision, nil) }

// pageWith draws a reply with its picture; nil is none.
func (a *Adapter) pageWith(r bot.Reply, revision string, i *image) page {
	w := a.words(r)
	if len(r.Files) > 0 {
		r.Lines = append(slices.Clone(r.Lines), locale.Message{Key: "slack.file"})
	}
	b := &builder{words: w, revision: revision, ref: r.Ref, image: i}
	b.title(r)
	if w.style == render.Text { // for listeners, the lines about the last step come first
		b.lines(r)
		b.board(r)
	} else {
		b.board(r)
		b.lines(r)
	}
	b.status(r)
	b.menu(r) // above the buttons, so that they keep their places at the bottom
	b.actions(r)
	p := page{text: w.spoken(r), blocks: b.blocks}
	if p.text == "" && i != nil {
		p.text = cutEscaped(escape(i.alt), maxText)
	}
	return p
}

// homePage draws a reply in the Home, with the deals of the day below the buttons, where
// they move none of them.
func (a *Adapter) homePage(r bot.Reply, revision string) []slackgo.Block {
	b := &builder{words: a.words(r), revision: revision, blocks: a.page(r, revision).blocks}
	if len(r.Today) > 0 {
		b.add(&slackgo.DividerBlock{Type: slackgo.MBTDivider, BlockID: b.id()})
		b.lines(bot.Reply{Lines: r.Today})
	}
	return b.blocks
}

// spoken returns a reply in sentences, the last move first.
func (w words) spoken(r bot.Reply) string {
	var parts []string
	for _, m := range r.Lines {
		parts = append(parts, w.say(m))
	}
	if r.Board != nil {
		parts = append(parts, w.heading(r), render.Board(*r.Board, render.Text, w), w.Join(r.Status))
	}
	if len(parts) == 0 {
		for _, row := range r.Actions {
			for _, a := range row {
				parts = append(parts, w.say(a.Label))
			}
		}
	}
	return mentions(r.Lines).Replace(showChannels(cutEscaped(strings.Join(parts, "\n"), maxText)))
}

func (w words) heading(r bot.Reply) string {
	title := w.Join(r.Title)
	if r.Board == nil {
		return title
	}
	if pass := render.Pass(*r.Board, w); pass != "" {
		title += " · " + pass
	}
	return title
}

// A builder builds blocks.
type builder struct {
	words
	revision string
	ref      bot.BoardRef
	blocks   []slackgo.Block
	number   int    // of buttons and menus so far
	image    *image // a picture of the board, or one to show beside the lines
}

func (b *builder) add(block slackgo.Block) { b.blocks = append(b.blocks, block) }

// id returns the block_id of the next block.
func (b *builder) id() string { return b.revision + "." + strconv.Itoa(len(b.blocks)+1) }

func (b *builder) actionID() string {
	b.number++
	return actionID(b.ref, b.number)
}

func (b *builder) title(r bot.Reply) {
	if len(r.Title) > 0 {
		b.add(slackgo.NewHeaderBlock(plain(b.heading(r), maxHeader), slackgo.HeaderBlockOptionBlockID(b.id())))
	}
}

// board adds the board. A drawn board is preformatted rich text. Unlike a section with a
// code fence, it is never folded behind "see more", nothing in it is markup, and no
// character can end it.
func (b *builder) board(r bot.Reply) {
	if b.image != nil {
		b.add(b.image.block(b.id()))
		return
	}
	if r.Board == nil {
		return
	}
	board := render.Mark(render.Board(*r.Board, b.style, b.Speaker), b.style, r.Moved)
	if b.style == render.Text {
		b.sections(strings.Split(board, "\n"), mentions(nil))
		return
	}
	text := slackgo.NewRichTextSectionTextElement(board, nil)
	b.add(slackgo.NewRichTextBlock(b.id(), &slackgo.RichTextPreformatted{
		Type: slackgo.RTEPreformatted, Elements: []slackgo.RichTextSectionElement{text},
	}))
}

func (b *builder) lines(r bot.Reply) {
	var lines []string
	for _, m := range r.Lines {
		lines = append(lines, strings.Split(b.commands.Replace(b.WithMoments(markMoment).Say(m)), "\n")...)
	}
	b.sections(lines, mentions(r.Lines))
}

// sections adds lines as text, in which people may be mentioned.
func (b *builder) sections(lines []string, people *strings.Replacer) {
	for i, line := range lines {
		lines[i] = people.Replace(revive(calm(cutEscaped(line, maxSection/2)))) // calm adds a character after each suit
	}
	for i, text := range pack(lines, maxSection) {
		if i == maxSections {
			return
		}
		t := slackgo.NewTextBlockObject(slackgo.MarkdownType, text, false, true)
		b.add(slackgo.NewSectionBlock(t, nil, nil, slackgo.SectionBlockOptionBlockID(b.id()), slackgo.SectionBlockOptionExpand(true)))
	}
}

func (b *builder) status(r bot.Reply) {
	if len(r.Status) > 0 {
		b.add(slackgo.NewContextBlock(b.id(), plain(b.Join(r.Status), maxHeader)))
	}
}

// actions adds the buttons, each row in a block of its own. Slack can't disable a button.
// An idle one looks like any other, and its command answers why it does nothing.
func (b *builder) actions(r bot.Reply) {
	for _, row := range r.Actions {
		var buttons []slackgo.BlockElement
		for _, a := range row {
			button := b.button(b.say(a.Label), a.Text)
			if button == nil || len(buttons) == maxElements || a.Beside {
				continue
			}
			switch {
			case a.Answer == bot.AnswerYes:
				button.Style = slackgo.StyleDanger
			case a.Main:
				button.Style = slackgo.StylePrimary
			}
			if a.Answer != bot.NoAnswer && len(r.Lines) > 0 { // a bare "yes" would mean little to a person who only hears the button
				button.AccessibilityLabel = chat.Cut(button.AccessibilityLabel+": "+b.say(r.Lines[len(r.Lines)-1]), maxLabel)
			}
			buttons = append(buttons, button)
		}
		b.elements(buttons)
	}
}

func (b *builder) elements(list []slackgo.BlockElement) {
	if len(list) > 0 {
		b.add(slackgo.NewActionBlock(b.id(), list...))
	}
}

// button returns a button with a command; nil if the command is too long for Slack.
func (b *builder) button(label, text string) *slackgo.ButtonBlockElement {
	if len(text) > maxValue {
		return nil
	}
	button := slackgo.NewButtonBlockElement(b.actionID(), text, plain(label, maxLabel))
	button.AccessibilityLabel = chat.Cut(label, maxLabel)
	return button
}

// menu adds the legal moves. The few moves of a question become buttons. Otherwise, some
// become buttons and all are in a menu, or in two if they are many; the buttons that stand
// beside moves follow. While a game is open
// there is always such a row, so that the buttons below keep their places.
func (b *builder) menu(r bot.Reply) {
	switch {
	case r.Asks(): // a question is open: only its answers matter
		return
	case r.Choose && len(r.Menu) <= maxAsButtons:
		b.elements(b.moves(r.Menu, b.full))
		return
	}
	elements := b.moves(r.Quick(maxQuick), func(c command.Choice) string { return b.say(c.Short()) })
	for rest, key := r.Menu, "slack.menu"; len(rest) > 0; key = "slack.menu-more" {
		n := min(len(rest), maxOptions)
		elements = append(elements, b.choices(rest[:n], b.text(key)))
		rest = rest[n:]
	}
	if r.Playing && len(r.Menu) == 0 {
		elements = append(elements, b.button(b.text("move.no-cards"), "move"))
	}
	for _, a := range slices.Concat(r.Actions...) {
		if a.Beside {
			elements = append(elements, b.button(b.say(a.Label), a.Text))
		}
	}
	b.elements(elements)
}

// full returns a move in words, if it fits.
func (b *builder) full(c command.Choice) string { return c.Said(b.say, maxLabel) }

// moves returns buttons for moves. Screen readers get the move in words.
func (b *builder) moves(list []command.Choice, say func(command.Choice) string) []slackgo.BlockElement {
	var buttons []slackgo.BlockElement
	for _, c := range list {
		button := b.button(say(c), c.Text())
		button.AccessibilityLabel = chat.Cut(b.full(c), maxLabel)
		buttons = append(buttons, button)
	}
	return buttons
}

func (b *builder) choices(list []command.Choice, placeholder string) *slackgo.SelectBlockElement {
	options := make([]*slackgo.OptionBlockObject, len(list))
	for i, c := range list {
		options[i] = slackgo.NewOptionBlockObject(chat.Cut(c.Text(), maxOption), plain(b.full(c), maxLabel), nil)
	}
	return slackgo.NewOptionsSelectBlockElement(slackgo.OptTypeStatic, plain(placeholder, maxHeader), b.actionID(), options...)
}

// plain returns text without markup.
func plain(s string, most int) *slackgo.TextBlockObject {
	return slackgo.NewTextBlockObject(slackgo.PlainTextType, chat.Cut(calm(s), most), false, false)
}

// note returns a page of one text.
func (a *Adapter) note(key, lang string) page {
	return a.page(bot.Reply{Lines: []locale.Message{{Key: key}}, Lang: lang}, a.revision(delivery{}))
}
