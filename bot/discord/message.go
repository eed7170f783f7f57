package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
)

// A message is a message to Discord. It always has all its parts, as first response, edit
// or follow-up, so an edit leaves nothing of the earlier content.
type message struct {
	Content         *string                          `json:"content"` // nil in a message of displays, see cards.go
	Embeds          []*discordgo.MessageEmbed        `json:"embeds"`
	Components      []discordgo.MessageComponent     `json:"components"`
	AllowedMentions discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Attachments     []attachment                     `json:"attachments"`
	Flags           discordgo.MessageFlags           `json:"flags,omitempty"` // in an edit, only the flag of displays

	files []bot.File
}

// An attachment names one of the files that are sent along.
type attachment struct {
	ID       string `json:"id"`
	Filename string `json:"filename"`

	Description string `json:"description,omitempty"` // of a picture, for those who can't see it
}

// maxAlt is the longest description of a file.
const maxAlt = 1024

// newMessage returns a message that mentions nobody.
func newMessage() *message {
	return &message{
		Content:         new(""),
		Embeds:          []*discordgo.MessageEmbed{},
		Components:      []discordgo.MessageComponent{},
		AllowedMentions: discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		Attachments:     []attachment{}, // unlike nil, an empty list removes those of the earlier content
	}
}

// attach sets the files that are sent along.
func (m *message) attach(files []bot.File) {
	m.Attachments = []attachment{}
	for i, f := range files {
		m.Attachments = append(m.Attachments, attachment{ID: strconv.Itoa(i), Filename: f.Name})
	}
	m.files = files
}

// as returns the message as a new one, visible to everybody or to one person.
func (m *message) as(private bool) *message {
	out := *m
	if private {
		out.Flags |= discordgo.MessageFlagsEphemeral
	}
	return &out
}

// A body is the body of a request to Discord.
type body struct {
	contentType string
	bytes       []byte
}

// encode writes a payload, and files beside it if there are any.
func encode(payload any, files []bot.File) (b body, err error) {
	if len(files) == 0 {
		b.contentType = "application/json"
		b.bytes, err = json.Marshal(payload)
	} else {
		attached := make([]*discordgo.File, len(files))
		for i, f := range files {
			attached[i] = &discordgo.File{Name: f.Name, Reader: bytes.NewReader(f.Data)}
		}
		b.contentType, b.bytes, err = discordgo.MultipartBodyWithJSON(payload, attached)
	}
	if err != nil {
		return body{}, fmt.Errorf("encode: %w", err)
	}
	return b, nil
}
