package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// A rest client sends requests to Discord's API. It tracks no rate limits: the
// routes of interactions, which are nearly all that the bot uses, are exempt from
// the global one, and a 429 names the time to wait.
type rest struct {
	client *http.Client
	base   string        // ends in /api/v10
	app    string        // the application's id
	token  string        // the bot's
	pause  time.Duration // before the first retry; it doubles
	log    *slog.Logger
	dead   chat.Token // notices when Discord refuses the token
}

// A call is one request to Discord.
type call struct {
	method, path string
	body         body // empty: none
	asBot        bool // with the bot's token; an interaction's own is in the path
	once         bool // don't retry if the outcome is unknown
	early        bool // the token may not be valid yet: Discord may still be processing the deferral
}

// An apiError is Discord's refusal.
type apiError struct {
	Status int
	Code   int    // Discord's own; 0 if it gave none
	Text   string // Discord's
	after  time.Duration
}

// Error omits the request, because its path may hold a token.
func (e *apiError) Error() string {
	text := fmt.Sprintf("Discord answered with status %d", e.Status)
	if e.Code != 0 {
		text += fmt.Sprintf(", code %d", e.Code)
	}
	if e.Text != "" {
		text += ": " + e.Text
	}
	return text
}

// Discord's codes that the bot reacts to.
const (
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeTooManyEdits       = 30046
	codeAcknowledged       = 40060
	codeBlocked            = 40333 // about the bot's token, not about the channel
)

func refusedWith(err error, code int) bool {
	var e *apiError
	return errors.As(err, &e) && e.Code == code
}

// messageGone reports whether a message can't be edited any more.
func messageGone(err error) bool {
	return refusedWith(err, codeUnknownMessage) || refusedWith(err, codeTooManyEdits)
}

// pictureRefused reports whether a message with a picture was refused and may be accepted
// without.
func pictureRefused(err error) bool {
	return errors.As(err, new(*apiError)) && !messageGone(err) && !refusedWith(err, codeUnknownInteraction) && !refusedWith(err, codeAcknowledged)
}

// fault classifies an error. Discord's own refusals have a code; an error without one
// comes from a proxy.
func fault(err error) chat.Fault {
	var e *apiError
	switch {
	case !errors.As(err, &e): // the network
		return chat.Fault{Kind: chat.Passing}
	case e.Status == http.StatusTooManyRequests, e.Status >= http.StatusInternalServerError:
		return chat.Fault{Kind: chat.Passing, Wait: e.after}
	case e.Status == http.StatusUnauthorized:
		return chat.Fault{Kind: chat.Barred}
	}
	switch e.Code {
	case 20016, 20022, 20028, 20029, 40003, 40004, 40062, 130000: // limits and overload without the status 429
		return chat.Fault{Kind: chat.Passing, Wait: e.after}
	case 0, 40001, 40002, codeBlocked: // from a proxy, or about the whole bot
		return chat.Fault{Kind: chat.Barred}
	}
	return chat.Fault{Kind: chat.Refused}
}

// onlyLimits is fault for calls that must not be made twice: after all but a rate
// limit the outcome is unknown.
func onlyLimits(err error) chat.Fault {
	var e *apiError
	if errors.As(err, &e) && e.Status == http.StatusTooManyRequests {
		return fault(err)
	}
	return chat.Fault{Kind: chat.Refused}
}

// fault returns what an error of this call means.
func (c call) fault(err error) chat.Fault {
	switch {
	case refusedWith(err, codeUnknownWebhook) && c.early:
		return chat.Fault{Kind: chat.Passing}
	case c.once:
		return onlyLimits(err)
	}
	return fault(err)
}

// Retries of one call.
const (
	maxAttempts = 3
	firstPause  = 150 * time.Millisecond // before the second; it doubles
)

// do sends a request, with retries if they may help and the context's deadline
// leaves time. It returns Discord's answer. A retry that Discord refuses because
// the interaction is acknowledged means that an earlier attempt succeeded.
func (c *rest) do(ctx context.Context, call call) (answer []byte, err error) {
	attempt := 0
	err = chat.Retry{Tries: maxAttempts, Pause: c.pause}.Do(ctx, call.fault, func(ctx context.Context) (err error) {
		attempt++
		answer, err = c.send(ctx, call)
		if attempt > 1 && refusedWith(err, codeAcknowledged) {
			return nil
		}
		return err
	})
	return answer, err
}

// hook returns the path for an interaction's token.
func (c *rest) hook(token string) string { return "/webhooks/" + c.app + "/" + token }

// original returns the path of an interaction's first message, or of the tapped one.
func (c *rest) original(token string) string { return c.hook(token) + "/messages/@original" }

// maxAnswer is the longest response that is read, in bytes: longer than any of Discord's.
const maxAnswer = 4 << 20

func (c *rest) send(ctx context.Context, call call) ([]byte, error) {
	var payload io.Reader
	if call.body.bytes != nil {
		payload = bytes.NewReader(call.body.bytes)
	}
	req, err := http.NewRequestWithContext(ctx, call.method, c.base+call.path, payload)
	if err != nil {
		return nil, withoutURL(err)
	}
	req.Header.Set("User-Agent", userAgent)
	if payload != nil {
		req.Header.Set("Content-Type", call.body.contentType)
	}
	if call.asBot {
		req.Header.Set("Authorization", "Bot "+c.token)
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return nil, withoutURL(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("read Discord's answer: %w", err)
	}
	switch {
	case resp.StatusCode >= http.StatusMultipleChoices:
		err = refusal(resp, answer)
		if call.asBot && resp.StatusCode == http.StatusUnauthorized {
			c.dead.Note(c.log, err, errRefusedToken.text)
		}
		return nil, err
	case call.asBot:
		c.dead.Note(c.log, nil, "")
	}
	return answer, nil
}

// withoutURL removes the address from an error: it holds the interaction's token.
func withoutURL(err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	return fmt.Errorf("reach Discord: %w", err)
}

// refusal parses an error response. One from a proxy is HTML and has no code.
func refusal(resp *http.Response, answer []byte) *apiError {
	var said struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		RetryAfter float64         `json:"retry_after"`
		Errors     json.RawMessage `json:"errors"`
	}
	e := &apiError{Status: resp.StatusCode}
	if json.Unmarshal(answer, &said) == nil {
		e.Code, e.Text = said.Code, said.Message
		if len(said.Errors) > 0 {
			const most = 500
			e.Text = chat.Cut(e.Text+" "+string(said.Errors), most)
		}
		e.after = time.Duration(said.RetryAfter * float64(time.Second))
	}
	if e.after == 0 && resp.StatusCode == http.StatusTooManyRequests {
		seconds, _ := strconv.ParseFloat(strings.TrimSpace(resp.Header.Get("Retry-After")), 64)
		e.after = time.Duration(max(0, seconds) * float64(time.Second))
	}
	return e
}
