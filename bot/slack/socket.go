package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	slackgo "github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

// How long a connection that is to be closed waits for answers that go out by
// it, and then for the last of them to be written.
const (
	closeTime = 4 * time.Second
	flushTime = 200 * time.Millisecond
)

// ackTime is how long an acknowledgement may wait to be queued.
const ackTime = 2 * time.Second

// errNoPayload says that an envelope takes no message in its acknowledgement.
var errNoPayload = errors.New("this envelope takes no message")

// Run keeps a Socket Mode connection and answers what comes by it. When the
// context ends it takes nothing more, waits for answers under way and returns
// nil. An error says why it can't go on, and what to do.
func (a *Adapter) Run(ctx context.Context) error {
	if a.AppToken == "" {
		return errors.New("slack: set SLACK_APP_TOKEN for Socket Mode: an app-level token with the scope connections:write")
	}
	if err := a.CheckToken(ctx); err != nil {
		return err
	}
	live, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	defer a.connected.Store(false)
	client := socketmode.New(a.api)
	ended := make(chan error, 1)
	go func() { ended <- client.RunContext(live) }()
	for {
		select {
		case e := <-client.Events:
			a.received(live, client, e)
		case err := <-ended:
			return fatal("SLACK_APP_TOKEN", err)
		case <-ctx.Done():
			a.leave(client, hangUp, ended)
			return nil
		}
	}
}

// leave lets answers under way go out by the connection before it is closed.
// What comes meanwhile is not acknowledged, so Slack delivers it again.
func (a *Adapter) leave(client *socketmode.Client, hangUp func(), ended <-chan error) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTime)
		defer cancel()
		_ = a.work.idle(ctx) // or they are too slow
		wait(ctx, flushTime)
		hangUp()
	}()
	for {
		select {
		case <-client.Events:
		case <-ended:
			return
		}
	}
}

// CheckToken finds a bot token that is refused before anybody waits for an
// answer. Slack not answering is no reason not to start.
func (a *Adapter) CheckToken(ctx context.Context) error {
	err := once(ctx, func(ctx context.Context) error {
		_, err := a.api.AuthTestContext(ctx)
		return err
	})
	if err != nil && deadToken(err) {
		return fatal("SLACK_BOT_TOKEN", err)
	}
	if err != nil {
		a.Log.WarnContext(ctx, "slack: the bot token could not be checked", "error", reason(err))
	}
	return nil
}

func deadToken(err error) bool {
	switch code(err) {
	case "not_authed", "invalid_auth", "account_inactive", "token_revoked", "token_expired", "not_allowed_token_type":
		return true
	}
	return false
}

// fatal says what to do about an error that ends a connection for good.
func fatal(token string, err error) error {
	var status slackgo.StatusCodeError
	switch {
	case deadToken(err):
		return fmt.Errorf("slack: %s is refused (%s): create it anew in the app's settings and set it", token, code(err))
	case errors.As(err, &status) && status.Code == http.StatusNotFound:
		return errors.New("slack: apps.connections.open is not there (404): is api_url right, and does it end in /api/?")
	}
	return fmt.Errorf("slack: Socket Mode has ended: %s", reason(err))
}

// received handles one event of the connection. It must not wait: behind it
// stand all other acknowledgements.
func (a *Adapter) received(ctx context.Context, client *socketmode.Client, e socketmode.Event) {
	switch e.Type {
	case socketmode.EventTypeConnecting:
		a.connected.Store(false)
	case socketmode.EventTypeConnected:
		a.connected.Store(true)
		a.Log.InfoContext(ctx, "slack: connected by Socket Mode")
	case socketmode.EventTypeSlashCommand, socketmode.EventTypeInteractive, socketmode.EventTypeEventsAPI:
		a.delivered(ctx, client, e)
	case socketmode.EventTypeErrorBadMessage:
		a.unreadable(ctx, client, e)
	case socketmode.EventTypeErrorWriteFailed: // Slack will deliver it once more
		a.Log.WarnContext(ctx, "slack: an acknowledgement could not be sent")
	case socketmode.EventTypeConnectionError:
		if failed, ok := e.Data.(*slackgo.ConnectionErrorEvent); ok {
			a.Log.WarnContext(ctx, "slack: no connection", "attempt", failed.Attempt, "again_in", failed.Backoff, "error", reason(failed.ErrorObj))
		}
	}
}

// delivered takes what an envelope brings.
func (a *Adapter) delivered(ctx context.Context, client *socketmode.Client, e socketmode.Event) {
	acknowledge := func(m *message) error {
		ctx, cancel := context.WithTimeout(ctx, ackTime)
		defer cancel()
		switch {
		case m == nil:
			return client.AckCtx(ctx, e.Request.EnvelopeID, nil)
		case !e.Request.AcceptsResponsePayload:
			return errNoPayload
		}
		return client.AckCtx(ctx, e.Request.EnvelopeID, m)
	}
	job := a.job(e, acknowledge)
	if a.run(a.work, job) {
		return
	}
	a.Log.WarnContext(ctx, "slack: too much is going on, a request was turned away")
	if c, ok := e.Data.(slackgo.SlashCommand); ok && acknowledge(a.busy(c)) == nil {
		return
	}
	_ = acknowledge(nil) // or Slack delivers it again, when there may be time for it
}

// job is what is to be done for an envelope. All but commands are acknowledged
// first of all.
func (a *Adapter) job(e socketmode.Event, acknowledge ack) func(ctx context.Context) {
	if c, ok := e.Data.(slackgo.SlashCommand); ok {
		return func(ctx context.Context) { a.command(ctx, c, acknowledge) }
	}
	return func(ctx context.Context) {
		if err := acknowledge(nil); err != nil { // Slack will deliver it once more
			a.Log.WarnContext(ctx, "slack: a delivery could not be acknowledged", "error", reason(err))
		}
		switch c := e.Data.(type) {
		case slackgo.InteractionCallback:
			a.interaction(ctx, c)
		default:
			if happened, err := readEvent(e.Request.Payload); err == nil {
				a.happened(ctx, happened)
			}
		}
	}
}

// unreadable acknowledges what the library can't read, if there is anything to
// acknowledge, lest it come again and again.
func (a *Adapter) unreadable(ctx context.Context, client *socketmode.Client, e socketmode.Event) {
	bad, ok := e.Data.(*socketmode.ErrorBadMessage)
	if !ok {
		return
	}
	a.Log.WarnContext(ctx, "slack: an envelope could not be read")
	var envelope struct {
		ID string `json:"envelope_id"`
	}
	if json.Unmarshal(bad.Message, &envelope) == nil && envelope.ID != "" {
		ctx, cancel := context.WithTimeout(ctx, ackTime)
		defer cancel()
		_ = client.AckCtx(ctx, envelope.ID, nil) // or it comes again
	}
}
