package slack

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// Slack takes five posts to a response_url, within half an hour.
const (
	responseUses = 5
	responseAge  = 30 * time.Minute
)

// quickly is how a failed post is repeated while the player waits.
var quickly = chat.Retry{Tries: 3, Pause: 200 * time.Millisecond, Longest: 3 * time.Second}

// A responseURL takes the answers to one interaction. A nil one takes none.
type responseURL struct {
	address string
	until   time.Time

	mu   sync.Mutex
	left int // posts
}

// take takes one of the posts, and reports false if none is left.
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

// responseURL returns the response_url of a delivery; nil if it is not one of
// Slack's: answers must not be sent to anybody else.
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

// post sends a message to a response_url. A failure that may pass is retried: an
// error of the server, a lost connection, a short rate limit.
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

// withoutRedirects keeps messages and tokens from following a redirect to somebody
// else.
func withoutRedirects(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
