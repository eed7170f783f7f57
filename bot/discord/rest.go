package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
}

func newREST(base, app, token string) *rest { return &rest{newClient(), base, app, token, firstPause} }

// A call is one request to Discord.
type call struct {
	method, path string
	body         body // empty: none
	asBot        bool // with the bot's token; an interaction's own is in the path
	once         bool // no retry when the outcome is unknown
	early        bool // Discord may not have seen the deferral yet that makes the token good
	patient      bool // retries until the context's deadline, not a few times only

	// begin is called before each attempt, and end after it. If it reports false, the
	// call is not needed any more. It may be nil.
	begin func(ctx context.Context) (end func(), ok bool)
}

// An apiError is Discord's refusal.
type apiError struct {
	Status int
	Code   int    // Discord's own; 0 if it gave none
	Text   string // Discord's
	after  time.Duration
}

// Error leaves the request out: its path may hold a token.
func (e *apiError) Error() string {
	text := fmt.Sprintf("Discord refuses with status %d", e.Status)
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
)

func refusedWith(err error, code int) bool {
	var e *apiError
	return errors.As(err, &e) && e.Code == code
}

// Retries.
const (
	maxAttempts = 3
	firstPause  = 150 * time.Millisecond
	maxPause    = time.Minute
)

// do sends a request, with retries if they may help and the context's deadline
// leaves time. It returns Discord's answer. A retry that Discord refuses because
// the interaction is acknowledged means that an earlier attempt succeeded.
func (c *rest) do(ctx context.Context, call call) (answer []byte, err error) {
	pause := c.pause
	for attempt := 1; ; attempt++ {
		end := func() {}
		if call.begin != nil {
			var ok bool
			if end, ok = call.begin(ctx); !ok {
				return nil, ctx.Err()
			}
		}
		answer, err = c.send(ctx, call)
		end()
		if attempt > 1 && refusedWith(err, codeAcknowledged) {
			return nil, nil
		}
		if err == nil || attempt >= maxAttempts && (!call.patient || refusedWith(err, codeUnknownWebhook)) || !call.retriable(err) {
			return answer, err
		}
		wait := pause
		if e := (*apiError)(nil); errors.As(err, &e) && e.after > wait {
			wait = e.after
		}
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait || !chat.Sleep(ctx, wait) {
			return nil, err
		}
		pause = min(2*pause, maxPause)
	}
}

// retriable reports whether a failed call may be sent again.
func (c call) retriable(err error) bool {
	var e *apiError
	switch {
	case !errors.As(err, &e):
		return !c.once // the connection failed: the outcome is unknown
	case e.Status == http.StatusTooManyRequests:
		return true
	case e.Code == codeUnknownWebhook:
		return c.early
	}
	return e.Status >= http.StatusInternalServerError && !c.once
}

// maxAnswer is longer than any answer of Discord's, in bytes.
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
	if resp.StatusCode >= http.StatusMultipleChoices {
		return nil, refusal(resp, answer)
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

// refusal reads an error response. A proxy's is HTML and has no code.
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
