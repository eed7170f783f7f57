package discord

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
)

// maxContent is how long the text of a message may be.
const maxContent = 2000

// A posting is a message that answers nothing. The nonce keeps Discord from
// showing it twice when it is sent again, because the answer was lost or nobody
// could note that it came.
type posting struct {
	*message
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// maxNonce is how long a nonce may be.
const maxNonce = 25

// nonce is the same for all tries at the same post.
func nonce(id string) string {
	if id == "" {
		id = rand.Text()
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])[:maxNonce]
}

// Post delivers a message to a channel, or to a person. Its text is no embed:
// so it is read in notifications, and needs no permission of its own.
func (a *Adapter) Post(ctx context.Context, p bot.Post) error {
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	channel, err := a.channel(ctx, p.To)
	if err != nil {
		return chat.Undeliverable(err, fault)
	}
	text := a.presenter(p.Reply.Lang, p.Reply.Style)
	m := newMessage()
	m.Content = new(chat.Cut(strings.TrimPrefix(text.title(p.Reply)+"\n", "\n")+text.lines(p.Reply), maxContent))
	m.Components = text.rows(p.Reply)
	b, err := encode(posting{m, nonce(p.ID), true}, nil)
	if err != nil {
		return err
	}
	_, err = a.rest.do(ctx, call{method: http.MethodPost, path: "/channels/" + channel + "/messages", body: b, asBot: true})
	return chat.Undeliverable(err, fault)
}

// channel returns the channel of an address. One that somebody has named must be
// in the server that it was named in.
func (a *Adapter) channel(ctx context.Context, to bot.Address) (string, error) {
	if to.Channel == "" {
		return a.directMessages(ctx, to.Player.User)
	}
	answer, err := a.rest.do(ctx, call{method: http.MethodGet, path: "/channels/" + to.Channel, asBot: true})
	if err != nil {
		return "", err
	}
	var channel struct {
		GuildID string `json:"guild_id"`
	}
	if json.Unmarshal(answer, &channel) != nil || channel.GuildID != to.Server {
		return "", fmt.Errorf("%w: the channel is in another server", bot.ErrUndeliverable)
	}
	return to.Channel, nil
}

// directMessages returns the channel of the bot's conversation with somebody.
func (a *Adapter) directMessages(ctx context.Context, user string) (string, error) {
	b, err := encode(map[string]string{"recipient_id": user}, nil)
	if err != nil {
		return "", err
	}
	answer, err := a.rest.do(ctx, call{method: http.MethodPost, path: "/users/@me/channels", body: b, asBot: true})
	if err != nil {
		return "", err
	}
	var channel struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(answer, &channel); err != nil || channel.ID == "" {
		return "", errors.New("no channel in what Discord answers")
	}
	return channel.ID, nil
}
