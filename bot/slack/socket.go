package slack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	slackgo "github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// connections is how many Socket Mode connections are kept. Slack closes each of them
// every few hours, and the library opens a new one only after the old one is closed. In
// between, Slack uses the other connection; without one, a player's command would fail.
const connections = 2

const (
	stagger   = time.Minute            // between the first connection and the second, so that Slack doesn't renew both at once
	closeTime = 4 * time.Second        // that a connection about to close waits for the answers in flight
	flushTime = 200 * time.Millisecond // and for the last of them to be written
	ackTime   = 2 * time.Second        // that an acknowledgement may wait to be queued
)

// Run keeps the Socket Mode connections and answers the deliveries. When the context ends
// it accepts no more deliveries, waits for the answers in flight and returns nil. The
// error explains why it can't continue, and what to do.
func (a *Adapter) Run(ctx context.Context) error {
	if a.AppToken == "" {
		return errors.New("slack: set SLACK_APP_TOKEN for Socket Mode: an app-level token with the scope connections:write")
	}
	if err := a.CheckToken(ctx); err != nil {
		return err
	}
	live, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	ended := make(chan error, connections)
	var all sync.WaitGroup
	for n := range connections {
		all.Go(func() {
			if n == 0 || chat.Sleep(live, time.Duration(n)*a.stagger) && ctx.Err() == nil {
				ended <- a.connect(ctx, live)
			}
		})
	}
	var err error
	select {
	case err = <-ended:
		err = fatal("SLACK_APP_TOKEN", err)
	case <-ctx.Done():
		// The answers in flight leave by the connections before they close.
		// Deliveries that come meanwhile are not acknowledged, so Slack repeats them.
		wait, cancel := context.WithTimeout(context.Background(), closeTime)
		_ = a.work.Wait(wait) // or the answers are too slow
		cancel()
		time.Sleep(flushTime)
	}
	hangUp()
	all.Wait()
	return err
}

// connect keeps one connection until live ends, and accepts deliveries until ctx
// ends.
func (a *Adapter) connect(ctx, live context.Context) error {
	client := socketmode.New(a.api)
	ended := make(chan error, 1)
	go func() { ended <- client.RunContext(live) }()
	connected := false
	mark := func(now bool) {
		if now != connected {
			connected = now
			a.connected.Add(map[bool]int32{true: 1, false: -1}[now])
		}
	}
	defer func() { mark(false) }()
	for {
		select {
		case err := <-ended:
			return err
		case e := <-client.Events:
			switch {
			case ctx.Err() != nil:
			case e.Type == socketmode.EventTypeConnecting:
				mark(false)
			case e.Type == socketmode.EventTypeConnected:
				mark(true)
				a.Log.InfoContext(ctx, "slack: connected by Socket Mode")
			default:
				a.received(live, client, e)
			}
		}
	}
}

// received handles one event of a connection. It must not block, since all other
// acknowledgements wait behind it.
func (a *Adapter) received(ctx context.Context, client *socketmode.Client, e socketmode.Event) {
	switch e.Type {
	case socketmode.EventTypeSlashCommand, socketmode.EventTypeInteractive:
		a.envelope(ctx, client, e.Request, e.Data)
	case socketmode.EventTypeEventsAPI:
		happened, _ := readEvent(e.Request.Payload) // an unreadable one is acknowledged and ignored
		a.envelope(ctx, client, e.Request, happened)
	case socketmode.EventTypeErrorBadMessage:
		a.unreadable(ctx, client, e)
	case socketmode.EventTypeErrorWriteFailed: // Slack delivers it again
		a.Log.WarnContext(ctx, "slack: an acknowledgement could not be sent")
	case socketmode.EventTypeConnectionError:
		if failed, ok := e.Data.(*slackgo.ConnectionErrorEvent); ok {
			a.Log.WarnContext(ctx, "slack: no connection", "attempt", failed.Attempt, "again_in", failed.Backoff, "error", reason(failed.ErrorObj))
		}
	}
}

// envelope accepts the delivery in an envelope.
func (a *Adapter) envelope(ctx context.Context, client *socketmode.Client, envelope *socketmode.Request, in any) {
	acknowledge := func(m *message) error {
		ctx, cancel := context.WithTimeout(ctx, ackTime)
		defer cancel()
		switch {
		case m == nil:
			return client.AckCtx(ctx, envelope.EnvelopeID, nil)
		case !envelope.AcceptsResponsePayload:
			return errNoPayload
		}
		return client.AckCtx(ctx, envelope.EnvelopeID, m)
	}
	a.accept(in, acknowledge) // a refused delivery isn't acknowledged: Slack shows that a tap failed, and delivers events again
}

// unreadable acknowledges an envelope that the library can't read, or Slack would
// deliver it again and again.
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
		_ = client.AckCtx(ctx, envelope.ID, nil) // if this fails, Slack delivers it again
	}
}

// CheckToken returns an error if Slack refuses the bot token. It returns nil if Slack
// doesn't answer, since the bot can start without Slack.
func (a *Adapter) CheckToken(ctx context.Context) error {
	err := a.once(ctx, func(ctx context.Context) error {
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

// fatal describes an error that ends a connection for good, with its remedy.
func fatal(token string, err error) error {
	var status slackgo.StatusCodeError
	switch {
	case deadToken(err):
		return fmt.Errorf("slack: %s is refused (%s): create a new one in the app's settings and set it", token, code(err))
	case errors.As(err, &status) && status.Code == http.StatusNotFound:
		return errors.New("slack: apps.connections.open is not there (404): is api_url right, and does it end in /api/?")
	}
	return fmt.Errorf("slack: Socket Mode has ended: %s", reason(err))
}
