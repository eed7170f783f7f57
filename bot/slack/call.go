package slack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// Limits of calls to Slack and of retries after a rate limit.
const (
	callLimit = 10 * time.Second
	maxTries  = 3
	maxWait   = time.Minute
)

// A caller makes a call: [Adapter.patiently] or [Adapter.once].
type caller func(ctx context.Context, f func(ctx context.Context) error) error

// once makes a call with the bot's token within the time limit.
func (a *Adapter) once(ctx context.Context, f func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	err := withoutURL(f(ctx))
	if err == nil || deadToken(err) {
		a.token.Note(a.Log, err, "create a new SLACK_BOT_TOKEN in the app's settings, set it, and restart the bot")
	}
	return err
}

// patiently makes a call and retries it after a rate limit. The first answer to a request
// doesn't use it, because the player is waiting.
func (a *Adapter) patiently(ctx context.Context, f func(ctx context.Context) error) error {
	return limits.Do(ctx, onlyLimits, func(ctx context.Context) error { return a.once(ctx, f) })
}

// limits retries calls after a rate limit.
var limits = chat.Retry{Tries: maxTries, Longest: maxWait}

// Errors of the adapter's own.
var (
	errResponseUsed = errors.New("the response_url is used up or expired")
	errNoPayload    = errors.New("this envelope takes no message in its acknowledgement")
)

// fault classifies an error. Slack refuses by an error code with the status 200, so any
// other status comes from a proxy and says nothing about the call.
func fault(err error) chat.Fault {
	var limited *slackgo.RateLimitedError
	var status slackgo.StatusCodeError
	switch {
	case errors.As(err, &limited):
		return chat.Fault{Kind: chat.Passing, Wait: limited.RetryAfter}
	case deadToken(err), errors.Is(err, context.Canceled), errors.As(err, &status) && status.Code < http.StatusInternalServerError:
		return chat.Fault{Kind: chat.Barred}
	}
	switch code(err) {
	case "missing_scope", "no_permission", "org_login_required", "ekm_access_denied", "accesslimited": // about the whole installation
		return chat.Fault{Kind: chat.Barred}
	case "", "internal_error", "fatal_error", "service_unavailable", "request_timeout", "ratelimited", "rate_limited", "team_added_to_org":
		if errors.Is(err, errResponseUsed) || errors.Is(err, errNoPayload) {
			return chat.Fault{Kind: chat.Refused}
		}
		return chat.Fault{Kind: chat.Passing}
	}
	return chat.Fault{Kind: chat.Refused}
}

// onlyLimits is fault for calls that are retried only after a rate limit.
func onlyLimits(err error) chat.Fault {
	if rateLimited(err) {
		return fault(err)
	}
	return chat.Fault{Kind: chat.Refused}
}

func rateLimited(err error) bool { return errors.As(err, new(*slackgo.RateLimitedError)) }

// passes reports whether a retry may help.
func passes(err error) bool { return err != nil && fault(err).Kind == chat.Passing }

func deadToken(err error) bool {
	switch code(err) {
	case "not_authed", "invalid_auth", "account_inactive", "token_revoked", "token_expired", "not_allowed_token_type":
		return true
	}
	return false
}

// code returns Slack's code of an error, "" if it is not Slack's.
func code(err error) string {
	var said slackgo.SlackErrorResponse
	if errors.As(err, &said) {
		return said.Err
	}
	return ""
}

// withoutURL removes the URL from an error, because anybody who has a response_url can
// post there.
func withoutURL(err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

// reason formats an error for the log.
func reason(err error) string {
	var said slackgo.SlackErrorResponse
	if errors.As(err, &said) && said.Needed != "" {
		return fmt.Sprintf("%s: the app needs the scope %s; install it again with the manifest", said.Err, said.Needed)
	}
	return withoutURL(err).Error()
}

// Slack accepts five posts to a response_url, within half an hour.
const (
	responseUses = 5
	responseAge  = 30 * time.Minute
)

// quickly is the retry of a failed post while the player waits.
var quickly = chat.Retry{Tries: 3, Pause: 200 * time.Millisecond, Longest: 3 * time.Second}

// A responseURL takes the answers to one interaction. A nil one takes none.
type responseURL struct {
	address string
	until   time.Time

	mu   sync.Mutex
	left int // posts
}

// take uses one of the five posts. It reports false if none is left.
func (u *responseURL) take(now time.Time) bool {
	if u == nil {
		return false
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.left == 0 || now.After(u.until) {
		return false
	}
	u.left--
	return true
}

// responseURL returns the response_url of a delivery; nil if it isn't Slack's, since
// answers must not go anywhere else.
func (a *Adapter) responseURL(address string) *responseURL {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || !(u.Scheme == "https" && (u.Host == "hooks.slack.com" || u.Host == "hooks.slack-gov.com") || a.isAPI(u)) {
		a.Log.Warn("slack: a response_url does not belong to Slack and is not used")
		return nil
	}
	return a.responses.Own(address, func() *responseURL { // its half hour begins now
		return &responseURL{address: address, until: a.Now().Add(responseAge), left: responseUses}
	})
}

// isAPI reports whether an address is on the configured server.
func (a *Adapter) isAPI(u *url.URL) bool {
	api, err := url.Parse(a.APIURL)
	return err == nil && api.Host != "" && u.Scheme == api.Scheme && u.Host == api.Host
}

// post sends a message to a response_url. It retries temporary failures: a server error, a
// lost connection, a short rate limit.
func (a *Adapter) post(ctx context.Context, to *responseURL, m *slackgo.WebhookMessage) error {
	again := func(err error) chat.Fault {
		if timeout := (interface{ Timeout() bool })(nil); errors.As(err, &timeout) && timeout.Timeout() {
			return chat.Fault{Kind: chat.Refused} // the player has waited long enough
		}
		return fault(err)
	}
	return quickly.Do(ctx, again, func(ctx context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, callLimit)
		defer cancel()
		if !to.take(a.Now()) {
			return errResponseUsed
		}
		return withoutURL(slackgo.PostWebhookCustomHTTPContext(ctx, to.address, a.http, m))
	})
}
