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

// How a failed post is repeated: after a first pause, which doubles, or after the
// pause that Slack asks for if a waiting player would put up with it.
const (
	responseTries  = 3
	responsePause  = 200 * time.Millisecond
	maxPlayerWaits = 3 * time.Second
)

var errResponseUsed = errors.New("the response_url is used up or expired")

// responseUse counts the posts to one response_url.
type responseUse struct {
	mu    sync.Mutex
	left  int
	until time.Time
}

func (u *responseUse) take(now time.Time) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.left == 0 || now.After(u.until) {
		return false
	}
	u.left--
	return true
}

// responseURL returns the response_url of a delivery, or an empty string if it is
// not one of Slack's: answers must not be sent to anybody else.
func (a *Adapter) responseURL(address string) string {
	if address == "" {
		return ""
	}
	u, err := url.Parse(address)
	if err == nil && u.Scheme == "https" && (u.Host == "hooks.slack.com" || u.Host == "hooks.slack-gov.com") || err == nil && a.isAPI(u) {
		a.responseUse(address) // its half hour begins now
		return address
	}
	a.Log.Warn("slack: a response_url does not belong to Slack and is not used")
	return ""
}

// isAPI reports whether an address is on the configured server.
func (a *Adapter) isAPI(u *url.URL) bool {
	api, err := url.Parse(a.APIURL)
	return err == nil && api.Host != "" && u.Scheme == api.Scheme && u.Host == api.Host
}

func (a *Adapter) responseUse(address string) *responseUse {
	return a.responses.Own(address, func() *responseUse {
		return &responseUse{left: responseUses, until: a.Now().Add(responseAge)}
	})
}

// post sends a message to a response_url. A failure that may pass is retried: an
// error of the server, a lost connection, a short rate limit.
func (a *Adapter) post(ctx context.Context, call caller, address string, m *slackgo.WebhookMessage) (err error) {
	use, pause := a.responseUse(address), responsePause
	for try := 1; ; try++ {
		err = call(ctx, func(ctx context.Context) error {
			if !use.take(a.Now()) {
				return errResponseUsed
			}
			return slackgo.PostWebhookCustomHTTPContext(ctx, address, a.webhooks, m)
		})
		after, temporary := retryAfter(err, pause)
		if !temporary || try == responseTries || !chat.Sleep(ctx, after) {
			return err
		}
		a.Log.WarnContext(ctx, "slack: a post to a response_url failed and is repeated", "error", reason(err))
		pause *= 2
	}
}

// retryAfter returns when to repeat a post, if that may help.
func retryAfter(err error, pause time.Duration) (after time.Duration, temporary bool) {
	var (
		limited *slackgo.RateLimitedError
		status  slackgo.StatusCodeError
		network *url.Error
	)
	switch {
	case errors.As(err, &limited):
		return limited.RetryAfter, limited.RetryAfter <= maxPlayerWaits
	case errors.As(err, &status):
		return pause, status.Code >= http.StatusInternalServerError
	case errors.As(err, &network):
		return pause, !network.Timeout() && !errors.Is(err, context.Canceled)
	}
	return 0, false
}

// withoutRedirects returns a client that doesn't follow redirects.
func withoutRedirects(c *http.Client) *http.Client {
	other := *c
	other.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &other
}
