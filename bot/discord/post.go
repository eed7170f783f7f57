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
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// maxContent is the longest text of a message, in characters.
const maxContent = 2000

// A posting is a message that answers no interaction. Its nonce keeps Discord from showing
// it twice if it is sent again, because the response was lost or couldn't be recorded.
type posting struct {
	*message
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`
}

// maxNonce is the longest nonce, in characters.
const maxNonce = 25

// nonce returns the nonce of a post, the same for each try.
func nonce(id string) string {
	if id == "" {
		id = rand.Text()
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:])[:maxNonce]
}

// sayTo moves the lines for others into a message's content: notifications show it, people
// can copy it, and it needs no permission of its own. Discord notifies exactly the people
// mentioned in it.
func (p presenter) sayTo(m *message, r bot.Reply) {
	var pairs []string
	for _, who := range locale.Mentioned(r.Lines...) {
		if isNumber(who.ID) && !slices.Contains(m.AllowedMentions.Users, who.ID) {
			m.AllowedMentions.Users = append(m.AllowedMentions.Users, who.ID)
			pairs = append(pairs, mark(who), "<@"+who.ID+">")
		}
	}
	p.speaker = p.speaker.WithPeople(func(name string) string { return name }, mark)
	text := strings.TrimPrefix(p.title(r)+"\n", "\n") + p.lines(r)
	marks := strings.NewReplacer(append(pairs, mentionBegin, "", mentionEnd, "")...)
	m.Content = new(chat.Cut(marks.Replace(text), maxContent))
}

// A mention stands in a text between two characters that occur nowhere else, so that it
// isn't escaped with the rest.
const (
	mentionBegin = "\uE002"
	mentionEnd   = "\uE003"
)

func mark(m locale.Mention) string { return mentionBegin + m.ID + mentionEnd }

// Post delivers a message to a channel, or to a person.
func (a *Adapter) Post(ctx context.Context, p bot.Post) error {
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	channel, err := a.channel(ctx, p.To)
	if err != nil {
		return chat.Undeliverable(err, fault)
	}
	text := a.presenter(p.Reply.Lang, p.Reply.Style)
	m := newMessage()
	text.sayTo(m, p.Reply)
	m.Components = text.rows(p.Reply)
	b, err := encode(posting{m, nonce(p.ID), true}, nil)
	if err != nil {
		return err
	}
	_, err = a.rest.do(ctx, call{method: http.MethodPost, path: "/channels/" + channel + "/messages", body: b, asBot: true})
	return chat.Undeliverable(err, fault)
}

// Further implements [bot.Furtherer]: the interaction's token works even where the bot is
// no member.
func (r *answerer) Further(ctx context.Context, reply bot.Reply) error {
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	post := call{method: http.MethodPost, path: r.rest.hook(r.in.Token), once: true, early: true}
	return chat.Retry{Pause: r.rest.pause}.Do(ctx, onlyLimits, func(ctx context.Context) error {
		_, err := r.deliver(ctx, post, r.message(reply, nil).as(reply.Private))
		return err
	})
}

// channel returns the channel of an address. A channel that a player has named must be in
// the server where it was named.
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

// directMessages returns the channel of direct messages to a user.
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
		return "", errors.New("no channel in the answer")
	}
	return channel.ID, nil
}
