package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/solitaire-chat/solitaire/bot"
)

// Discord's codes for places where the bot can't write, now or later.
func unreachable(code int) bool {
	switch code {
	case 10003, 10004, 10013, 50001, 50007, 50013, 50083, 50278: // unknown channel, guild or user; no access, no direct messages, no permission; archived; no mutual guild
		return true
	}
	return false
}

// Post implements bot.Poster. Writing to a channel takes a bot that the server
// has installed, with the permissions to see it and to send messages and embeds.
func (a *Adapter) Post(ctx context.Context, p bot.Post) error {
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	channel := p.To.Channel
	if channel == "" {
		var err error
		if channel, err = a.directChannel(ctx, p.To.Player.User); err != nil {
			return postError(err)
		}
	}
	_, err := a.deliver(ctx, call{method: http.MethodPost, path: "/channels/" + channel + "/messages", asBot: true, once: true}, a.present(p.Reply))
	return postError(err)
}

// directChannel opens the conversation with a user.
func (a *Adapter) directChannel(ctx context.Context, user string) (string, error) {
	b, err := encode(map[string]string{"recipient_id": user}, nil)
	if err != nil {
		return "", err
	}
	told, err := a.rest.do(ctx, call{method: http.MethodPost, path: "/users/@me/channels", body: b, asBot: true})
	if err != nil {
		return "", err
	}
	var channel struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(told, &channel); err != nil || channel.ID == "" {
		return "", fmt.Errorf("Discord named no channel for direct messages: %w", err)
	}
	return channel.ID, nil
}

func postError(err error) error {
	var e *apiError
	if errors.As(err, &e) && unreachable(e.Code) {
		return fmt.Errorf("%w: %w", bot.ErrUndeliverable, err)
	}
	return err
}
