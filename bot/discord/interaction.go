package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// An interaction is Discord's message about a typed command or a tap, with the
// fields that the bot needs.
type interaction struct {
	ID            string                    `json:"id"`
	ApplicationID string                    `json:"application_id"`
	Token         string                    `json:"token"`
	Type          discordgo.InteractionType `json:"type"`
	Data          data                      `json:"data"`
	GuildID       string                    `json:"guild_id"`
	ChannelID     string                    `json:"channel_id"`
	Context       *int                      `json:"context"`
	Member        *member                   `json:"member"` // in a server
	User          *user                     `json:"user"`   // elsewhere
	Locale        string                    `json:"locale"`
	GuildLocale   string                    `json:"guild_locale"`
	Message       *tapped                   `json:"message"`

	// Owners names the installers of the application: a server, a user or both.
	Owners map[string]string `json:"authorizing_integration_owners"`

	received time.Time
}

// The owners' keys for a server and for a person.
const (
	guildInstall = "0"
	userInstall  = "1"
)

// Data is the typed command or the tapped component.
type data struct {
	Name     string                           `json:"name"`
	Kind     discordgo.ApplicationCommandType `json:"type"`
	Options  []option                         `json:"options"`
	Resolved struct {
		Users   map[string]user   `json:"users"`
		Members map[string]member `json:"members"`
	} `json:"resolved"`
	CustomID string   `json:"custom_id"`
	Values   []string `json:"values"`
}

type option struct {
	Name    string                                 `json:"name"`
	Type    discordgo.ApplicationCommandOptionType `json:"type"`
	Value   json.RawMessage                        `json:"value"`
	Options []option                               `json:"options"`
	Focused bool                                   `json:"focused"`
}

type member struct {
	Nick        string `json:"nick"`
	Permissions string `json:"permissions"` // in the channel
	User        user   `json:"user"`
}

// may reports whether the member is known to have one of several permissions.
func (m member) may(permissions uint64) bool {
	has, err := strconv.ParseUint(m.Permissions, 10, 64)
	return err == nil && has&permissions != 0
}

type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot"`
}

// A tapped message is the message of a tapped component.
type tapped struct {
	ID     string                 `json:"id"`
	Flags  discordgo.MessageFlags `json:"flags"`
	Origin *struct {
		ID   string `json:"id"` // of the interaction that the message answered
		User user   `json:"user"`
	} `json:"interaction_metadata"`
}

// decode reads an interaction and checks that it can be answered. Beside an error it
// returns enough to apologise, or nil if even that is unreadable.
func decode(raw []byte, received time.Time) (*interaction, error) {
	in := &interaction{received: received}
	err := json.Unmarshal(raw, in)
	if err != nil {
		var stub struct {
			ID    string                    `json:"id"`
			Token string                    `json:"token"`
			Type  discordgo.InteractionType `json:"type"`
		}
		if json.Unmarshal(raw, &stub) != nil {
			return nil, fmt.Errorf("interaction: %w", err)
		}
		in = &interaction{ID: stub.ID, Token: stub.Token, Type: stub.Type, received: received}
	}
	switch {
	case err == nil && in.Type == discordgo.InteractionPing:
	case in.Type == 0 || in.ID == "" || in.Token == "":
		return nil, errors.New("interaction: no type, id or token")
	case err != nil:
		return in, fmt.Errorf("interaction: %w", err)
	case in.person().ID == "":
		return in, errors.New("interaction: it names no user")
	}
	return in, nil
}

// person returns the user, who in a server comes as a member.
func (in *interaction) person() user {
	switch {
	case in.Member != nil:
		return in.Member.User
	case in.User != nil:
		return *in.User
	}
	return user{}
}

// shared reports whether others read the channel: in servers, group conversations
// and those of two people, but not in the bot's own with one.
func (in *interaction) shared() bool {
	if in.Context != nil {
		return discordgo.InteractionContextType(*in.Context) != discordgo.InteractionContextBotDM
	}
	return in.GuildID != ""
}

// muted reports whether Discord shows the bot's answers to the person alone. It does so if
// only the person has installed the bot, and isn't allowed to use external apps in the
// channel.
func (in *interaction) muted() bool {
	return in.Member != nil && in.Owners[guildInstall] != in.GuildID && in.Owners[userInstall] != "" &&
		!in.Member.may(discordgo.PermissionUseExternalApps)
}

// ephemeral reports whether the tapped message is seen by one person only.
func (t *tapped) ephemeral() bool { return t != nil && t.Flags&discordgo.MessageFlagsEphemeral != 0 }

// own reports whether the tapped message was posted for the person who tapped.
func (in *interaction) own() bool {
	m := in.Message
	if m == nil {
		return false
	}
	return m.ephemeral() || !in.shared() || m.Origin != nil && m.Origin.User.ID == in.person().ID
}
