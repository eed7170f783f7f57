package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
)

// A message is what the bot shows. It has all its parts in every form in which
// it goes out, as first response, edit or follow-up, so that an edit leaves
// nothing of the message before.
type message struct {
	Content         *string                          `json:"content"` // nil in a message of displays, see cards.go
	Embeds          []*discordgo.MessageEmbed        `json:"embeds"`
	Components      []discordgo.MessageComponent     `json:"components"`
	AllowedMentions discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Attachments     []attachment                     `json:"attachments"`
	Flags           discordgo.MessageFlags           `json:"flags,omitempty"` // in an edit only that of displays

	files    []bot.File
	optional bool // if it can't be sent, another one is
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
		Attachments:     []attachment{}, // which, unlike nil, takes away those of the message before
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

// as returns the message as a new one that everybody or one person sees.
func (m *message) as(private bool) *message {
	out := *m
	if private {
		out.Flags |= discordgo.MessageFlagsEphemeral
	}
	return &out
}

// A body is what a request to Discord carries.
type body struct {
	contentType string
	bytes       []byte
}

// encode writes a payload, and files beside it if there are any.
func encode(payload any, files []bot.File) (body, error) {
	data, err := json.Marshal(payload)
	if err != nil {
		return body{}, fmt.Errorf("encode: %w", err)
	}
	if len(files) == 0 {
		return body{"application/json", data}, nil
	}
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part := func(name, file, contentType string, data []byte) {
		header := textproto.MIMEHeader{"Content-Type": {contentType}}
		disposition := "form-data; name=" + strconv.Quote(name)
		if file != "" {
			disposition += "; filename=" + strconv.Quote(file)
		}
		header.Set("Content-Disposition", disposition)
		p, _ := w.CreatePart(header) // writing to memory doesn't fail
		_, _ = p.Write(data)
	}
	part("payload_json", "", "application/json", data)
	for i, f := range files {
		part("files["+strconv.Itoa(i)+"]", f.Name, "application/octet-stream", f.Data)
	}
	_ = w.Close()
	return body{w.FormDataContentType(), b.Bytes()}, nil
}
