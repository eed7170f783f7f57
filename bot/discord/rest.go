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
	"strings"
	"time"
)

// A rest client sends requests to Discord's API. It keeps no rate limits: the
// routes of interactions, which are nearly all that is used, are exempt from
// the global one, and what is refused says when to come again.
type rest struct {
	client *http.Client
	base   string // ends in /api/v10
	app    string // the application's id
	token  string // the bot's
}

func newREST(base, app, token string) *rest { return &rest{newClient(), base, app, token} }

// A call is one request to Discord.
type call struct {
	method, path string
	body         body // empty: none
	asBot        bool // with the bot's token; interactions have one of their own in the path
	once         bool // must not be sent again when its outcome is unknown
	early        bool // Discord may not have seen the deferral yet that makes the token good
}

// An apiError is a refusal of Discord's.
type apiError struct {
	Status int
	Code   int    // Discord's own; 0 if it gave none
	Text   string // Discord's
	after  time.Duration
}

// Error tells nothing of the request: its path may hold a token.
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

// Discord's codes that are reacted to.
const (
	codeUnknownMessage     = 10008
	codeUnknownWebhook     = 10015
	codeUnknownInteraction = 10062
	codeTooManyEdits       = 30046
	codeAcknowledged       = 40060
)

// refusedWith reports whether Discord refused with a code.
func refusedWith(err error, code int) bool {
	var e *apiError
	return errors.As(err, &e) && e.Code == code
}

// How a request is tried again.
const (
	maxAttempts = 3
	firstPause  = 150 * time.Millisecond
)

// do sends a request, again if that may help and the context's deadline lets it.
// It returns what Discord answers. If an interaction turns out to be
// acknowledged at a later attempt, then an earlier one has come through.
func (c *rest) do(ctx context.Context, call call) (answer []byte, err error) {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		answer, err = c.send(ctx, call)
		if attempt > 1 && refusedWith(err, codeAcknowledged) {
			return nil, nil
		}
		if err == nil || attempt == maxAttempts || !call.again(err) {
			return answer, err
		}
		wait := pause
		if e := (*apiError)(nil); errors.As(err, &e) && e.after > wait {
			wait = e.after
		}
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait || sleep(ctx, wait) != nil {
			return nil, err
		}
		pause *= 2
	}
}

// again reports whether a failed call may be sent once more.
func (c call) again(err error) bool {
	var e *apiError
	switch {
	case !errors.As(err, &e):
		return !c.once // the connection failed: it may have come through
	case e.Status == http.StatusTooManyRequests:
		return true
	case e.Code == codeUnknownWebhook:
		return c.early
	}
	return e.Status >= http.StatusInternalServerError && !c.once
}

// sleep waits, unless the context ends before.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// maxAnswer is more than Discord's longest answer.
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

// withoutURL takes the address out of an error: the token of an interaction is
// in it.
func withoutURL(err error) error {
	var e *url.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	return fmt.Errorf("reach Discord: %w", err)
}

// refusal reads a refusal. A proxy in between answers in HTML.
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
			e.Text = clip(e.Text+" "+string(said.Errors), most)
		}
		e.after = time.Duration(said.RetryAfter * float64(time.Second))
	}
	if e.after == 0 && resp.StatusCode == http.StatusTooManyRequests {
		e.after = retryAfter(resp.Header)
	}
	return e
}

// retryAfter reads the header of that name, in whole seconds.
func retryAfter(h http.Header) time.Duration {
	d, err := time.ParseDuration(strings.TrimSpace(h.Get("Retry-After")) + "s")
	if err != nil || d < 0 {
		return 0
	}
	return d
}
