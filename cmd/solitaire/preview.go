package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordpage"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
)

type previewCmd struct {
	rulesFlags
	Number      int      `default:"1141" placeholder:"N" help:"Number of the deal."`
	Moves       string   `placeholder:"MOVES" help:"Moves to make first, as players type them, such as \"d, w f\"."`
	Style       []string `default:"unicode,cards" help:"Board styles, with commas between: unicode, ascii, coloured, text, cards."`
	FourColours bool     `help:"Give each suit a colour of its own."`
	Client      []string `default:"desktop,phone" help:"desktop, phone or both."`
	Theme       []string `default:"dark,light" help:"dark, light or both."`
}

// Help is the longer text of preview --help.
func (previewCmd) Help() string {
	return `Writes a page in HTML that draws a game as Discord's clients show it, once for each style, client and theme: a look
at what players will see.`
}

// check returns an error unless all words are known.
func (c *previewCmd) check() error {
	for _, words := range []struct{ given, known []string }{
		{c.Style, []string{"unicode", "ascii", "coloured", "text", bot.Cards}},
		{c.Client, []string{"desktop", "phone"}},
		{c.Theme, []string{"dark", "light"}},
	} {
		for _, word := range words.given {
			if !slices.Contains(words.known, word) {
				return usagef("%s: give one of %s", word, strings.Join(words.known, ", "))
			}
		}
	}
	return nil
}

// Run plays the moves with a bot of its own, and writes the page.
func (c *previewCmd) Run(ctx context.Context, s streams) (err error) {
	_, err = c.rules()
	if err := errors.Join(err, c.check()); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "solitaire-preview-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	store, err := openStore(ctx, filepath.Join(folder, "preview.db"), nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	catalogue, err := locale.Load()
	if err != nil {
		return err
	}
	b := play.New(store)
	b.Cards = func(string) bool { return true }
	adapter, err := discord.New(discord.Config{Bot: b, Catalogue: catalogue, ApplicationID: "1"})
	if err != nil {
		return err
	}
	say := func(command string, options map[string]string) (bot.Reply, error) {
		req := bot.Request{Player: persist.Player{Platform: discord.Platform, User: "1"}}
		return b.Handle(ctx, b.Typed(req, command, options))
	}

	for name, value := range map[string]string{
		bot.SettingFourColour: map[bool]string{true: bot.On, false: bot.Off}[c.FourColours], bot.SettingStyle: c.Style[0],
	} {
		if _, err := say("settings", map[string]string{"name": name, "value": value}); err != nil {
			return err
		}
	}
	reply, err := say("new", c.newOptions())
	if err != nil {
		return err
	}
	for moves := range strings.SplitSeq(c.Moves, ",") {
		if c.Moves == "" {
			break
		}
		before := reply.Ref
		if reply, err = say("move", map[string]string{"from": moves}); err != nil {
			return err
		}
		if reply.Ref == before {
			return usagef("--moves: %s: %s", strings.TrimSpace(moves), replyText(catalogue, reply))
		}
	}
	var views []discordpage.View
	page := discordpage.Page{}
	for _, style := range c.Style {
		reply.Style = style
		message, emojis, err := adapter.Sample(reply)
		if err != nil {
			return err
		}
		page.Emojis = emojis
		for _, client := range c.Client {
			for _, theme := range c.Theme {
				views = append(views, discordpage.View{Message: message, Phone: client == "phone", Light: theme == "light"})
			}
		}
	}
	return page.Write(s.out, views)
}

// newOptions are those of the command that deals the game.
func (c *previewCmd) newOptions() map[string]string {
	options := map[string]string{"deal": strconv.Itoa(c.Number)}
	for name, value := range map[string]string{"game": c.Game, "draw": c.Draw, "passes": c.Passes, "return": c.Return} {
		if value != "" {
			options[name] = value
		}
	}
	return options
}

// replyText is what a reply says, in English.
func replyText(catalogue *locale.Catalogue, r bot.Reply) string {
	speaker := catalogue.In(locale.English, true)
	var lines []string
	for _, m := range r.Lines {
		lines = append(lines, speaker.Say(m))
	}
	return strings.Join(lines, " ")
}
