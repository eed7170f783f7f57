package discord

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// request turns an interaction into a request. An unreadable tap, such as one on a later
// version's button, becomes a request for the current board.
func (a *Adapter) request(in *interaction) bot.Request {
	req := bot.Request{
		ID:          in.ID,
		Player:      player(in.person().ID),
		Place:       bot.Place{Server: in.GuildID, Channel: in.ChannelID, Shared: in.shared(), Muted: in.muted()},
		Name:        in.person().name(in.nick()),
		Locale:      in.Locale,
		PlaceLocale: in.GuildLocale,
		Admin:       in.admin(),
		Mentions:    in.mentions(),
	}
	if global := in.person().name(""); req.Name != global {
		req.GlobalName = global
	}
	if in.Type != discordgo.InteractionMessageComponent {
		name, options := in.Data.typed()
		if name == "" { // /solitaire without a subcommand
			name = "show"
		}
		return a.bot.Typed(req, name, options)
	}
	req.Tap, req.Own = true, in.own()
	if t, ok := parseTap(in.Data.CustomID); ok {
		req.Board, req.Text = t.ref, t.text
		if len(in.Data.Values) > 0 {
			req.Text = in.Data.Values[0]
		}
	} else {
		req.Text = "show"
	}
	return req
}

func player(id string) persist.Player { return persist.Player{Platform: Platform, User: id} }

// nick returns the person's nickname in the server; "" if there is none.
func (in *interaction) nick() string {
	if in.Member == nil {
		return ""
	}
	return in.Member.Nick
}

// name returns the first legible name of the person: the nickname, if not "", or one of
// the account's names.
func (u user) name(nick string) string {
	for _, name := range []string{nick, u.GlobalName} {
		if bot.SafeName(name) != "" {
			return name
		}
	}
	return u.Username
}

// admin reports whether the person may manage the server.
func (in *interaction) admin() bool {
	return in.Member != nil && in.Member.may(discordgo.PermissionManageGuild|discordgo.PermissionAdministrator)
}

// mentions lists the people among the options, in their order.
func (in *interaction) mentions() []bot.Mention {
	var list []bot.Mention
	_, options := in.Data.command()
	for _, o := range options {
		id := o.text()
		u, ok := in.Data.Resolved.Users[id]
		if o.Type != discordgo.ApplicationCommandOptionUser || !ok {
			continue
		}
		m, isMember := in.Data.Resolved.Members[id]
		sees := isMember && (m.Permissions == "" || m.may(discordgo.PermissionViewChannel|discordgo.PermissionAdministrator))
		list = append(list, bot.Mention{Player: player(id), Name: u.name(m.Nick), Bot: u.Bot, Unseen: !sees})
	}
	return list
}

// typed returns a slash command's name and the values of its options, by name.
func (d data) typed() (name string, values map[string]string) {
	name, options := d.command()
	values = make(map[string]string, len(options))
	for _, o := range options {
		if text := o.text(); text != "" {
			values[o.Name] = text
		}
	}
	return name, values
}

// command returns the name of the bot's command and its options: those of
// /solitaire are its subcommands.
func (d data) command() (string, []option) {
	if d.Name != rootCommand {
		return d.Name, d.Options
	}
	if len(d.Options) != 1 {
		return "", nil
	}
	return d.Options[0].Name, d.Options[0].Options
}

// text returns the option's value as typed; "" for a switch that is off.
func (o option) text() string {
	if o.Type == discordgo.ApplicationCommandOptionBoolean && !bytes.Equal(o.Value, []byte("true")) {
		return ""
	}
	var s string
	if json.Unmarshal(o.Value, &s) == nil {
		return strings.TrimSpace(s)
	}
	return string(o.Value) // a number, or true
}

// focused returns the option that the person is typing.
func (d data) focused() (option, bool) {
	_, options := d.command()
	i := slices.IndexFunc(options, func(o option) bool { return o.Focused })
	if i < 0 {
		return option{}, false
	}
	return options[i], true
}
